import { stemmer } from 'stemmer';
import { DAY_MS } from '../../common/instant.js';
import type { AskedWords } from './asked-words.js';
import { hasAll } from './called.js';
import {
  beginningOf,
  findAnswer,
  findAnyPhrase,
  findLength,
  findRide,
  findThing,
  findWords,
  MAX_AT_LENGTH,
  UNCOMMON,
  writtenWords,
} from './find-answer.js';
import type { NamedEvent } from './found.js';
import type { Asked, Recall, Topic } from './interpreter.js';
import { sayPay, sayTotal, UNPAID } from './say-pay.js';
import { NO_PLACE_YET, quoted } from './say-text.js';
import { sayLength, sayTime, sayTimeOf } from './say-time.js';
import type { LocalTime } from './zone.js';

/** What is asked of events. */
export type AskedOf = Pick<Recall, 'about' | 'thing'> & {
  words?: AskedWords;
};

/** One thing that is asked: what an event tells of it, and what is said where it tells nothing. */
interface Ask {
  /** Empty where its title or place, which stand with it, tell it; undefined where nothing does. */
  tell(event: NamedEvent): string | undefined;
  unknown?: string;
}

const SEE_PAGE = 'See its own page.';
const TICKETED = 'Its tickets are sold on its own page; what they cost, its text does not say.';
/** What is said where nothing is told. */
export const UNKNOWN: Record<Exclude<Asked, 'SUBJECT'>, string> = {
  PRICE: `Its text does not say what it costs. ${SEE_PAGE}`,
  SIGN_UP: `Its text does not say whether one has to sign up. ${SEE_PAGE}`,
  ORGANIZER: `Its text does not say who is behind it. ${SEE_PAGE}`,
  BRING: `Its text does not say what to bring or to wear. ${SEE_PAGE}`,
  AUDIENCE: `Its text does not say who may come. ${SEE_PAGE}`,
  ADDRESS: 'The address is not given, only the name of the place.',
  APPLY_BY: 'It is open, and no deadline is given.',
  POSITIONS: 'How many people are needed is not given.',
  COUNT: 'How many people go, and how many places are left, I cannot tell.',
  DISTANCE: 'I cannot measure how far it is: the place is named with each.',
  END: 'When it ends is not given.',
  DURATION: 'When it ends is not given.',
  HOURS: `Its text does not say at which hours it is open. ${SEE_PAGE}`,
  OPENING_HOURS: 'When a place is open I do not know: I know what takes place there.',
};

const NO_DEADLINE = `Its text does not say until when one can sign up. ${SEE_PAGE}`;

/**
 * What events tell of what is asked, each in sentences, and what is said of that which not all of them tell.
 * @param names of those who posted them, by their ids
 */
export function sayFacts(
  events: NamedEvent[],
  asked: AskedOf,
  local: LocalTime,
  names: ReadonlyMap<string, string> = new Map(),
): { facts: string[][]; unknown: string[] } {
  const asks = asksOf(asked, local, {
    names,
    isOne: events.length === 1,
    areGigs: events.every(({ type }) => type === 'GIG'),
  });
  const told = events.map((event) => asks.map(({ tell }) => tell(event)));
  const facts = told.map((each) => [...new Set(each.flatMap((fact) => fact || []))]);
  const isToldOtherwise =
    asked.words?.leastBeside !== undefined && told.every((each) => each.at(-1) !== undefined);
  const unknown = (isToldOtherwise ? [] : asks).flatMap((ask, at) => {
    const telling = told.filter((each) => each[at] !== undefined).length;
    if (telling === events.length || ask.unknown === undefined) return [];
    if (telling > 0) return [sayOthers(events.length - telling)];
    return [events.length > 1 ? ofSeveral(ask.unknown) : ask.unknown];
  });
  return { facts, unknown: withoutOneBesideOthers([...new Set(unknown)]) };
}

/** Of "the other one" and "the others", who do not say, the others. */
function withoutOneBesideOthers(unknown: string[]): string[] {
  return unknown.includes(sayOthers(2)) ? unknown.filter((said) => said !== sayOthers(1)) : unknown;
}

/**
 * What events tell of what is asked, each by its number in the answer; what all of them tell is said once.
 * @param isOnly whether the answer names one event and no other
 */
export function sayOfEach(
  events: NamedEvent[],
  asked: AskedOf,
  local: LocalTime,
  { names, isOnly }: { names: ReadonlyMap<string, string>; isOnly: boolean },
): string[] {
  const { facts, unknown } = sayFacts(events, asked, local, names);
  if (isOnly || (events.length > 1 && isShared(facts))) return [...(facts[0] ?? []), ...unknown];
  const numbers = new Map<string, number[]>();
  for (const [at, each] of facts.entries())
    if (each.length > 0) numbers.set(each.join(' '), [...(numbers.get(each.join(' ')) ?? []), at + 1]);
  const told = [...numbers].map(([fact, of]) => `No. ${sayList(of)}: ${fact}`);
  if (events.length > 1) return [...told, ...unknown];
  // One of several is told of: "its text" would not say whose.
  return unknown.length > 0
    ? [...told, told.length > 0 ? 'It does not say the rest.' : 'No. 1 does not say.']
    : told;
}

/** "1, 2 and 4". */
function sayList(numbers: number[]): string {
  const [last, ...others] = [...numbers].reverse();
  return others.length > 0 ? `${others.reverse().join(', ')} and ${last}` : `${last}`;
}

/** Whether all tell the same, as dates of one series do. */
export function isShared([first = [], ...others]: string[][]): boolean {
  return first.length > 0 && others.every((other) => other.join() === first.join());
}

/** The same of several events: "None of their texts says what it costs." */
function ofSeveral(unknown: string): string {
  return unknown
    .replace(/^Its text (?:does not say|says nothing)/, (said) =>
      said.endsWith('nothing') ? 'None of their texts says anything' : 'None of their texts says',
    )
    .replace(SEE_PAGE, 'See their own pages.');
}

/** The sentence of an event's text with a topic that neither its title, nor its place, nor its summary has. */
export function sayMention({ title, place, summary, description }: NamedEvent, topics: Topic[]): string[] {
  const shown = `${title} ${place} ${summary ?? ''}`;
  const unseen = topics.filter(({ words, category }) => category === null && !findAnyPhrase(shown, words));
  const said = findAnyPhrase(
    description,
    unseen.flatMap(({ words }) => words),
  );
  return said === undefined ? [] : [`It says: ${quoted(said)}`];
}

/** The sentence of an event's text with an uncommon one of some words beside those of its name, where its summary does not tell it. */
export function sayWords(event: NamedEvent, words: string[]): string[] {
  const said = findWords(event.description, besideName(event, words), UNCOMMON);
  return said === undefined || event.summary?.includes(said) ? [] : [`It says: ${quoted(said)}`];
}

/** What the texts of events tell of something, each by its number in the answer. */
export function sayAnswers(events: NamedEvent[], asked: Asked): string[] {
  return numbered(answersOf(events, asked));
}

/** The same of their price, and that others do not tell it. */
export function sayPrices(events: NamedEvent[]): string[] {
  const prices = answersOf(events, 'PRICE');
  const told = numbered(prices);
  const unknown = events.filter(({ type }, at) => type === 'EVENT' && !prices[at]).length;
  if (unknown === 0) return told;
  return told.length > 0 ? [...told, sayOthers(unknown)] : [NO_PRICES];
}

/** For whom or when they are free, where that is not everyone. */
export function sayFreeFor(events: NamedEvent[]): string[] {
  return numbered(
    answersOf(events, 'PRICE').map((said) => (said && IS_FREE_FOR.test(said) ? said : undefined)),
  );
}

const IS_FREE_FOR =
  /[$€£]\s?\d|\bfree (?:for|with|to|if|until|before)\b(?! (?:all|everyone|everybody|any\p{L}*|attend|enter|join|the public|(?:and )?open)\b)/iu;

function sayOthers(silent: number): string {
  return silent === 1 ? 'The other one does not say.' : 'The others do not say.';
}

function answersOf(events: NamedEvent[], asked: Asked): (string | undefined)[] {
  return events.map(({ description }) => findAnswer(description, asked));
}

function numbered(answers: (string | undefined)[]): string[] {
  return answers.flatMap((said, at) => (said ? `No. ${at + 1} says: ${quoted(said)}` : []));
}

const NO_PRICES = 'What an event costs I know only where its text says so: see its own page.';

function asksOf(
  { about, thing, words }: AskedOf,
  local: LocalTime,
  { names, isOne, areGigs }: { names: ReadonlyMap<string, string>; isOne: boolean; areGigs: boolean },
): Ask[] {
  const asks: Ask[] = about.map((asked) => ({
    tell: (event: NamedEvent) => {
      if (asked === 'SUBJECT' && isOne) return sayAllOf(event, local);
      // Beside what events cost, what a gig pays stands with it already.
      if (asked === 'PRICE' && event.type === 'GIG' && !areGigs) return undefined;
      return factOf(event, asked, local) ?? (asked === 'ORGANIZER' ? posterOf(event, names) : undefined);
    },
    unknown: asked === 'SUBJECT' ? undefined : unknownOf(asked, areGigs),
  }));
  if (thing !== null)
    asks.push({
      tell: ({ title, place, description, isTicketed }) =>
        thing === 'tickets' && isTicketed
          ? TICKETED
          : (sayQuote(findThing(description, thing)) ??
            (hasAll(`${title} ${place}`, thing) ? '' : undefined)),
      unknown: `Its text says nothing about ${quoted(thing)}. ${SEE_PAGE}`,
    });
  const others = [...asks];
  if (words)
    asks.push({
      tell: (event) => {
        const told = others.flatMap(({ tell }) => tell(event) ?? []);
        const asking = told.length > 0 ? words.asking.filter((word) => !OF_PRICES.test(word)) : words.asking;
        const asked = [...asking, ...besideName(event, words.naming)];
        const least = told.length > 0 ? (words.leastBeside ?? words.least) : words.least;
        const said = findWords(event.description, asked, least);
        const isSaid = [event.summary, ...told].some((fact) => said !== undefined && fact?.includes(said));
        return isSaid ? undefined : sayQuote(said);
      },
    });
  return asks;
}

function unknownOf(asked: Exclude<Asked, 'SUBJECT'>, areGigs: boolean): string {
  if (asked === 'APPLY_BY' && !areGigs) return NO_DEADLINE;
  return UNKNOWN[areGigs && asked === 'COUNT' ? 'POSITIONS' : asked];
}

/** Where something else is told, these words asked for it: free snacks are not meant. */
const OF_PRICES = /^(?:free|costs?|prices?|tickets?)$/;

/** The words that neither title nor place has: these ask, and do not name. */
export function besideName({ title, place }: NamedEvent, words: string[]): string[] {
  const stems = new Set(writtenWords(`${title} ${place}`).map(stemmer));
  return words.filter((word) => !stems.has(stemmer(word)));
}

/** What there is to say of an event beside its title, time, place and pay. */
function sayAllOf(event: NamedEvent, local: LocalTime): string | undefined {
  const text = beginningOf(event.description);
  const others = (['POSITIONS', 'APPLY_BY', 'ADDRESS'] as const).map((asked) => factOf(event, asked, local));
  // Without a summary its text hardly says what it is.
  const tags = event.summary === null ? sayTags(event) : undefined;
  const all = [tags, text && `From its text: ${quoted(text, MAX_AT_LENGTH)}`, ...others].filter(Boolean);
  return all.length > 0 ? all.join(' ') : undefined;
}

function factOf(event: NamedEvent, asked: Asked, local: LocalTime): string | undefined {
  const { type, startAt, endAt, description, summary, applyBy, positions } = event;
  if (asked === 'SUBJECT') return summary === null ? sayTags(event) : `From its text: ${quoted(summary)}`;
  if (asked === 'ADDRESS' && NO_PLACE_YET.test(event.place)) return 'The place is not announced yet.';
  if (asked === 'ADDRESS') return joinedFacts(sayAddress(event), sayQuote(findRide(description)));
  if (asked === 'POSITIONS' || (type === 'GIG' && asked === 'COUNT'))
    return positions === null
      ? undefined
      : `${positions} ${positions === 1 ? 'person is' : 'people are'} needed.`;
  if (asked === 'APPLY_BY' && event.isTaken) return 'So it may take no applications.';
  if (asked === 'APPLY_BY' && type === 'EVENT') return sayQuote(findAnswer(description, asked));
  if (asked === 'APPLY_BY')
    return applyBy === null ? undefined : `You can apply until ${sayTime(Date.parse(applyBy), null, local)}.`;
  // What lasts no longer than a day is open for as long as it lasts.
  const isOfDay = endAt !== null && Date.parse(endAt) - Date.parse(startAt) <= DAY_MS;
  if (asked === 'HOURS' && isOfDay) return `It is on ${sayTimeOf(event, local)}.`;
  if (asked === 'END')
    return endAt === null ? undefined : `It ends ${sayTime(Date.parse(endAt), null, local)}.`;
  if (asked === 'DURATION')
    return joinedFacts(
      endAt === null ? undefined : `It lasts ${sayLength(Date.parse(endAt) - Date.parse(startAt))}.`,
      sayQuote(findLength(description)),
    );
  if (type === 'GIG' && asked === 'PRICE') return sayWhatItPays(event);
  if (type === 'GIG' && asked === 'SIGN_UP') {
    const until = applyBy === null ? '' : ` until ${sayTime(Date.parse(applyBy), null, local)}`;
    return `To take it on, open it and send an application${until}, with a message if you like. Its owner decides, and you get a notification.`;
  }
  const said = sayQuote(findAnswer(description, asked));
  if (asked !== 'PRICE') return said;
  if (said && FREE_FOR_SOME.test(said) && !PRICED.test(said)) return `${said} ${OTHERS_PAY}`;
  return event.isTicketed ? (said ?? TICKETED) : said;
}

/** "Children under 2 are free on a lap." */
const FREE_FOR_SOME =
  /\b(?:under|children|kids|members|students?|seniors)\b[^.]*\bfree\b|\bfree (?:for|with)\b[^.]*\b(?:under|children|kids|members|students?|seniors)\b/i;
const PRICED = /[$€£]\s?\d|\b(?:all|everyone|everybody|public|others)\b/i;
const OTHERS_PAY = 'What others pay, its text does not say.';

/** What there is to say of both. */
function joinedFacts(...facts: (string | undefined)[]): string | undefined {
  return facts.filter((fact) => fact !== undefined).join(' ') || undefined;
}

/** Tags that say what an event is. */
const MOST_TAGS = 3;

function sayTags({ tags }: NamedEvent): string | undefined {
  const [first, ...others] = tags.slice(0, MOST_TAGS).map((tag) => quoted(tag));
  if (!first) return undefined;
  return others.length === 0 ? `Its tag is ${first}.` : `Its tags are ${[first, ...others].join(', ')}.`;
}

/** The address of an event, if it has one. */
export function sayAddress({ address }: NamedEvent): string | undefined {
  return address ? `The address is ${quoted(address)}.` : undefined;
}

function sayWhatItPays(event: NamedEvent): string {
  const pay = sayPay(event);
  const total = sayTotal(event);
  return `It ${pay === UNPAID ? 'is ' : ''}${pay}${total ? `, ${total}` : ''}.`;
}

function posterOf({ creatorId }: NamedEvent, names: ReadonlyMap<string, string>): string | undefined {
  const name = creatorId === null ? undefined : names.get(creatorId);
  return name && `It was posted by ${quoted(name)}.`;
}

function sayQuote(said: string | undefined): string | undefined {
  return said && `It says: ${quoted(said)}`;
}
