import type { EventType } from '../../../events/event.entity.js';
import { listed } from '../../../tagging/words.js';
import { NOW_LASTS, type PartOfDay } from '../day-parts.js';
import type { Filters, Hours, Lasting, Order, Pay, PriceLimit, Topic, When } from '../interpreter.js';
import type { LocalTime } from '../zone.js';
import { requestIn, SEEKS_HELP } from './clauses.js';
import { aroundChristmas } from './find-holiday.js';
import { findLasting } from './find-lasting.js';
import { findPay } from './find-pay.js';
import { peopleNeeded } from './find-people.js';
import { findWhen } from './find-when.js';
import type { Meaning } from './question-lexicon.js';
import {
  isCommon,
  isKnown,
  MAX_PLACE,
  MAX_TOPICS,
  readPlace,
  readTopics,
  type Subject,
  sayingWords,
  singular,
  TAUGHT,
  topicOfCategory,
  topicOfWords,
  withTaught,
} from './read-topics.js';
import { reworded } from './reword.js';
import { timeTold, wantsOf } from './wants.js';

/** What the words of one message say, before it is settled what they mean together. */
export interface Reading {
  topics: Topic[];
  match: Filters['match'];
  unwanted: Topic[];
  /** What would be nice. */
  wished: Topic[];
  place: string[];
  money: Pay | null;
  when: When | null;
  part: PartOfDay | null;
  /** A time that is not wanted. */
  excluded: When | null;
  hours: Hours | null;
  lasts: Lasting | null;
  themes: string[];
  /** When what is looked for takes place, where no time is said. */
  season: When | null;
  campus: Filters['campus'];
  people: number | null;
  /** The types that are named, and those that go without saying. */
  namedTypes: EventType[];
  impliedTypes: EventType[];
  free: boolean;
  /** Work for nothing is a topic, and of gigs a condition. */
  volunteers: boolean;
  paid: boolean;
  order: Order | null;
  priced: boolean;
}

/** "no sports", "anything but jazz": up to the next part of the sentence. */
const UNWANTED =
  /\b(?:(?:any|every)thing but|nothing to do with|nothing(?: with| about| like)?|but not|not|no|non|without|except(?: for)?|other than|besides|avoids?|hates?|never (?:really )?(?:liked|enjoyed|loved)|(?:suck|bad|terrible|awful|horrible|no good|not good) (?:at|with)|can'?t (?:stand|do)|don'?t (?:like|want|(?:need|have) to be)|isn'?t|aren'?t|(?:do|does)(?:n'?t| not) (?:involve|include|require|need)|not (?:into|interested in|a fan of)) (?!i\b|i'?m\b|we\b|wait\b|sorry\b|actually\b|like\b|what\b|pa(?:y|ying|id)\b|charge|cost|cover|money|fee|sure|more\b|later|earlier|too\b|very|that|this|so\b|only|just|really|matter|problem|idea|clue|thanks?|worries|exp|experience|at all|far|to\b|else|on\b|is\b|happen|going|be\b|have|know|\d)(?:any |a |an |the |into |interested in |really into |about |of |to |with |more )*(.{2,60}?)(?=\s+(?:on|at|in|for|this|next|please|but|near|today|tonight|tomorrow|around|that|who|which|tho|though|thanks|pls|lol|any|anything|something|what|is there|are there)\b|\s*[;,:?!.()]|\s*$)/giu;
/** Unwanted things that say nothing of an event, and what one need not do there. */
const WITHOUT =
  /\b(?:don'?t|do not|doesn'?t|without|not) (?:have|having|need|needing|require)(?! to be an? )(?! (?:any |heavy |much |a lot of )*(?:lifting|driving|walking|standing|carrying|physical))(?: to)?\b(?:(?! (?:and|but|any (?=\p{L}+ (?:i|where|that|for|on|this)\b))\b)[^,.;!?]){0,40}(?!\p{L})|\b(?:not|no|without|except(?: for)?|other than) (?:an? |any |prior |making |having )*(?:experience|exp|problem|idea|clue|worries|car|appointments?|reservations?|registration|sign-?up|rsvp|tickets?|team|partner)\b/giu;

/** "at the Ohio Union", "near Thompson Library": up to the next such word or sign. */
const PLACE =
  /(?<!\b(?:look|looking|looks|(?:i'm|am|are|be) (?:good|great|bad)|better) )\b(?:at|near|inside|around|close to|closer to|closest to|nearer to|next to|in the|by the|over at)\s+(?:the\s+)?(?!(?:\p{L}+ )?(?:sciences|humanities|arts)\W*(?:$|[,;.?!])|least|most|all|home|night|once|here|me\b|my\b|our\b|work\b|now\b|noon|midnight|moment|morning|afternoon|evening)(.{2,60}?)(?=\s+(?:on|for|with|that|which|who|in|at|this|next|from|to|and|or|about|near|during|every|each|most|all|sold|open|still|clos(?:e|es|ed|ing)|already|going|happening|please|pls|then|today|tonight|tomorrow|instead|too|something|anything)\b|\s*[;,:?!.()]|\s*$)/iu;
/** "in" surely names a place only before a capital: one can also tutor in calculus. */
const IN_PLACE =
  /\bin\s+(?!(?:English|Spanish|French|German|Italian|Portuguese|Russian|Arabic|Hindi|Mandarin|Chinese|Japanese|Korean)\b)((?:\p{Lu}[\p{L}\p{N}']*\s*){1,5})/u;

const ON_CAMPUS =
  /(?<!\b(?:not|live|living|work|working|stay|staying|isn't|aren't|nothing) )\bon[- ]campus\b(?! (?:visit|tour))|^(?:(?:and|but|only|just)[\s,]+)*(?:close to|closer to|near|nearer|next to|nearby) (?:the )?campus\W*$/i;

/** What one plays oneself, the ticket shop does not sell. */
const PLAYS =
  /\b(?:(?:can|could) (?:i|we)|(?:i|we) (?:can|could)|(?:people|others|someone|friends|anyone|team) (?:to|who)|wants? to|wanna|learn to) play\b(?! (?:at|for)\b)/i;

const OFF_CAMPUS =
  /(?<!\b(?:get|go|live|living|going) )\b(?:off|outside|away from)[- ](?:of )?(?:the )?campus\b(?! (?:housing|apartment))|(?<!\b(?:i'm|i am|we're|we are|there|there's) )\b(?:not|nothing) on campus\b/i;

/** Where somebody wants to go: "away from campus", "play soccer". */
function campusIn(text: string): Filters['campus'] {
  const wanted = wantsOf(text);
  if (OFF_CAMPUS.test(wanted)) return 'OFF';
  return ON_CAMPUS.test(wanted) || PLAYS.test(text) ? 'ON' : null;
}

/** "Ideally outdoors", "bonus points for free food": up to the end of that part of the sentence. */
const WISH =
  /,?\s*\b(?:(?:and|but) )?(?:preferably|ideally|hopefully|(?:bonus|extra)(?: points?)? (?:if|for)|even better if|(?:it )?would be (?:nice|great|cool|awesome|perfect) (?:if|to)|(?:i|we)(?:'d| would) prefer)\b([^,.;!?]*)/i;

/** Reads a message by rules. Takes time in the square of its length, which the caller limits. */
export function readMessage(text: string, local: LocalTime): Reading {
  const wanted = asideTold(readWishes(reworded(text), local), text);
  const reading = { ...wanted, campus: campusIn(text), people: peopleNeeded(text) };
  if (hasTime(reading)) return reading;
  const { when } = findWhen(timeTold(text), local);
  const isPast = when === null || (when.to !== null && when.to <= local.now);
  return { ...reading, when: isPast ? reading.season : when };
}

/** What somebody tells of oneself is no topic that no lexicon knows, and beside a topic or a time that is asked for it would only be nice. */
function asideTold(reading: Reading, text: string): Reading {
  const request = requestIn(text);
  if (request === text) return reading;
  const asked = new Set(sayingWords(request));
  const isTold = ({ said }: Topic) =>
    !request.toLowerCase().includes(said) && sayingWords(said).every((word) => !asked.has(word));
  const aside = reading.topics.filter((topic) => isTold(topic) && topic !== TAUGHT && !topic.forWhom);
  const wanted = reading.topics.filter((topic) => !aside.includes(topic));
  const known = aside.filter(isKnown).map((topic) => ({ ...topic, isAside: true }));
  const isEnough = wanted.some(isKnown) || (hasTime(reading) && !SEEKS_HELP.test(request));
  if (isEnough) return { ...reading, topics: wanted, wished: [...reading.wished, ...known] };
  const left = { ...reading, topics: [...known, ...wanted] };
  // "I never coded, where do I start?" wants what is told, whatever it is.
  return settled(left) === null ? reading : left;
}

function hasTime({ when, part, excluded, hours }: Reading): boolean {
  return (when ?? part ?? excluded ?? hours) !== null;
}

function readWishes(said: string, local: LocalTime): Reading {
  const [whole, wish] = WISH.exec(said) ?? [];
  if (whole === undefined) return readWanted(said, local);
  const wanted = readWishes(said.replace(whole, ' ; '), local);
  const wished = readWanted(wish!, local);
  return settled(wanted) === null ? wished : withWish(wanted, wished);
}

/** A wished topic or place is no condition. A time or a price is one, which is given up where nothing meets it. */
function withWish(wanted: Reading, wish: Reading): Reading {
  const place = wish.place.length > 0 ? [{ ...topicOfWords(wish.place.join(' ')), headOnly: true }] : [];
  return {
    ...wanted,
    unwanted: [...wanted.unwanted, ...wish.unwanted],
    wished: each([...wanted.wished, ...wish.topics, ...place]),
    money: wanted.money ?? wish.money,
    when: wanted.when ?? wish.when,
    hours: wanted.hours ?? wish.hours,
    lasts: wanted.lasts ?? wish.lasts,
    part: wanted.part ?? wish.part,
    excluded: wanted.excluded ?? wish.excluded,
    free: wanted.free || wish.free,
    paid: wanted.paid || wish.paid,
    priced: wanted.priced || wish.priced,
    order: wanted.order ?? wish.order,
  };
}

/** The topics, each once. */
function each(topics: Topic[]): Topic[] {
  return [...new Map(topics.map((topic) => [topic.words.join(), topic])).values()];
}

function readWanted(text: string, local: LocalTime): Reading {
  const { lasts, rest: timeless } = findLasting(text);
  const { pay: money, rest: unpaid } = findPay(timeless);
  const { when, part, excluded, hours, themes, rest: undated } = findWhen(unpaid, local);
  const unwanted: string[] = [];
  const wanted = undated.replace(WITHOUT, ' ').replace(UNWANTED, (_, what: string) => {
    unwanted.push(what);
    return ' ; ';
  });
  const [, name = ''] = PLACE.exec(wanted) ?? IN_PLACE.exec(wanted) ?? [];
  const place = readPlace(name).slice(0, MAX_PLACE);
  const about = place.length > 0 ? wanted.replace(name, ' ; ') : wanted;
  const { topics, match, meanings } = withTaught(about, readTopics(about));
  const without = readUnwanted(unwanted);
  // "Stand-up or improv" wants what goes without saying of one of them.
  const isChoice = match === 'ANY' || topics.some(({ said }) => said.includes(' or '));
  return {
    ...{ topics, match, place, money, when, part, excluded, hours, lasts, themes },
    season: meanings.some(({ atChristmas }) => atChristmas) ? aroundChristmas(local) : null,
    campus: null,
    people: null,
    wished: [],
    unwanted: [
      ...without.topics.flatMap((topic) => apartFrom(topics, topic)),
      ...(isChoice ? [] : meanings).flatMap(({ without }) =>
        without ? besideWanted(listed(without), topics) : [],
      ),
      ...meanings.flatMap(({ withoutCategories = [] }) => withoutCategories.map(topicOfCategory)),
    ],
    namedTypes: namedTypesOf(meanings, without.meanings),
    impliedTypes: typesIn(meanings.map(({ implies }) => implies)),
    free: meanings.some(({ free, words }) => free && !words),
    volunteers: meanings.some(({ free, words }) => free && words),
    paid: meanings.some(({ paid }) => paid),
    order: meanings.find(({ order }) => order)?.order ?? null,
    priced: [...meanings, ...without.meanings].some(({ priced }) => priced),
  };
}

/** An unwanted topic that leaves what is wanted: "jazz, no loud concerts" leaves concerts, "comedy but no improv" other comedy. */
function apartFrom(wanted: Topic[], unwanted: Topic): Topic[] {
  const { words, category } = unwanted;
  if (category !== null)
    return wanted.some((topic) => !topic.headOnly && (topic.category ?? topic.near) === category)
      ? []
      : [unwanted];
  const isShared = wanted.some((topic) => topic.words.some((word) => words.includes(word)));
  return [isShared ? { ...unwanted, words: words.slice(0, 1) } : unwanted];
}

/** What is left of the words that go without saying as unwanted: "I am new here, when is the career expo?" */
function besideWanted(unwanted: string[], wanted: Topic[]): Topic[] {
  const phrases = wanted.flatMap((topic) =>
    topic.words.map((phrase) => ` ${phrase.split(' ').map(singular).join(' ')} `),
  );
  const left = unwanted.filter((word) => !phrases.some((phrase) => phrase.includes(` ${singular(word)} `)));
  return left.length > 0 ? [topicOfWords(...left)] : [];
}

/** What is not wanted. "No country music" leaves other music. */
function readUnwanted(unwanted: string[]): Pick<Subject, 'topics' | 'meanings'> {
  const each = unwanted.map((what) => {
    const { topics, meanings } = readTopics(what, { each: true });
    const narrow = topics.filter((topic) => topic.category === null && !isCommon(topic));
    const isOne = narrow.length > 0 && !/\b(?:and|or)\b|[,&]/i.test(what);
    // "Not a sports event" wants other events.
    const whole = topics.length > 0 ? meanings.map((meaning) => ({ ...meaning, type: undefined })) : meanings;
    return { topics: isOne ? narrow : topics, meanings: whole };
  });
  return {
    topics: each.flatMap(({ topics }) => topics).slice(0, MAX_TOPICS),
    meanings: each.flatMap(({ meanings }) => meanings),
  };
}

/** "No gigs" means events. */
function namedTypesOf(meanings: Meaning[], unwanted: Meaning[]): EventType[] {
  const other = typesIn(unwanted.map(({ type }) => type)).map((type) => (type === 'GIG' ? 'EVENT' : 'GIG'));
  return other.length > 0 ? other : typesIn(meanings.map(({ type }) => type));
}

function typesIn(each: (EventType | undefined)[]): EventType[] {
  return [...new Set(each.filter((type) => type !== undefined))];
}

/**
 * The filters that a reading means as a whole: the type first, then what "free", "paid" and an amount mean for it. Null where
 * it asks for nothing.
 */
export function settled(reading: Reading): Filters | null {
  const { namedTypes: named, money, when, place, themes } = reading;
  const unwanted = reading.unwanted.flatMap((topic) =>
    topic.category === null ? [topic] : apartFrom(reading.topics, topic),
  );
  // Who has no money and asks what is free, or for jazz, does not want to work.
  const isSomewhen = (when ?? reading.hours) !== null;
  const wantsOther = reading.free || (reading.priced && (isSomewhen || reading.topics.some(isKnown)));
  const isBroke = wantsOther && named.length === 0 && isOnly(reading.impliedTypes, 'GIG');
  const implied = isBroke ? [] : reading.impliedTypes;
  const isGig = named.includes('GIG') || (named.length === 0 && isOnly(implied, 'GIG'));

  const isPrice = money !== null && !isGig && (named.length + implied.length > 0 || isLimit(money));
  const pay = isPrice ? null : (money ?? (reading.paid ? ANY_PAY : null));
  // Who asks for free food asks for no other price.
  const isOfFreeFood = reading.topics.some(
    ({ category, words }) => category === null && words.includes('free food'),
  );
  const priced = isPrice || (!isGig && reading.priced && !isOfFreeFood && !(isBroke && reading.free));

  const type = typeOf(
    named,
    pay ? ['GIG'] : implied,
    reading.free || (priced && reading.topics.length === 0),
  );
  // Volunteers' gigs are those that pay nothing; volunteering at large is a topic.
  const isUnpaid = type === 'GIG' && reading.volunteers;
  // What a gig is like stands in its text.
  const said =
    type === 'GIG' ? reading.topics.map((topic) => ({ ...topic, headOnly: false })) : reading.topics;
  const topics = isUnpaid ? said.filter(({ category }) => category !== 'COMMUNITY_SERVICE') : said;

  const free = reading.free || isUnpaid;
  const asksForFirst = isOfLength(reading.order) || reading.order === 'ENDING';
  const asksNothing = !type && !asksForFirst && topics.length + unwanted.length + place.length === 0;
  const { match, campus } = reading;
  if (
    asksNothing &&
    !free &&
    !pay &&
    !priced &&
    !when &&
    !reading.hours?.isWanted &&
    !reading.lasts &&
    !campus
  )
    return null;
  return {
    type,
    topics,
    match,
    unwanted,
    wished: reading.wished,
    place,
    free,
    pay,
    order: orderOf(reading.order, type, when),
    priced,
    price: isPrice ? priceLimitOf(money) : null,
    when: type === 'GIG' && when && isNow(when) ? null : when,
    hours: type === 'GIG' && reading.hours ? ofWorkingDays(reading.hours) : reading.hours,
    lasts: reading.lasts,
    themes,
    campus,
    people: type === 'GIG' ? reading.people : null,
  };
}

/** Who works on weekends does not mean the Friday evening before. */
export function ofWorkingDays(hours: Hours): Hours {
  return hours.begins < 0 && hours.days ? { ...hours, begins: 0 } : hours;
}

function isOnly(types: EventType[], type: EventType): boolean {
  return types.length === 1 && types[0] === type;
}

/** A gig that there is right now is one to apply for. */
function isNow({ from, to }: When): boolean {
  return to !== null && to - from === NOW_LASTS;
}

/** Whether an order is one of gigs. */
export function isOfPay(order: Order | null): boolean {
  return order === 'BEST_PAID' || order === 'MOST_PAID';
}

/** Whether an order is one of how long something lasts. */
export function isOfLength(order: Order | null): boolean {
  return order === 'SHORTEST' || order === 'LONGEST';
}

/** Only gigs pay, and the latest is the last of a time that ends; of all times it is what is new. */
function orderOf(order: Order | null, type: EventType | null, when: When | null): Order | null {
  // A gig that closes soon takes no applications any more.
  if (order === 'ENDING' && type === 'GIG') return null;
  const isMeant = isOfPay(order) ? type === 'GIG' : order !== 'LATEST' || when?.to != null;
  return isMeant ? order : null;
}

/** More than nothing. */
const ANY_PAY: Pay = { least: 0, most: null, strictly: true, currency: null, per: null };

/** "Under $20": no pay an hour, and no pay of at least something. */
function priceLimitOf({ most, least, per, strictly }: Pay): PriceLimit | null {
  return most !== null && least === null && per === null ? { most, strictly } : null;
}

/** "Under $20" is a price, unless the question is about gigs. */
function isLimit(money: Pay): boolean {
  return priceLimitOf(money) !== null;
}

/** The type that is named, else implied; "free" implies events. */
function typeOf(named: EventType[], implied: EventType[], isFree: boolean): EventType | null {
  const types = named.length > 0 ? named : implied;
  if (types.length > 1) return null;
  return types[0] ?? (isFree ? 'EVENT' : null);
}
