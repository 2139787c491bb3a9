import { DAY_MS, HOUR_MS } from '../../../common/instant.js';
import { EVENING } from '../../../events/event-window.js';
import type { HelpTopic } from '../help.js';
import {
  type Asked,
  type Correction,
  type Exchange,
  type Filters,
  type Help,
  type Intent,
  lastShown,
  PLAIN_SEARCH,
  type Question,
  type Search,
} from '../interpreter.js';
import type { LocalTime } from '../zone.js';
import { askedOf, contentOf, detailsOf } from './asked.js';
import { askedOfOne, questionsOf } from './asked-of-one.js';
import { besideEvent } from './beside-event.js';
import { atSameHours, carriedOn } from './carried-on.js';
import { startOfDay } from './date-span.js';
import { asksForMore, continues } from './follow-up.js';
import { isForeign } from './is-foreign.js';
import { isCrisis, readHelp } from './read-help.js';
import { readSmallTalk } from './read-small-talk.js';
import { isCommon, topicOfWords, topicsOfKind } from './read-topics.js';
import { readable } from './readable.js';
import { type Reading, readMessage, settled } from './reading.js';
import {
  amongShown,
  asksOfShown,
  isRecall,
  ONE_ON,
  recallByContent,
  recallByKind,
  recallByName,
  recallOf,
} from './recall.js';
import { withShownDay } from './same-day.js';

/**
 * Reads a question by rules: the same question is always understood the same way.
 * @param corrections words of the conversation that are taken for others
 */
export function understand(asked: Question, corrections: Correction[] = []): Intent {
  const question = { ...asked, text: withShownDay(asked) };
  const text = corrected(readable(question.text), corrections);
  const meant = understandAlone(text, question, corrections);
  const last = lastShown(question.earlier);
  if (!last || !(mayBeOfShown(meant, last) || ONE_ON.test(text))) return meant;
  const isOfShown =
    (meant.kind === 'HELP' && asksOfShown(text)) ||
    (meant.kind === 'SMALL_TALK' && IS_QUESTION.test(text) && askedOf(text).length > 0);
  if (meant.kind === 'HELP' && GETS_TICKETS.test(text))
    return { ...recallOf(text, last), about: [], thing: 'tickets', onlyWithThing: true, otherwise: meant };
  const byContent = () => {
    if (meant.kind !== 'SEARCH') return undefined;
    const read = (sentence: string) => readMessage(joined(sentence), question.local);
    const reading = read(text);
    const otherwise = otherDate(text, reading, question, corrections) ?? meant;
    return recallByContent(text, reading, otherwise) ?? amongShown(text, read, meant);
  };
  return (
    recallByName(text, last, meant) ??
    recallByKind(text, last, meant) ??
    (isOfShown ? recallOf(text, last) : byContent()) ??
    meant
  );
}

/** "How do we get tickets?" of what was shown, if its text tells it. */
const GETS_TICKETS =
  /\bhow (?:do|can|could) (?:i|we) (?:get|buy) (?:the |some |any )?tickets?(?: (?:for|to) the (?:first|second|third|fourth|fifth|last)(?: one)?)?(?:,? and (?:what|how much)\b.{0,20}\bcosts?)?\W*$/i;

/** How a question begins or ends. */
const IS_QUESTION =
  /\?\W*$|^(?:(?:and|so|ok(?:ay)?|but)[\s,]+)*(?:do|does|is|are|can|could|will|would|should|what|how|when|where|who|which)\b/i;

/** "How much is the one on December 3", of none that was shown: what was asked for before, on that day. */
function otherDate(
  text: string,
  { when }: Reading,
  { local, earlier }: Question,
  corrections: Correction[],
): Intent | undefined {
  const kept = ONE_ON.test(text) ? context(earlier, local, corrections) : null;
  const filters = kept && settled({ ...kept, when, hours: null });
  if (!filters) return undefined;
  const { thing, about } = detailsOf(text);
  return { ...PLAIN_SEARCH, filters, carriesOn: true, about, thing };
}

/** Whether a message may ask a detail of an event that was shown, and does not want what it seems to. */
function mayBeOfShown(meant: Intent, { eventIds }: Exchange): boolean {
  if (meant.kind === 'HELP') return isOfNamed(meant);
  if (meant.kind === 'RECALL') return meant.which === null || eventIds.length === 1;
  if (meant.kind === 'SMALL_TALK') return meant.about === 'OTHER';
  return meant.kind === 'SEARCH' && (meant.filters.when === null || meant.carriesOn);
}

/** What a message means, whatever the events are called that were shown. */
function understandAlone(text: string, question: Question, corrections: Correction[]): Intent {
  return understandBeside(text, question, corrections) ?? understandPlain(text, question, corrections);
}

/** "Food before the Ironbacks game": what it means without that, and what the event has that it names. */
function understandBeside(text: string, question: Question, corrections: Correction[]): Search | undefined {
  const beside = besideEvent(text);
  const filters = beside ? settled(readMessage(joined(beside.named), question.local)) : null;
  const meant = beside && filters ? understandPlain(beside.rest, question, corrections) : undefined;
  const isPlain = meant?.kind === 'SEARCH' && meant.about.length === 0 && meant.thing === null;
  return isPlain
    ? { ...meant, beside: { side: beside!.side, name: beside!.name, filters: filters! } }
    : undefined;
}

function understandPlain(text: string, question: Question, corrections: Correction[]): Intent {
  const { local, earlier } = question;
  const { rest, naming, titles = [], ...asked } = askedOfOne(text);
  const [first, second] = questionsOf(text);
  const asksDetailNext =
    second !== undefined && askedOf(second).some((one) => one === 'APPLY_BY' || one === 'END');
  const looksFirst = asksDetailNext && !isCrisis(text) && LOOKS_FOR_THEM.test(first);
  const aside = readAside(looksFirst ? first : text, helpBefore(earlier));
  const mayBeNamed = aside !== undefined && naming !== 'NONE' && isOfNamed(aside) && !ASKS_TO_BOOK.test(text);
  const search = (sought: Sought) => searchFor(text, sought, question, corrections);
  const plain = (about: Asked[] = []) =>
    search({ reading: readMessage(joined(text), local), about, thing: null });
  // Of parking an event may tell.
  if (aside && !mayBeNamed && (asked.thing === null || !isUnknown(aside)))
    return asksForTickets(aside) && !REFUND.test(text) && !ASKS_TO_BOOK.test(text)
      ? withEvent(aside, plain(askedOf(text)))
      : aside;
  const named = readMessage(joined(rest), local);
  const reading: Reading =
    titles.length === 0
      ? named
      : { ...named, topics: titles.map((title) => topicOfWords(title)), match: 'ANY' };
  const last = lastShown(earlier);
  if (last && !mayBeNamed && isRecall(text, reading)) return recallOf(text, last, reading.when);
  if (last && naming === 'NONE' && second !== undefined && asksBothOfShown(first, second, local)) {
    const { thing, about } = detailsOf(second);
    const further = thing ?? (about.length > 0 ? null : contentOf(second));
    return { ...recallOf(first, last), about: [...askedOf(first), ...about], thing: further };
  }

  const otherwise = naming === 'NONE' ? null : (aside ?? (naming === 'MAYBE' ? plain() : null));
  const meant = search({ ...asked, reading, otherwise });
  return meant.kind === 'SMALL_TALK' && otherwise ? otherwise : meant;
}

/** "Do I need to sign up for it, and will there be food?" */
function asksBothOfShown(first: string, second: string, local: LocalTime): boolean {
  const { when, hours } = readMessage(second, local);
  const looksOn = LOOKS_FOR_MORE.test(second) || (when ?? hours) !== null;
  const isOfShown = STANDS_FOR_SHOWN.test(first) && !IS_THERE.test(first);
  return isOfShown && !looksOn && isRecall(first, readMessage(first, local));
}

const STANDS_FOR_SHOWN = /\b(?:it|that|there|they|them|this)\b/i;
const IS_THERE = /\b(?:is|are) there\b/i;
const LOOKS_FOR_MORE =
  /\b(?:what|who|where) else\b|\b(?:what|how) about\b|\b(?:can|could) (?:i|we) (?:see|watch|hear|find|go)\b|\b(?:any|some|an)?other\b|\b(?:something|anything|events?|gigs?|jobs?)\b/i;

/** "Which other jobs pay at least $20" does not want others than those that were shown. */
const WHICH_OTHER = /\b(?:which|what) others?\b/i;

/** "Which jobs are there this weekend, and until when can I apply?" */
const LOOKS_FOR_THEM =
  /\b(?:which|what|any|some)\b.{0,30}\b(?:events?|gigs?|jobs?|work|concerts?|shows?|games?|talks?|lectures?|workshops?|exhibitions?|exhibits?|class(?:es)?)\b/i;

/** What a message says, and what it asks of one event. */
interface Sought {
  reading: Reading;
  about: Asked[];
  thing: string | null;
  kind?: string;
  otherwise?: Intent | null;
}

/** The search for what a message wants. */
function searchFor(
  text: string,
  { reading, about, thing, kind, otherwise = null }: Sought,
  { text: typed, local, earlier }: Question,
  corrections: Correction[],
): Intent {
  const foreign = isForeign(text);
  const recommends = RECOMMENDS.test(text);
  const goesOn = !foreign && (continues(text, reading) || (recommends && settled(reading) === null));
  const kept = goesOn ? context(earlier, local, corrections) : null;
  const carriesOn = kept !== null;
  const whole = carriesOn ? wentOn(kept, reading, text, local) : reading;
  const kinds = topicsOfKind(kind);
  const filters = settled(whole) ?? (recommends || EVERYTHING.test(text) ? ANYTHING : null);
  if (!filters) return { kind: 'SMALL_TALK', about: foreign ? 'FOREIGN' : 'OTHER' };
  // "What would you suggest?" asks for things to do.
  const type = filters.type ?? (recommends && filters.topics.length === 0 ? 'EVENT' : null);
  return {
    kind: 'SEARCH',
    filters: { ...filters, type, wished: [...filters.wished, ...kinds] },
    kinds: TELLING_KIND.test(kind ?? '') ? kinds : [],
    carriesOn,
    more: carriesOn && asksForMore(text) && !(reading.money && WHICH_OTHER.test(text)),
    corrections: corrections.filter(({ written }) => wholeWord(written).test(readable(typed))),
    foreign,
    asksIfOn: ASKS_IF_ON.test(text),
    about: filters.order === 'MOST_POSITIONS' ? ['POSITIONS'] : about,
    thing,
    beside: null,
    ofShown: false,
    otherwise,
  };
}

/** A class may be one of anything. */
const TELLING_KIND = /\b(?:concert|game|match|talk|lecture|workshop|tour)\b/i;

/** Whether it is answered better by the event that a message names: "how do I apply for the stage hands gig". */
function isOfNamed(aside: Intent): boolean {
  return aside.kind === 'HELP' && aside.topics.every((topic) => topic === 'TICKETS' || topic === 'APPLY');
}

/** "Can we get a family ticket for the Ironbacks?" */
function asksForTickets(aside: Intent): aside is Help {
  return aside.kind === 'HELP' && aside.topics.every((topic) => topic === 'TICKETS');
}

/** What nobody does here for others. */
const ASKS_TO_BOOK =
  /\b(?:can|could|will|would) you (?:please )?(?:book|reserve|buy|order) (?:me|us)\b|\b(?:through|via) you\b/i;

/** What no event tells. */
const REFUND = /\brefunds?\b/i;

/** The same, or what it asks of an event, if it says more than common words. */
function withEvent(help: Help, meant: Intent): Help {
  const mayName = meant.kind === 'SEARCH' && !meant.filters.topics.every(isCommon);
  return mayName ? { ...help, ofEvent: meant } : help;
}

function isUnknown(aside: Intent): boolean {
  return aside.kind === 'SMALL_TALK' && aside.about === 'UNKNOWN';
}

/** What the message before asked of how the service does something; undefined where it asked for something else. */
function helpBefore(earlier: Exchange[]): HelpTopic[] | undefined {
  const last = earlier.at(-1);
  const aside = last && readAside(readable(last.text));
  return aside?.kind === 'HELP' ? aside.topics : undefined;
}

/** How a message goes on from such a question: "and if I change my mind?" */
const ASKS_ON = /^(?:(?:ok(?:ay)?|so)[\s,]+)?(?:and|but|what if|what about|then|after that|if|when)\b/i;

/** What a message wants that no event answers; undefined where it asks for events. */
function readAside(text: string, before?: HelpTopic[]): Intent | undefined {
  if (isCrisis(text)) return { kind: 'HELP', topics: ['CRISIS'] };
  if (isForeign(text)) return undefined;
  const about = readSmallTalk(text);
  if (about) return { kind: 'SMALL_TALK', about };
  const topics = readHelp(text, before !== undefined && ASKS_ON.test(text), before);
  return topics.length > 0 ? { kind: 'HELP', topics } : undefined;
}

/** Only the filters of a question that stands by itself; null where events cannot answer it. */
export function filtersOf(text: string, local: LocalTime): Filters | null {
  const intent = understand({ text, local, earlier: [] });
  return intent.kind === 'SEARCH' ? intent.filters : null;
}

const ASKS_IF_ON = /\b(?:still (?:on|happening|going on|taking place)|cancel?led|called off|postponed)\b/i;
/** It leaves the choice to the assistant. */
const RECOMMENDS =
  /\b(?:should|must|can)(?:n'?t| not)? (?:i|we) miss\b|\bnot (?:to )?(?:be )?miss(?:ed)?\b|\bmust[- ]sees?\b|\b(?:(?:any|some)thing (?:good|nice|cool|fun|interesting|worth)|what (?:should|would|could|can) (?:i|we) (?:go to|do|see|check out)|(?:recommend|suggest)\w*|is there (?:any|some)thing (?:where|(?:that )?(?:i|we|my|our)))\b/i;
/** It asks for whatever there is. */
const EVERYTHING =
  /^(?:(?:just )?(?:show|give|list|tell) (?:me |us )?)?(?:everything|anything|whatever|all of (?:it|them))(?: (?:good|you have|you've got|there is|at all|please))?\W*$|\b(?:surprise me|what (?:do|have) you (?:have|got)|what is there|what's there|what's new|what(?:'s| is| was| got)(?: been)? (?:cancel?led|postponed|called off))\W*$/i;
/** No condition at all. */
export const ANYTHING: Filters = {
  type: null,
  topics: [],
  match: 'ALL',
  unwanted: [],
  wished: [],
  place: [],
  free: false,
  pay: null,
  order: null,
  priced: false,
  price: null,
  when: null,
  hours: null,
  lasts: null,
  themes: [],
  onCampus: false,
  people: null,
};

function corrected(text: string, corrections: Correction[]): string {
  return corrections.reduce((so, { written, read }) => so.replace(wholeWord(written), () => read), text);
}

function wholeWord(word: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}])${word}(?![\\p{L}\\p{M}])`, 'giu');
}

/** Several questions in a row: "chess? board games?" */
const ONE_OF_QUESTIONS = /(?<=(?:^|\? )[\p{L}\p{N}&' ]{2,25})\?(?= [\p{L}\p{N}&' ]{2,25}\?)/gu;

/** "any career fairs? need an internship" */
const AND_ANOTHER =
  /(?<=[\p{L}\p{N}])\?+ (?:i(?:'m| am)? )?(?:really |also )?(?:need|want|looking for|trying to (?:get|find)) (?:an?|some) /giu;

/** "pottery, sewing, woodwork": three or more that are no times. */
const COMMA_LIST =
  /(?:(?!(?:to|mon|tues|wednes|thurs|fri|satur|sun)?(?:day|night|morrow|weekend)\b)\p{L}[\p{L}'-]*(?: \p{L}[\p{L}'-]*)?, (?:and |or )?){2,}(?=\p{L})/giu;

/** "jazz, blues or rock" */
const COMMA_BEFORE_OR = /, (?!(?:any|some|is|are|what|which|where|who)\b)(?=[\p{L}\p{N}' -]{2,25},? or )/giu;

/** "between 1 and 5 May" is read as "1 - 5 May", which the library takes for a span; questions in a row as alternatives. */
function joined(text: string): string {
  return text
    .replace(ONE_OF_QUESTIONS, ' or')
    .replace(COMMA_LIST, (list) => list.replace(/, (?:and |or )?/g, ' or '))
    .replace(COMMA_BEFORE_OR, ' or ')
    .replace(AND_ANOTHER, ' or ')
    .replace(/\bbetween (.{1,30}?) and (?=\S)/gi, '$1 - ');
}

/** A bare weekday: "and on Sunday?" */
const WEEKDAY = /(?<!\b(?:this|next|last|coming) )\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b(?! the \d)/i;

/** What a message means that goes on from others. Its bare weekday is the first after the day spoken of, where that is a week ahead. */
function wentOn(before: Reading, reading: Reading, text: string, local: LocalTime): Reading {
  const { now, zone } = local;
  const from = before.when?.from ?? now;
  const isToday = (reading.when?.from ?? now) < zone.instantOf(startOfDay(zone.wallOf(now)) + DAY_MS);
  const isAfter = from > now && WEEKDAY.test(text) && (isToday || from >= now + 6 * DAY_MS);
  const inEvening =
    zone.wallOf(from) % DAY_MS >= EVENING * HOUR_MS ? text.replace(LATE_HOUR, '$1 $2pm') : text;
  const next =
    isAfter || inEvening !== text
      ? readMessage(joined(inEvening), { now: isAfter ? from : now, zone })
      : reading;
  const timed =
    ALL_DAY.test(text) || next.topics.length > 0
      ? next
      : { ...next, when: atSameHours(before.when, next.when, local) };
  return carriedOn(before, withAmount(before, timed, text), text, local);
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
function context(earlier: Exchange[], { now, zone }: LocalTime, corrections: Correction[]): Reading | null {
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
