import {
  ANYTHING,
  type Asked,
  type Correction,
  type Exchange,
  type Filters,
  type Help,
  type Intent,
  lastShown,
  OF_ALL_SHOWN,
  PLAIN_SEARCH,
  type Question,
  type Search,
} from '../interpreter.js';
import type { LocalTime } from '../zone.js';
import { amongShown, ONE_ON, recallByContent, recallByDetail } from './among-shown.js';
import { askedOf, contentOf, detailsOf } from './asked.js';
import type { AskedOfOne } from './asked-by-form.js';
import { FURTHER_LEAD } from './asked-by-form.js';
import { askedOfOne, questionsOf } from './asked-of-one.js';
import { besideEvent } from './beside-event.js';
import { requestIn } from './clauses.js';
import { context, wentOn } from './context.js';
import { corrected, wholeWord } from './corrected.js';
import { asksForMore, continues } from './follow-up.js';
import { isForeign } from './is-foreign.js';
import { joined } from './joined.js';
import { helpBefore, readAside } from './read-aside.js';
import { isCrisis } from './read-help.js';
import { isCommon, topicOfWords, topicsOfKind } from './read-topics.js';
import { readable } from './readable.js';
import { type Reading, readMessage, settled } from './reading.js';
import { asksOfShown, isRecall, meantExchange, recallByKind, recallByName, recallOf } from './recall.js';
import { withShownDay } from './same-day.js';

/**
 * Reads a question by rules: the same question is always understood the same way.
 * @param corrections words of the conversation that are taken for others
 */
export function understand(asked: Question, corrections: Correction[] = []): Intent {
  const question = { ...asked, text: afterShown({ ...asked, text: withShownDay(asked) }) };
  const plain = readable(question.text);
  const spelled = corrected(plain, corrections);
  // A phrase with a slip is known only now.
  const text = spelled === plain ? plain : readable(spelled);
  const meant = understandAlone(text, question, corrections);
  const last = meantExchange(text, question.earlier);
  if (!last || !(mayBeOfShown(meant, last) || ONE_ON.test(text))) return meant;
  const isOfShown =
    (meant.kind === 'HELP' && asksOfShown(text)) ||
    (meant.kind === 'SMALL_TALK' && IS_QUESTION.test(text) && askedOf(text).length > 0);
  if (meant.kind === 'HELP' && GETS_TICKETS.test(text))
    return { ...recallOf(text, last), about: [], thing: 'tickets', onlyWithThing: true, otherwise: meant };
  const [, ofThem] = (meant.kind === 'HELP' && OF_THEM.exec(text)) || [];
  if (ofThem !== undefined)
    return { ...OF_ALL_SHOWN, thing: contentOf(ofThem), onlyWithThing: true, otherwise: meant };
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
    recallByDetail(text, meant) ??
    meant
  );
}

/** "The next one", of what was shown, and "the one after that" of the only one: what comes after it. Of several it is the second. */
function afterShown({ text, earlier }: Question): string {
  const shown = lastShown(earlier)?.eventIds.length ?? 0;
  const next = NEXT_ONE.exec(readable(text))?.groups;
  return next && (shown === 1 || (shown > 1 && next.next)) ? 'the next one after that' : text;
}

const NEXT_ONE = new RegExp(
  String.raw`${FURTHER_LEAD}(?:(?:what about )?(?<next>the next (?:one|game|match|show))|(?:what'?s |what is )?the one after(?: that)?)\W*$`,
  'i',
);

/** "Can they help with work permits there?" */
const OF_THEM =
  /^(?:(?:and|so|ok|but)[\s,]+)*(?:can|could|do|does|will|would) (?:they|it) (?!pay\b)(.{3,80}) there\W*$/i;

/** "How do we get tickets?" of what was shown, if its text tells it. */
const GETS_TICKETS =
  /^(?:(?!(?:and |so )?(?:where|when|what time)\b).*\bhow|(?:and |so |ok )*where) (?:do|can|could) (?:i|we) (?:get|buy) (?:the |some |any )?tickets?(?: (?:for|to) the (?:first|second|third|fourth|fifth|last)(?: one)?)?(?:,? and (?:what|how much)\b.{0,20}\bcosts?)?\W*$/i;

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
  return (
    meant.kind === 'SEARCH' &&
    (meant.filters.when === null || meant.carriesOn || meant.about.includes('HOURS'))
  );
}

/** What a message means, whatever the events are called that were shown. */
function understandAlone(text: string, question: Question, corrections: Correction[]): Intent {
  return understandBeside(text, question, corrections) ?? understandPlain(text, question, corrections);
}

/** "Food before the Ironbacks game": what it means without that, and what the event has that it names. */
function understandBeside(text: string, question: Question, corrections: Correction[]): Search | undefined {
  const beside = besideEvent(text, lastShown(question.earlier.slice(-1)) !== undefined);
  if (!beside) return undefined;
  const { side, named, rest } = beside;
  const filters = named && settled(readMessage(joined(named.dated), question.local));
  const event = filters && { name: named.name, filters };
  if (named && !event) return undefined;
  const alone = understandPlain(rest, named ? question : { ...question, earlier: [] }, corrections);
  const isAnything = !named && alone.kind === 'SMALL_TALK';
  const meant = isAnything ? { ...PLAIN_SEARCH, filters: { ...ANYTHING, type: 'EVENT' as const } } : alone;
  const isPlain = meant.kind === 'SEARCH' && meant.about.length === 0 && meant.thing === null;
  return isPlain ? { ...meant, beside: { side, named: event } } : undefined;
}

function understandPlain(text: string, question: Question, corrections: Correction[]): Intent {
  const { local, earlier } = question;
  const request = requestIn(text);
  const { rest, naming, titles = [], ...asked } = askedBesideTold(text, request);
  const [first, second] = questionsOf(text);
  const asksDetailNext =
    second !== undefined && askedOf(second).some((one) => one === 'APPLY_BY' || one === 'END');
  const looksFirst = asksDetailNext && !isCrisis(text) && LOOKS_FOR_THEM.test(first);
  const aside = readAside(looksFirst ? first : text, helpBefore(earlier));
  const mayBeNamed = aside !== undefined && naming !== 'NONE' && isOfNamed(aside) && !ASKS_TO_BOOK.test(text);
  const search = (sought: Sought) => searchFor(text, sought, question, corrections);
  const plain = ({ about, thing }: Pick<Sought, 'about' | 'thing'> = { about: [], thing: null }) =>
    search({ reading: readMessage(joined(text), local), about, thing });
  // Of parking an event may tell.
  if (aside && !mayBeNamed && (asked.thing === null || !isUnknown(aside)))
    return asksForTickets(aside) && !REFUND.test(text) && !ASKS_TO_BOOK.test(text)
      ? withEvent(aside, plain(detailsOf(text)))
      : aside;
  const named = readMessage(joined(rest), local);
  const reading: Reading =
    titles.length === 0
      ? named
      : { ...named, topics: titles.map((title) => topicOfWords(title)), match: 'ANY' };
  const last = meantExchange(text, earlier);
  if (last && !mayBeNamed && isRecall(request, reading)) return recallOf(request, last, reading.when);
  if (last && naming === 'NONE' && second !== undefined && asksBothOfShown(first, second, local)) {
    const { thing, about } = detailsOf(second);
    const further = thing ?? (about.length > 0 ? null : contentOf(second));
    return { ...recallOf(first, last), about: [...askedOf(first), ...about], thing: further };
  }

  const otherwise = naming === 'NONE' ? null : (aside ?? (naming === 'MAYBE' ? plain() : null));
  const meant = search({ ...asked, reading, otherwise });
  return meant.kind === 'SMALL_TALK' && otherwise ? otherwise : meant;
}

/** What a message asks of one event that it names; what it only tells names none. */
function askedBesideTold(text: string, request: string): AskedOfOne {
  const asked = askedOfOne(request);
  return asked.naming === 'NONE' && asked.about.length === 0 && asked.thing === null
    ? { ...asked, rest: text }
    : asked;
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

/** "Which other jobs pay at least $20", "when is the next one after Friday", "I am bad at math, what else?", "not Friday, some other day": some of those that were shown may fit. */
function asksForOthers(text: string, { money, unwanted, hours, when }: Reading): boolean {
  return (
    (when !== null && /\bnext ones?\b/i.test(text)) ||
    (hours?.isWanted === false && /\b(?:an)?other (?:days?|times?)\b/i.test(text)) ||
    (money !== null && /\b(?:which|what) others?\b/i.test(text)) ||
    (unwanted.length > 0 && /\bwhat else\b/i.test(text))
  );
}

/** "Which jobs are there this weekend, and until when can I apply?" */
const LOOKS_FOR_THEM =
  /\b(?:which|what|any|some)\b.{0,30}\b(?:events?|gigs?|jobs?|work|concerts?|shows?|games?|talks?|lectures?|workshops?|exhibitions?|exhibits?|class(?:es)?)\b/i;

/** Who looks for work for several wants to know for how many it is. */
function asksPositions({ order, people }: Filters): boolean {
  return order === 'MOST_POSITIONS' || people !== null;
}

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
    more: carriesOn && asksForMore(text) && !asksForOthers(text, reading),
    corrections: corrections.filter(({ written }) => wholeWord(written).test(readable(typed))),
    foreign,
    asksIfOn: ASKS_IF_ON.test(text),
    about: asksPositions(filters) ? [...new Set<Asked>([...about, 'POSITIONS'])] : about,
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
const REFUND = /\b(?:refunds?|money back)\b/i;

/** The same, or what it asks of an event, if it says more than common words. */
function withEvent(help: Help, meant: Intent): Help {
  const mayName = meant.kind === 'SEARCH' && !meant.filters.topics.every(isCommon);
  return mayName ? { ...help, ofEvent: meant } : help;
}

function isUnknown(aside: Intent): boolean {
  return aside.kind === 'SMALL_TALK' && aside.about === 'UNKNOWN';
}

/** Only the filters of a question that stands by itself; null where events cannot answer it. */
export function filtersOf(text: string, local: LocalTime): Filters | null {
  const intent = understand({ text, local, earlier: [] });
  return intent.kind === 'SEARCH' ? intent.filters : null;
}

const ASKS_IF_ON =
  /\b(?:(?<!\b(?:what(?:'s| is)|anything|something) )still (?:on|happening|going on|taking place)|cancel?led|called off|postponed)\b/i;
/** It leaves the choice to the assistant. */
const RECOMMENDS =
  /\b(?:should|must|can)(?:n'?t| not)? (?:i|we) miss\b|\bnot (?:to )?(?:be )?miss(?:ed)?\b|\bmust[- ]sees?\b|\b(?:(?:any|some)thing (?:good|nice|cool|fun|interesting|worth)|what (?:should|would|could|can) (?:i|we) (?:go to|do|see|check out)|(?:recommend|suggest)\w*|is there (?:any|some)thing (?:where|(?:that )?(?:i|we|my|our)))\b/i;
/** It asks for whatever there is. */
const EVERYTHING =
  /^(?:(?:just )?(?:show|give|list|tell) (?:me |us )?)?(?:everything|anything|whatever|all of (?:it|them))(?: (?:good|you have|you've got|there is|at all|please))?\W*$|\b(?:surprise me|what (?:do|have) you (?:have|got)|what is there|what's there|what's new|what(?:'s| is| was| got)(?: been)? (?:cancel?led|postponed|called off))\W*$/i;
