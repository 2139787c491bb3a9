import type { EventType } from '../../../events/event.entity.js';
import type { Filters, Pay } from '../interpreter.js';
import type { Meaning } from './question.lexicon.js';
import { findPay } from './question.pay.js';
import { MAX_PLACE, readPlace, readTopics } from './question.topics.js';
import { findWhen } from './question.when.js';

/** Characters of a question that are read: the patterns of dates take time in the square of the length. */
const MAX_READ = 300;

/** Unwanted things are not understood, but left out at least; "no charge" and the like exclude nothing. */
const UNWANTED =
  /\b(?:(?:any|every)thing but|but not|not|no|without|except(?: for)?|other than) (?!pa(?:y|id)\b|charge|cost|cover|sure)(?:any |a |the )?[\p{L}\p{N}]+/giu;
/** "at the Ohio Union", "near Thompson Library": up to the next such word or sign. */
const PLACE =
  /\b(?:at|near|inside|around|close to|next to|in the)\s+(?:the\s+)?(?!least|most|all|home|night|once|here|me\b)(.{2,60}?)(?=\s+(?:on|for|with|that|which|who|in|at|this|next|from|to|and|or|about|near|during|please)\s|\s*[;,:?!.()]|\s*$)/iu;
/** "in" surely names a place only before a capital: one can also tutor in calculus. */
const IN_PLACE = /\bin\s+((?:\p{Lu}[\p{L}\p{N}']*\s*){1,5})/u;

/**
 * Reads a question by rules: the same text at the same time is always understood the same way.
 * @param now milliseconds since the epoch, the time from which "tonight" is counted
 * @returns null where events cannot answer it
 */
export function understand(question: string, now: number): Filters | null {
  const text = question
    .normalize('NFKC')
    .slice(0, MAX_READ)
    .replace(/[’ʼ]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/\bbetween (.{1,30}?) and (?=\S)/gi, '$1 - ');
  const { pay, rest: unpaid } = findPay(text);
  const { when, rest: undated } = findWhen(unpaid, now);
  const wanted = undated.replace(UNWANTED, ' ');
  const [, name = ''] = PLACE.exec(wanted) ?? IN_PLACE.exec(wanted) ?? [];
  const place = readPlace(name).slice(0, MAX_PLACE);
  const { topics, match, meanings } = readTopics(place.length > 0 ? wanted.replace(name, ' ; ') : wanted);
  return settled({ type: null, topics, match, place, free: false, pay, priced: false, when }, meanings);
}

/** Settles what depends on the whole: the type, and what "free", "paid" and an amount mean for it. */
function settled(read: Filters, meanings: Meaning[]): Filters | null {
  const named = only(meanings.map(({ type }) => type));
  const implied = only(meanings.map(({ implies }) => implies));
  const isGig = named.includes('GIG') || (named.length === 0 && implied[0] === 'GIG');

  const isPrice = read.pay !== null && !isGig && (named.length + implied.length > 0 || isLimit(read.pay));
  const isPaid = meanings.some(({ paid }) => paid);
  const pay = isPrice ? null : (read.pay ?? (isPaid ? ANY_PAY : null));
  const priced = isPrice || (!isGig && meanings.some((meaning) => meaning.priced));

  const isFree = meanings.some(({ free, words }) => free && !words);
  const type = typeOf(named, pay ? ['GIG'] : implied, isFree);
  // Volunteers' gigs are those that pay nothing; volunteering at large is a topic.
  const isUnpaid = type === 'GIG' && meanings.some(({ free, words }) => free && words);
  const topics = isUnpaid
    ? read.topics.filter(({ category }) => category !== 'COMMUNITY_SERVICE')
    : read.topics;

  const filters = { ...read, type, topics, pay, priced, free: isFree || isUnpaid };
  const { place, free, when } = filters;
  return type || topics.length > 0 || place.length > 0 || free || pay || priced || when ? filters : null;
}

/** More than nothing. */
const ANY_PAY: Pay = { least: 0, most: null, strictly: true, currency: null, per: null };

/** "Under $20" is a price, unless the question is about gigs. */
function isLimit({ most, least, per }: Pay): boolean {
  return most !== null && least === null && per === null;
}

function only(types: (EventType | undefined)[]): EventType[] {
  return [...new Set(types.filter((type) => type !== undefined))];
}

/** The type that is named, else implied; "free" implies events. */
function typeOf(named: EventType[], implied: EventType[], isFree: boolean): EventType | null {
  const types = named.length > 0 ? named : implied;
  if (types.length > 1) return null;
  return types[0] ?? (isFree ? 'EVENT' : null);
}
