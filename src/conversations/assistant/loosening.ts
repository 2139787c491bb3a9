import type { EventType } from '../../events/event.entity.js';
import type { Category, Filters, Loosening, Topic } from './interpreter.js';
import {
  isCommon,
  isKnown,
  TAUGHT,
  tellingOf,
  topicOfCategory,
  topicOfWords,
} from './offline/read-topics.js';

type GivenUp = Exclude<Loosening, 'mention' | 'words' | 'unsaid' | 'wish'>;

/** The topics that are given up while others stay, and that the answer names as missing. */
export const DROPPED = {
  common: (topic: Topic) => isCommon(topic) || topic.forWhom === true,
  unknown: (topic: Topic) => !isKnown(topic),
} as const;

/** What is given up so that the answer names the words that are missing. */
export const NAMES_WORDS: ReadonlySet<string> = new Set(Object.keys(DROPPED));

/** What may be given up where further ones are named on demand: the answer is still of what was asked for. */
export const HAS_MORE: ReadonlySet<string> = new Set(['title', ...NAMES_WORDS]);

/** How each condition is given up; null where it is not set, or too little would be left. */
const GIVE_UP: Record<GivenUp, (filters: Filters) => Filters | null> = {
  title: (filters) => {
    const named = [...filters.topics, ...filters.place.map((word) => topicOfWords(word))];
    return named.length > 1 && filters.match === 'ALL'
      ? { ...filters, topics: named, place: [], match: 'TITLE' }
      : null;
  },
  common: (filters) =>
    areCommonBesideOthers(filters)
      ? { ...filters, topics: [], wished: [...filters.wished, ...filters.topics] }
      : only(filters, (topic) => !DROPPED.common(topic)),
  kind: (filters) => {
    const topics = filters.topics.flatMap((topic) => (isOfKind(topic) ? insteadOfKind(topic) : [topic]));
    const isNamed = topics.some((topic) => !isKnown(topic));
    const isOther =
      topics.length < filters.topics.length || topics.some((topic, at) => topic !== filters.topics[at]);
    return isNamed && isOther && filters.match === 'ALL' ? { ...filters, topics } : null;
  },
  taught: (filters) => only(filters, (topic) => topic !== TAUGHT),
  unknown: (filters) => only(filters, (topic) => !DROPPED.unknown(topic)),
  whole: (filters) => only(filters, ({ category }) => category === null),
  most: (filters) => {
    const topics = tellingOf(filters.topics);
    return topics.length > 1 && filters.match === 'ALL' ? { ...filters, topics, match: 'MOST' } : null;
  },
  any: (filters) =>
    filters.topics.length > 2 && filters.match === 'ALL' ? { ...filters, match: 'ANY' } : null,
  near: (filters) => {
    const near = filters.topics.flatMap(nearTopic);
    return near.length > 0 && filters.topics.some(isNarrow)
      ? {
          ...filters,
          type: filters.type ?? typeOf(near),
          topics: near,
          match: 'ANY',
          wished: [...filters.wished, ...filters.topics.flatMap(headTopic)],
          order: filters.order === 'SOONEST' ? null : filters.order,
        }
      : null;
  },
  topics: (filters) =>
    filters.topics.length > 0 && (filters.when || filters.place.length > 0 || filters.type === 'GIG')
      ? { ...filters, topics: [], match: 'ALL' }
      : null,
  when: (filters) => {
    if (!filters.when && !filters.hours) return null;
    const hours = filters.when && filters.hours?.isWanted === false ? filters.hours : null;
    return { ...filters, when: null, hours, ...themed(filters) };
  },
  price: (filters) =>
    filters.free || filters.pay || filters.price
      ? {
          ...filters,
          free: false,
          pay: null,
          price: null,
          priced: (filters.free || filters.price !== null) && filters.type !== 'GIG',
        }
      : null,
  length: (filters) => {
    const { lasts, order } = filters;
    if (!lasts) return null;
    // The shortest first where it should be short, the longest first where it should be long.
    const byLength = lasts.most !== null ? 'SHORTEST' : lasts.least !== null ? 'LONGEST' : null;
    return { ...filters, lasts: null, order: order ?? byLength };
  },
  type: (filters) =>
    (filters.type && filters.place.length > 0 && filters.topics.length === 0) ||
    (filters.type === 'EVENT' && filters.topics.length > 0 && filters.topics.every(DROPPED.unknown))
      ? { ...filters, type: null, pay: null }
      : null,
  place: (filters) =>
    (filters.place.length > 0 || filters.campus) && (filters.topics.length > 0 || filters.when)
      ? { ...filters, place: [], campus: null }
      : null,
};

/** The conditions to give up, in the order in which that is tried: first the topic, then the time, then the rest. */
const LOOSENINGS: readonly GivenUp[][] = [
  ['length'],
  ['title'],
  ['common'],
  ['kind'],
  ['unknown'],
  ['whole'],
  ['most'],
  ['any'],
  ['near'],
  ['when'],
  ['price'],
  ['type'],
  ['place'],
  ['when', 'price'],
  ['place', 'price'],
  ['title', 'when'],
  ['common', 'when'],
  ['unknown', 'when'],
  ['most', 'when'],
  ['any', 'when'],
  ['near', 'when'],
  ['near', 'place'],
  ['place', 'when'],
  ['topics'],
];

const IS_LIMITED = {
  price: ({ price }: Filters) => price !== null,
  length: ({ lasts }: Filters) => lasts !== null,
  taught: ({ topics }: Filters) => topics.includes(TAUGHT),
};

/** Filters with as few conditions given up as possible, those that are closest to the question first. */
export function loosened(asked: Filters): { filters: Filters; without: Loosening[] }[] {
  const ofSteps = orderFor(asked).flatMap((without, at, steps) => {
    // A limit once given up stays given up.
    const limits = (['price', 'length', 'taught'] as const).filter(
      (limit) => IS_LIMITED[limit](asked) && steps.slice(0, at).some(([first]) => first === limit),
    );
    const left = limits.reduce((so, limit) => GIVE_UP[limit](so)!, asked);
    const filters = without.reduce<Filters | null>((left, part) => left && GIVE_UP[part](left), left);
    return filters ? [{ filters, without }] : [];
  });
  return [...titledAtPlace(asked), ...ofSteps];
}

/** "Kid Meridian at Lantern Hall": the title by its own words, or by the telling ones, before those of the place are taken for some of it. */
function titledAtPlace(asked: Filters): { filters: Filters; without: Loosening[] }[] {
  const isNamed = asked.place.length > 0 && asked.topics.length > 1 && asked.match === 'ALL';
  if (!isNamed) return [];
  const common = only(asked, (topic) => !isCommon(topic));
  return [
    { filters: { ...asked, match: 'TITLE' }, without: ['title'] },
    ...(common ? [{ filters: common, without: ['common' as const] }] : []),
  ];
}

/** "Something quiet on Friday evening" wants something on Friday evening, and "something quieter, and free" something free. */
function areCommonBesideOthers({ topics, when, hours, free }: Filters): boolean {
  return topics.length > 0 && ((when ?? hours) !== null || free) && topics.every(isCommon);
}

/** Whether what fits all of it may be had at another time than the one that is asked for. */
export function mayBeAtAnotherTime(asked: Filters, [given, other]: Loosening[]): boolean {
  if (other !== undefined || (asked.when ?? asked.hours) === null) return false;
  if (given === 'length') return true;
  if (given === 'price') return (asked.free || asked.price !== null) && asked.type !== 'GIG';
  return given === 'near' || given === 'topics' || (given === 'common' && areCommonBesideOthers(asked));
}

/** What an event costs is rarely said: a limit is given up first, and so is whether it is free. A class is rather one of another day. */
function orderFor({ free, price, type, topics, place, themes }: Filters): readonly GivenUp[][] {
  // "Classes at the rec center" are whatever is on there.
  if (place.length > 0 && topics.length > 0 && topics.every(({ said }) => KIND.test(said)))
    return [['topics'], ...LOOSENINGS];
  if (topics.includes(TAUGHT)) return [['when'], ['unknown'], ['taught'], ...LOOSENINGS];
  // Who asks for a party on New Year's Eve wants to go out then.
  const steps =
    themes.length > 0
      ? LOOSENINGS.toSorted((one, other) => givesUpTime(one) - givesUpTime(other))
      : LOOSENINGS;
  if (!price && (!free || type === 'GIG')) return steps;
  return [['price'], ...steps.filter(([first]) => first !== 'price')];
}

const givesUpTime = (parts: readonly GivenUp[]) => Number(parts.includes('when'));

/** With some of the topics that have to match together. What has others comes first. */
function only(filters: Filters, isKept: (topic: Topic) => boolean): Filters | null {
  const topics = filters.topics.filter(isKept);
  const isLess = topics.length > 0 && topics.length < filters.topics.length && filters.match === 'ALL';
  if (!isLess) return null;
  const dropped = filters.topics.filter((topic) => !isKept(topic));
  return { ...filters, topics, wished: [...filters.wished, ...dropped] };
}

/** "The coyote talk" may be called so nowhere. */
const KIND =
  /^(?:talks?|lectures?|seminars?|workshops?|class(?:es)?|lessons?|courses?|sessions?|concerts?|shows?|performances?|plays?|theat(?:er|re)|games?|match(?:es)?|tournaments?|festivals?|films?|movies?|exhibits?|exhibitions?|tours?)$/i;

function isOfKind({ said }: Topic): boolean {
  return KIND.test(said);
}

/** The category of a talk; nothing for a workshop, which is a category and may be one of technology. */
function insteadOfKind(topic: Topic): Topic[] {
  if (topic.category !== null) return [];
  const near = nearTopic(topic);
  return near.length > 0 ? near : [topic];
}

function isNarrow({ category }: Topic): boolean {
  return category === null;
}

/** The whole category that a topic belongs to. */
function nearTopic({ category, near }: Topic): Topic[] {
  const whole = category ?? near;
  return whole ? [topicOfCategory(whole)] : [];
}

/** What sport a topic of several words is: "men's basketball" is basketball. */
function headTopic({ words, near }: Topic): Topic[] {
  const [, head] = /\s(\S+)$/.exec(words[0] ?? '') ?? [];
  return near !== 'SPORTS_RECREATION' || head === undefined ? [] : [{ ...topicOfWords(head), isAside: true }];
}

/** Categories that only gigs have. */
const OF_GIGS = new Set<Category | null>([
  ...(['MOVING_DELIVERY', 'TUTORING', 'EVENT_STAFFING', 'CREATIVE_DIGITAL', 'HOME_HELP'] as const),
]);

/** Whoever asks for a topic of events does not want to work at one. */
function typeOf(topics: Topic[]): EventType {
  return topics.every(({ category }) => OF_GIGS.has(category)) ? 'GIG' : 'EVENT';
}

/** Whether a topic is one that only gigs have. */
export function isOfGig({ category, near }: Topic): boolean {
  return OF_GIGS.has(category ?? near);
}

/** What a holiday is about outlives its day. */
function themed({ topics, themes }: Filters): Partial<Filters> {
  return topics.length === 0 && themes.length > 0 ? { topics: [topicOfWords(...themes)], themes: [] } : {};
}
