import { z } from 'zod';
import { COMPENSATION_TYPES, EVENT_TYPES } from '../../../events/event.entity.js';
import { UnusableAnswer } from '../../../llm/language-model.js';
import { HELP_TOPICS } from '../help.js';
import {
  ASKED,
  type Filters,
  type Intent,
  OF_ALL_SHOWN,
  ORDERS,
  type Pay,
  PLAIN_SEARCH,
  type Search,
  type When,
} from '../interpreter.js';
import { MAX_PLACE, MAX_TOPICS, MAX_WORD, readPlace, topicOfWords } from '../offline/read-topics.js';
import { isNear, type LocalTime, type Zone } from '../zone.js';
import { CATEGORY_NAMES, INTENT_KINDS } from './assistant.prompt.js';

/** Words and phrases of one topic. */
const MAX_PHRASES = 8;
const MAX_PAY = 10_000_000;
/** Events that an answer names, one of which may be asked about. */
const MAX_WHICH = 5;

const amount = z.number().min(0).max(MAX_PAY).nullable();
const topics = z
  .array(
    z.strictObject({
      words: z.array(z.string()).min(1).max(MAX_PHRASES),
      category: z.enum(CATEGORY_NAMES).nullable(),
      near: z.enum(CATEGORY_NAMES).nullable(),
    }),
  )
  .max(MAX_TOPICS);
const FILTERS = z.strictObject({
  type: z.enum(EVENT_TYPES).nullable(),
  topics,
  match: z.enum(['ALL', 'ANY']),
  unwanted: topics,
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
  order: z.enum(ORDERS).nullable(),
  when: z.strictObject({ from: z.string().nullable(), to: z.string().nullable() }).nullable(),
});
const ANSWER = z.strictObject({
  kind: z.enum(INTENT_KINDS),
  help: z.enum(HELP_TOPICS).nullable(),
  which: z.int().min(1).max(MAX_WHICH).nullable(),
  asked: z.enum(ASKED).nullable(),
  carriesOn: z.boolean(),
  more: z.boolean(),
  filters: FILTERS.nullable(),
});

/**
 * What a model made of a message, within the same limits as what the offline rules make of it.
 * @param local when and where it was asked
 * @param isFirst nothing was said before it
 * @throws UnusableAnswer
 */
export function readIntent(answer: unknown, local: LocalTime, isFirst: boolean): Intent {
  const { success, data } = ANSWER.safeParse(answer);
  if (!success) throw new UnusableAnswer('it has not the shape that was asked for');
  const { kind, help, which, asked } = data;
  switch (kind) {
    case 'HELP':
      return help ? { kind, topics: [help] } : { kind: 'SMALL_TALK', about: 'OTHER' };
    case 'RECALL':
      return isFirst
        ? { kind: 'SMALL_TALK', about: 'OTHER' }
        : { ...OF_ALL_SHOWN, which, about: asked ? [asked] : [] };
    case 'SEARCH':
      return readSearch(data, local, isFirst) ?? { kind: 'SMALL_TALK', about: 'OTHER' };
    default:
      return { kind: 'SMALL_TALK', about: kind };
  }
}

type Answered = z.infer<typeof ANSWER>;

function readSearch(answered: Answered, local: LocalTime, isFirst: boolean): Search | null {
  if (!answered.filters) throw new UnusableAnswer('its search has no filters');
  const filters = readFilters(answered.filters, local);
  const [carriesOn, more] = [answered.carriesOn, answered.more].map((on) => on && !isFirst) as [
    boolean,
    boolean,
  ];
  return (
    filters && {
      ...PLAIN_SEARCH,
      filters,
      carriesOn,
      more,
    }
  );
}

/** The filters; null where they ask for nothing. */
function readFilters(
  { topics, unwanted, place, pay, when, ...rest }: z.infer<typeof FILTERS>,
  local: LocalTime,
): Filters | null {
  const money = pay && checkedPay(pay);
  const isPrice = money !== null && rest.priced && rest.type !== 'GIG';
  const filters: Filters = {
    ...rest,
    topics: readTopics(topics),
    unwanted: readTopics(unwanted),
    wished: [],
    place: readPlace(place ?? '').slice(0, MAX_PLACE),
    pay: isPrice ? null : money,
    price: isPrice && money.most !== null ? { most: money.most, strictly: money.strictly } : null,
    when: when && checkedWhen(when, local),
    hours: null,
    lasts: null,
    themes: [],
    campus: null,
    people: null,
  };
  const { type, free, priced } = filters;
  const asksNothing = !type && !free && !priced && !filters.pay && !filters.when;
  const isEmpty = filters.topics.length + filters.unwanted.length + filters.place.length === 0;
  return asksNothing && isEmpty ? null : filters;
}

function readTopics(answered: z.infer<typeof topics>): Filters['topics'] {
  return answered.map(({ words, category, near }) => ({
    ...topicOfWords(...words.map(phraseOf)),
    category,
    near,
  }));
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

function checkedWhen(
  { from, to }: { from: string | null; to: string | null },
  { now, zone }: LocalTime,
): When {
  const when = {
    from: from === null ? now : timeOf(from, zone),
    to: to === null ? null : timeOf(to, zone),
  };
  const isSound = [when.from, when.to ?? now].every((time) => isNear(time, now));
  if ((from === null && to === null) || !isSound || (when.to !== null && when.from >= when.to))
    throw new UnusableAnswer('its time is no stretch of time');
  return when;
}

/** The instant of `YYYY-MM-DDTHH:MM` in local time; undefined for 24:00 and 30 February. */
function timeOf(said: string, zone: Zone): number {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(said) ? Date.parse(`${said}:00Z`) : Number.NaN;
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 16) !== said)
    throw new UnusableAnswer('its time is no time');
  return zone.instantOf(wall);
}
