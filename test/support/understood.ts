import type {
  Exchange,
  Filters,
  Intent,
  Pay,
  Topic,
  When,
} from '../../src/conversations/assistant/interpreter.js';
import { filtersOf, understand } from '../../src/conversations/assistant/offline/understand.js';
import { Zone } from '../../src/conversations/assistant/zone.js';

/** Wednesday, 10:00 in New York. */
export const NOW = Date.parse('2026-11-18T15:00:00Z');
export const COLUMBUS = new Zone('America/New_York');
export const LOCAL = { now: NOW, zone: COLUMBUS };

function sayPay({ least, most, strictly, currency, per }: Pay): string {
  const equal = strictly ? '' : '=';
  const limits = [least !== null && `>${equal}${least}`, most !== null && `<${equal}${most}`];
  return [...limits, currency, per].filter(Boolean).join(' ');
}

/** An ISO 8601 interval of New York's time. */
function sayWhen({ from, to }: When): string {
  const say = (time: number) => new Date(COLUMBUS.wallOf(time)).toISOString().slice(0, 16);
  return `${say(from)}/${to === null ? '..' : say(to)}`;
}

const sayTopic = ({ words, category }: Topic) => category ?? words.join('|');

/** What was understood, in short: only what is set; a category for the words that stand for it. */
export function read(question: string, now = NOW) {
  const filters = filtersOf(question, { now, zone: COLUMBUS });
  return filters && inShort(filters);
}

export function inShort(filters: Filters) {
  const {
    type,
    topics,
    match,
    unwanted,
    wished,
    place,
    free,
    pay,
    order,
    priced,
    price,
    when,
    hours,
    themes,
    campus,
    people,
    lasts,
  } = filters;
  return {
    ...(type && { type }),
    ...(topics.length > 0 && { topics: topics.map(sayTopic) }),
    ...(unwanted.length > 0 && { unwanted: unwanted.map(sayTopic) }),
    ...(wished.length > 0 && { wished: wished.map(sayTopic) }),
    ...(match !== 'ALL' && { match }),
    ...(place.length > 0 && { place: place.join(' ') }),
    ...(free && { free }),
    ...(pay && { pay: sayPay(pay) }),
    ...(order && { order }),
    ...(priced && { priced }),
    ...(price && { price: `<${price.strictly ? '' : '='}${price.most}` }),
    ...(themes.length > 0 && { themes: themes[0] }),
    ...(campus && { campus }),
    ...(people !== null && { people }),
    ...(lasts && { lasts: lasts.said }),
    ...(when && { when: sayWhen(when) }),
    ...(hours && { hours: `${hours.isWanted ? '' : 'not '}${hours.said}` }),
  };
}

export const WEEKEND = '2026-11-20T17:00/2026-11-23T00:00';
export const TODAY = '2026-11-18T00:00/2026-11-19T00:00';
export const NOW_ONLY = '2026-11-18T10:00/2026-11-18T10:01';
export const TONIGHT = '2026-11-18T17:00/2026-11-19T04:00';
export const TOMORROW = '2026-11-19T00:00/2026-11-20T00:00';
export const FRIDAY = '2026-11-20T00:00/2026-11-21T00:00';
export const SATURDAY = '2026-11-21T00:00/2026-11-22T00:00';
export const NEXT_WEEK = '2026-11-23T00:00/2026-11-30T00:00';
/** What those leave out who are under age. */
export const FOR_OVER_21 = 'ages 21|21 and up|21 and over|21 and older';
export const STUDY = 'study session|study hall|study tables|homework|tutors|help hours';
export const BEGINNERS = 'beginner|intro|introduction|first lesson|no experience|show you how';
export const COMEDY = 'comedy|standup|stand up comedy|improv';
export const CLASSICAL =
  'classical music|classical|symphony|philharmonic|chamber|string quartet|recital|orchestra';
export const GAMES = 'board games|game night|tabletop';
export const OUTDOORS =
  'outdoor|outside|trail|hike|park|oval|plaza|garden|stadium|arboretum|picnic|5k|roof|rooftop';
/** What those avoid who do not want to meet others. */
export const STRANGERS = 'mixer|networking|trivia|board game|meet people|speed dating|icebreaker|karaoke';
export const VISIT =
  'campus visit|visit day|admitted students|campus tour|prospective students|future students';
export const THANKSGIVING = '2026-11-26T00:00/2026-11-27T00:00';
export const DATE =
  'date night|couples|jazz|symphony|comedy|stargazing|planetarium|theatre|tasting|festival|film';
/** What whoever is new, and whoever wants to meet people, is shown. */
export const MIXERS = 'mixer|meet people|orientation|welcome|meetup|trivia|board games|karaoke|euchre';
export const DECEMBER = '2026-12-01T00:00/2027-01-01T00:00';
export const MAY = '2027-05-01T00:00/2027-05-06T00:00';

export function understandLast(...messages: string[]): Intent {
  return understandLastIn(COLUMBUS, messages);
}

export function understandLastIn(zone: Zone, messages: string[]): Intent {
  const local = { now: NOW, zone };
  const earlier: Exchange[] = [];
  for (const text of messages.slice(0, -1)) {
    const { kind } = understand({ text, local, earlier });
    const namesNone = kind === 'HELP' || kind === 'SMALL_TALK';
    earlier.push({ text, at: NOW - 1000, eventIds: namesNone ? [] : ['a', 'b', 'c'] });
  }
  return understand({ text: messages.at(-1)!, local, earlier });
}

export function readLast(...messages: string[]) {
  const intent = understandLast(...messages);
  return intent.kind === 'SEARCH'
    ? { ...inShort(intent.filters), ...(intent.more && { more: true }) }
    : intent;
}
