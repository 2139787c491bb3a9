import { z } from 'zod';
import { COMPENSATION_TYPES, EVENT_TYPES } from '../../../events/event.entity.js';
import { UnusableAnswer } from '../../../llm/language-model.js';
import type { Filters, Pay, When } from '../interpreter.js';
import { MAX_PLACE, MAX_TOPICS, MAX_WORD, readPlace } from '../offline/question.topics.js';
import { instantOf, isNear } from '../zone.js';
import { CATEGORY_NAMES } from './assistant.prompt.js';

/** Words and phrases of one topic. */
const MAX_PHRASES = 8;
const MAX_PAY = 10_000_000;

const amount = z.number().min(0).max(MAX_PAY).nullable();
const ANSWER = z.strictObject({
  filters: z
    .strictObject({
      type: z.enum(EVENT_TYPES).nullable(),
      topics: z
        .array(
          z.strictObject({
            words: z.array(z.string()).min(1).max(MAX_PHRASES),
            category: z.enum(CATEGORY_NAMES).nullable(),
          }),
        )
        .max(MAX_TOPICS),
      match: z.enum(['ALL', 'ANY']),
      place: z.string().max(200).nullable(),
      free: z.boolean(),
      priced: z.boolean(),
      pay: z
        .strictObject({
          least: amount,
          most: amount,
          strictly: z.boolean(),
          currency: z
            .string()
            .regex(/^[A-Z]{3}$/)
            .nullable(),
          per: z.enum(COMPENSATION_TYPES).nullable(),
        })
        .nullable(),
      when: z.strictObject({ from: z.string().nullable(), to: z.string().nullable() }).nullable(),
    })
    .nullable(),
});

/**
 * The filters that a model made of a question, within the same limits as those of the offline rules; null where it
 * asks for nothing.
 * @param now milliseconds since the epoch
 * @throws UnusableAnswer
 */
export function readFilters(answer: unknown, now: number): Filters | null {
  const { success, data } = ANSWER.safeParse(answer);
  if (!success) throw new UnusableAnswer('it has not the shape that was asked for');
  if (!data.filters) return null;
  const { topics, place, pay, when, ...rest } = data.filters;
  const filters: Filters = {
    ...rest,
    topics: topics.map(({ words, category }) => ({ words: words.map(phraseOf), category })),
    place: readPlace(place ?? '').slice(0, MAX_PLACE),
    pay: pay && checkedPay(pay),
    when: when && checkedWhen(when, now),
  };
  const { type, free, priced } = filters;
  const asksNothing = !type && !free && !priced && !filters.pay && !filters.when;
  return asksNothing && filters.topics.length === 0 && filters.place.length === 0 ? null : filters;
}

/** Letters, digits and single blanks: all that the search takes. */
function phraseOf(said: string): string {
  const phrase = said
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(phrase) || phrase.length > MAX_WORD)
    throw new UnusableAnswer('it has a topic that is no word');
  return phrase;
}

function checkedPay(pay: Pay): Pay {
  const { least, most } = pay;
  if ((least === null && most === null) || (least !== null && most !== null && least > most))
    throw new UnusableAnswer('its pay has no sound bounds');
  return pay;
}

function checkedWhen({ from, to }: { from: string | null; to: string | null }, now: number): When {
  const when = { from: from === null ? now : timeOf(from), to: to === null ? null : timeOf(to) };
  const isSound = [when.from, when.to ?? now].every((time) => isNear(time, now));
  if ((from === null && to === null) || !isSound || (when.to !== null && when.from >= when.to))
    throw new UnusableAnswer('its time is no stretch of time');
  return when;
}

/** The instant of `YYYY-MM-DDTHH:MM` in local time; undefined for 24:00 and 30 February. */
function timeOf(said: string): number {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(said) ? Date.parse(`${said}:00Z`) : Number.NaN;
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 16) !== said)
    throw new UnusableAnswer('its time is no time');
  return instantOf(wall);
}
