import { DAY_MS, HOUR_MS } from '../../../common/instant.js';
import { EVENING } from '../../../events/event-window.js';
import type { Correction, Exchange, When } from '../interpreter.js';
import type { LocalTime } from '../zone.js';
import { recallByContent } from './among-shown.js';
import { askedOfOne } from './asked-of-one.js';
import { atSameHours, carriedOn } from './carried-on.js';
import { corrected } from './corrected.js';
import { startOfDay } from './date-span.js';
import { continues } from './follow-up.js';
import { isForeign } from './is-foreign.js';
import { joined } from './joined.js';
import { readAside } from './read-aside.js';
import { readable } from './readable.js';
import { type Reading, readMessage, settled } from './reading.js';
import { isRecall } from './recall.js';

/** A bare weekday: "and on Sunday?" */
const WEEKDAY = /(?<!\b(?:this|next|last|coming) )\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b(?! the \d)/i;

/** What a message means that goes on from others. Its bare weekday is the first after the day spoken of, where that is a week ahead. */
export function wentOn(before: Reading, reading: Reading, said: string, local: LocalTime): Reading {
  const text = isLong(before.when) ? said.replace(WEEKEND_ONES, 'on weekends') : said;
  const { now, zone } = local;
  const from = before.when?.from ?? now;
  const isToday = (reading.when?.from ?? now) < zone.instantOf(startOfDay(zone.wallOf(now)) + DAY_MS);
  const isAfter = from > now && WEEKDAY.test(text) && (isToday || from >= now + 6 * DAY_MS);
  const inEvening =
    zone.wallOf(from) % DAY_MS >= EVENING * HOUR_MS ? text.replace(LATE_HOUR, '$1 $2pm') : text;
  const next =
    isAfter || inEvening !== said
      ? readMessage(joined(inEvening), { now: isAfter ? from : now, zone })
      : reading;
  const timed =
    ALL_DAY.test(text) || next.topics.length > 0
      ? next
      : { ...next, when: atSameHours(before.when, next.when, local) };
  return carriedOn(before, withAmount(before, timed, text), text, local);
}

/** "Only the weekend ones", of a month. */
const WEEKEND_ONES =
  /\b(?:(?:only|just) )?(?:the )?weekend ones?\b|\b(?:only|just) (?:on )?(?:the )?weekends?\b|\bweekends? only\b/i;

/** Whether it has several weekends. */
function isLong(when: When | null): boolean {
  return when !== null && (when.to === null || when.to - when.from > 8 * DAY_MS);
}

/** "And all of Saturday?" */
const ALL_DAY = /\b(?:all (?:day|of)|(?:whole|entire) day|any ?time|at any time|during the day|daytime)\b/i;

/** "And after 10?", of an evening. */
const LATE_HOUR = /\b(after|before|until|till|by) (9|10|11)\b(?! ?[ap]m|:|\/)/i;

/** "And if I go down to 15?" */
const AMOUNT =
  /\b(?:(?:down|up|lower(?: it)?|go|raise it|drop(?: it)?) (?:to )?|(?:at least|even) )(?<amount>\d{1,4})(?: too)?\W*$/i;

/** A bare amount is one of the pay that was spoken of. */
function withAmount({ money }: Reading, next: Reading, text: string): Reading {
  const { amount } = AMOUNT.exec(text)?.groups ?? {};
  const isOther = (next.money ?? next.when ?? next.hours) !== null;
  if (!money?.least || isOther || amount === undefined) return next;
  const topics = next.topics.filter(({ words }) => words[0] !== amount);
  return { ...next, topics, money: { ...money, least: Number(amount), strictly: false } };
}

/** Characters of an earlier question that are read again, so that all of them take no longer than the last one. */
const MAX_REREAD = 120;

/** The part of an earlier question that is read again, in whole words. */
function headOf(text: string): string {
  return text.length > MAX_REREAD ? text.slice(0, MAX_REREAD).replace(/\s\S*$/, '') : text;
}

/** What the conversation is about so far, by reading again what was asked. What is past by now is forgotten. */
export function context(
  earlier: Exchange[],
  { now, zone }: LocalTime,
  corrections: Correction[],
): Reading | null {
  let whole: Reading | null = null;
  let shown: string[] = [];
  for (const { text: typed, at, eventIds } of earlier) {
    const text = corrected(headOf(readable(typed)), corrections);
    const isOfShown = eventIds.length > 0 && eventIds.every((id) => shown.includes(id));
    if (eventIds.length > 0) shown = eventIds;
    if (isForeign(text) || (eventIds.length === 0 && readAside(text))) continue;
    const reading = readMessage(joined(text), { now: at, zone });
    const goesOn = continues(text, reading);
    // What is asked of one event leaves what is looked for.
    if (whole && !goesOn && askedOfOne(text).naming === 'BY_WORDS') continue;
    if (whole && (isRecall(text, reading) || (isOfShown && (!goesOn || recallByContent(text, reading)))))
      continue;
    if (whole && goesOn) whole = wentOn(whole, reading, text, { now: at, zone });
    else if (settled(reading)) whole = reading;
  }
  const isPast = whole?.when?.to != null && whole.when.to <= now;
  return whole && isPast ? { ...whole, when: null, themes: [] } : whole;
}
