import { hasLink } from '../../common/plain-words.js';
import { isNamed, NAMING } from './called.js';
import { hasClosed } from './closing.js';
import { isAnsweredBy } from './findings.js';
import type { FoundEvent, NamedEvent } from './found.js';
import { HELP, type HelpTopic } from './help.js';
import type {
  Category,
  Filters,
  Finding,
  Group,
  Intent,
  Order,
  Pay,
  Recall,
  Search,
  Topic,
  When,
} from './interpreter.js';
import { DROPPED, HAS_MORE } from './loosening.js';
import { isCommon, isKnown, TAUGHT, tellingOf } from './offline/read-topics.js';
import { type AskedOf, isShared, sayAddress, sayFacts, UNKNOWN } from './say-facts.js';
import { PER, sayMoney, sayPay } from './say-pay.js';
import { NO_PLACE_YET, oneLine, quoted } from './say-text.js';
import { sayTimeOf, sayWhen } from './say-time.js';
import type { LocalTime } from './zone.js';

const EXAMPLES =
  '“Any free jazz this weekend?”, “Gigs that pay over $15”, “Anything at the Ohio Union on 3 December?”';
const ASK_ME = `Ask me what is on, and I look through the events and gigs to come, for example: ${EXAMPLES}`;

const IN_OTHER_LANGUAGES =
  'Solo entiendo inglés. Ich verstehe nur Englisch. Je ne comprends que l’anglais. 我只懂英文。';

const SMALL_TALK: Record<Extract<Intent, { kind: 'SMALL_TALK' }>['about'], string> = {
  GREETING: `Hello! ${ASK_ME}`,
  THANKS: 'You are welcome. Enjoy, and ask me again any time.',
  GOODBYE: 'Goodbye, and have a good time.',
  COMPLAINT: `I am sorry that I was of no help. ${ASK_ME}`,
  FOREIGN: `I am sorry, I read English only. ${IN_OTHER_LANGUAGES} ${ASK_ME}`,
  UNKNOWN: `That I cannot help with: I know only the events and gigs to come, and what this service can do. ${ASK_ME}`,
  OTHER: ASK_ME,
};

const NOTHING = 'I know only events and gigs that are still to come: try other words, or another day.';

/** What people call the events of a category. */
const CATEGORY_WORDS: Record<Category, string> = {
  MUSIC: 'music',
  ARTS_CULTURE: 'arts and culture',
  SPORTS_RECREATION: 'sports',
  HEALTH_WELLNESS: 'health and wellness',
  ACADEMIC: 'talks and other academic events',
  WORKSHOP: 'workshops',
  CAREER_NETWORKING: 'careers and networking',
  TECHNOLOGY: 'technology',
  COMMUNITY_SERVICE: 'volunteering and community',
  SOCIAL: 'social events',
  FOOD_DRINK: 'food and drink',
  MOVING_DELIVERY: 'moving and delivery',
  TUTORING: 'tutoring',
  EVENT_STAFFING: 'work at events',
  CREATIVE_DIGITAL: 'creative and digital work',
  HOME_HELP: 'help around the house',
  OTHER: 'other things',
};

const ORDER_WORDS: Record<Order, string> = {
  SOONEST: 'The soonest',
  ENDING: 'What ends the soonest',
  LATEST: 'The latest',
  LONGEST: 'The longest',
  SHORTEST: 'The shortest',
  BEST_PAID: 'The best paid by the hour',
  MOST_PAID: 'The best paid in all',
  MOST_POSITIONS: 'Those that need the most people',
};

/** Words what was found: up to five events with title, time, place and pay, and what did not fit. */
export function wordFinding({ search, cancelled, groups, beside }: Finding, local: LocalTime): string {
  const { filters, corrections } = search;
  const slips = corrections
    .filter(({ read }) => isLookedFor(read, filters))
    .map(({ written, read }) => `${quoted(written)} for ${quoted(read)}`);
  const lines = groups.flatMap((group, index) => {
    const { events } = group;
    const before = groups.slice(0, index).reduce((count, group) => count + group.events.length, 0);
    const lead = index > 0 ? sayBeside(filters, group) : sayFirst(search, group, local);
    return [lead, ...events.map((event, at) => `${before + at + 1}. ${sayEvent(event, local)}`)];
  });
  const isAnswered = isAnsweredBy(cancelled, search);
  const said = groups.length > 0 ? lines : isAnswered ? sayOfItself(cancelled) : [sayNothing(search, local)];
  return [
    ...(slips.length > 0 ? [`I took ${slips.join(' and ')}.`] : []),
    ...(beside ? [`I take it that you mean ${sayEvent(beside, local)}.`] : []),
    ...(beside === null ? ['I know of no such event before or after which this could be.'] : []),
    ...(search.about.includes('OPENING_HOURS') ? [UNKNOWN.OPENING_HOURS] : []),
    ...cancelled.map((event) => `${sayEvent(event, local)}, is cancelled.`),
    ...said,
    // Who asks what it is like is told more.
    ...(search.about.includes('SUBJECT') && groups[0] && isNamed(groups[0].without)
      ? []
      : sayOfItself(groups.flatMap(({ events }) => events))),
    ...(filters.campus && groups.some(({ events }) => hasGig(events)) ? [GIGS_ANYWHERE] : []),
    ...groups.flatMap(({ without, more }) =>
      without.every((part) => part === 'mention' || HAS_MORE.has(part)) ? sayMore(more) : [],
    ),
  ].join('\n');
}

/** People say where a gig is, and not whether that is on campus. */
const GIGS_ANYWHERE = 'Whether a gig is on campus, only its place tells.';

const hasGig = (events: FoundEvent[]) => events.some(({ type }) => type === 'GIG');

/** Whether a word is one of those that events were looked for by. */
function isLookedFor(word: string, { topics, unwanted, wished, place }: Filters): boolean {
  const names = [...topics, ...unwanted, ...wished].flatMap(({ words, said }) => [...words, said]);
  return [...names, ...place].some((name) => name.toLowerCase().split(' ').includes(word.toLowerCase()));
}

function sayMore(more: number): string[] {
  if (more === 0) return [];
  if (more === 1) return ['There is 1 more: say “more” to see it.'];
  return [`There are ${Number.isFinite(more) ? `${more} ` : ''}more: say “more” to see them.`];
}

/** Words again what the last answer named, with what is asked of it, or else with the summary of a single event. */
export function sayAgain(
  events: NamedEvent[],
  asked: AskedOf & Pick<Recall, 'isGuess'>,
  local: LocalTime,
  names?: ReadonlyMap<string, string>,
): string {
  if (events.length === 0) return 'That is no longer there. Ask me again what is on.';
  const { about, thing, isGuess } = asked;
  const isOne = events.length === 1;
  const again = isOne ? 'Here it is again:' : 'Here they are again:';
  const isAsked = about.length > 0 || thing !== null;
  const { facts, unknown } = sayFacts(events, asked, local, names);
  const shared = events.length > 1 && isShared(facts) ? facts[0]! : undefined;
  return [
    isGuess ? 'I take it that you mean the first one:' : again,
    ...events.map((event, at) =>
      [`${at + 1}. ${sayEvent(event, local)}`, ...(shared ? [] : [facts[at]!.join(' ')])]
        .filter(Boolean)
        .join('. '),
    ),
    ...(shared ?? []),
    ...(isAsked
      ? unknown
      : [
          ...(isOne ? [sayAddress(events[0]!)].filter((said) => said !== undefined) : []),
          ...sayOfItself(events),
        ]),
  ].join('\n');
}

/** When an event takes place again. */
export function sayWhenAgain({ title }: FoundEvent, events: FoundEvent[], local: LocalTime): string {
  if (events.length === 0) return `I know no later date of ${quoted(title)}.`;
  return [
    `${quoted(title)} is on again:`,
    ...events.map((event, at) => `${at + 1}. ${sayEvent(event, local)}`),
  ].join('\n');
}

/** The summary of a single event; several would be a long answer. */
function sayOfItself([event, ...others]: FoundEvent[]): string[] {
  return event?.summary && others.length === 0 ? [`From its text: ${quoted(event.summary)}`] : [];
}

/** How the service does something. */
export function sayHelp(topics: HelpTopic[]): string {
  return topics.map((topic) => HELP[topic]).join('\n');
}

/** The answer to what is not a question. */
export function saySmallTalk(about: keyof typeof SMALL_TALK): string {
  return SMALL_TALK[about];
}

function sayFirst(search: Search, group: Group, local: LocalTime): string {
  return group.without.length > 0 ? sayInstead(search, group, local) : sayFitting(search, local, group);
}

function sayFitting(
  { filters, carriesOn, more, about, thing, ofShown }: Search,
  local: LocalTime,
  { events, unmet = [] }: Group,
): string {
  const place = hasGig(events) ? '' : sayCampus(filters);
  const time = place + spaced(sayWhen(filters.when, local)) + sayHours(filters) + sayLasting(filters);
  const isOrdered = filters.order !== null && !more;
  const people =
    isOrdered || filters.people === null ? '' : `, any that need at least ${filters.people} people first`;
  const fitting = isOrdered
    ? `${ORDER_WORDS[filters.order!]} first`
    : ofShown && filters.priced
      ? 'The cheapest first, as far as their texts tell'
      : `Here is ${more ? 'more that' : 'what'} fits`;
  const wish =
    isOrdered || filters.wished.length === 0 || about.length > 0 || thing !== null
      ? ''
      : filters.wished.length === unmet.length
        ? `, though none says ${sayNames(unmet, ' or ')}`
        : '';
  const price = filters.price && { least: null, currency: null, per: null, ...filters.price };
  const pay = carriesOn ? sayLimits(filters.pay ?? price) : '';
  if (!carriesOn || filters.topics.length === 0) return `${fitting}${time}${pay}${wish}${people}:`;
  // What is kept of the question before has to be seen.
  return `For ${sayTopics(filters)}${time}${pay}, ${fitting.charAt(0).toLowerCase()}${fitting.slice(1)}${wish}${people}:`;
}

/** ", for over $20 an hour": the pay that is kept of the question before has to be seen. */
function sayLimits(pay: Pay | null): string {
  if (!pay || (!pay.least && pay.most === null)) return '';
  const { least, most, strictly, currency, per } = pay;
  const money = (sum: number) => sayMoney(sum, currency ?? 'USD');
  const from = least ? `${strictly ? 'over' : 'at least'} ${money(least)}` : '';
  const to = most === null ? '' : `${strictly ? 'under' : 'at most'} ${money(most)}`;
  return `, for ${[from, to].filter(Boolean).join(' and ')}${per ? ` ${PER[per]}` : ''}`;
}

function sayCampus({ campus }: Filters): string {
  return campus ? ` ${campus.toLowerCase()} campus` : '';
}

function sayHours({ hours }: Filters): string {
  return hours ? `${hours.isWanted ? '' : ', not'} ${hours.said}` : '';
}

function sayLasting({ lasts }: Filters): string {
  return lasts ? `, ${lasts.said}` : '';
}

/** What is said behind topics that are looked for by other words, too. */
function orTheLike(topics: Topic[]): string {
  return topics.some(({ words }) => words.length > 1) ? ' or the like' : '';
}

/** How to lead over to a second group. */
function sayBeside(asked: Filters, { without, about: topics = asked.topics }: Group): string {
  const filters = { ...asked, topics };
  const about = sayTopics(filters);
  if (without.includes('wish')) return `These do not say ${sayNames(topics, ' or ')}:`;
  if (without.includes('unsaid')) return 'These do not say what they cost:';
  if (without.includes('mention'))
    return `These mention ${sayTopics({ ...filters, match: 'ANY' })}${orTheLike(topics)}:`;
  const price = filters.free ? 'Free' : filters.price ? `Under ${sayMoney(filters.price.most, 'USD')}` : '';
  const what = [price, about].filter(Boolean).join(' ') || 'What there is';
  return `${what}${without.includes('length') ? '' : sayLasting(filters)} at another time:`;
}

/** How to say what was not found, and what is shown in its stead. */
function sayInstead(
  { filters: asked, more }: Search,
  { events, without, missing }: Group,
  local: LocalTime,
): string {
  const given = without.filter((part) => part !== 'mention');
  const one = given.length === 1 ? given[0] : undefined;
  const { when, type, pay } = asked;
  const topics = one === 'when' ? asked.topics : asked.topics.filter((topic) => topic !== TAUGHT);
  const time = spaced(sayWhen(when, local)) + sayHours(asked);
  const about = topics.length > 0 ? ` about ${sayTopics({ ...asked, topics })}` : '';
  const isNear = without.includes('near');
  if (given.length === 0)
    return `No ${more ? 'other ' : ''}${type === 'GIG' ? 'gig' : 'event'} is${about}${time}, but these mention it${orTheLike(topics)}:`;
  if (one === 'taught')
    return `I found no class of ${sayTopics({ ...asked, topics })}${time}. What else there is about it:`;
  if (NAMING.has(without[0]!))
    return asked.when && !events.some((event) => isDuring(event, asked.when!))
      ? `I know of none${time}. I think that you mean, at another time:`
      : 'I think that you mean:';
  if (one === 'unknown' || one === 'common') {
    const dropped = missing ?? topics.filter(DROPPED[one]);
    const rare = dropped.filter((topic) => !isCommon(topic));
    // Of a name that no event has, what is left of the question is hardly an answer.
    if (rare.length > 1 && rare.length === dropped.length)
      return `I found nothing about ${sayNames(rare, ' and ')}. Without that${time}:`;
    // Beside what a lexicon knows, a common word says who asks rather than what for.
    const isTelling = rare.length > 0 || (dropped.length > 0 && !topics.some(isKnown));
    return `Here is what fits${time}${isTelling ? `, ${sayDropped(dropped)}` : ''}:`;
  }
  if (one === 'when')
    return isPast(when, local)
      ? 'That time is past. The next ones are:'
      : `I found nothing${asked.free ? ' free' : ''}${about}${time}. At other times:`;
  if (one === 'price')
    return type === 'GIG' || pay
      ? `Nothing fits${time} with that pay. Without regard to the pay:`
      : `Nothing that fits${time} says it ${asked.price ? 'costs so little' : 'is free'}. Otherwise:`;
  if (one === 'length') return `Nothing that fits${time} is ${asked.lasts!.said}. Otherwise:`;
  const there = asked.place.length > 0 ? ' at that place' : sayCampus(asked);
  if (one === 'type')
    return `I found no ${type === 'GIG' ? 'gigs' : 'events'}${about}${there}${time}. What else there is:`;
  if (one === 'place') return `I found nothing${about}${there}${time}. Elsewhere:`;
  if (one === 'topics') return `I found nothing${about}${time}${there}. What else there is:`;
  if (isNear) {
    const categories = topics.flatMap((topic) => topic.category ?? topic.near ?? []);
    const near = [...new Set(categories.map((category) => CATEGORY_WORDS[category]))];
    const elsewhere = without.includes('place') ? ', elsewhere' : '';
    const lead = without.includes('when') ? 'The next in' : 'The closest, in';
    return `I found nothing${about}${time}. ${lead} ${near.join(' and ')}${elsewhere}:`;
  }
  return without.includes('when')
    ? `Nothing fits all of that${time}. The closest are:`
    : `Here is what comes closest${time}:`;
}

/** What no event was found with. */
function sayDropped(topics: Topic[]): string {
  const named = tellingOf(topics).slice(0, 3);
  const none = ['nothing with', 'nothing with both', 'nothing with all of'][named.length - 1]!;
  return `though ${none} ${named.map(({ said, words }) => quoted(said || words[0]!)).join(' and ')}`;
}

/** What was asked for, in quotation marks: the first word of each topic, or the name of its category. */
function sayTopics({ topics, match }: Filters): string {
  return sayNames(tellingOf(topics), match === 'ANY' ? ' or ' : ' and ');
}

function sayNames(topics: Topic[], joint: string): string {
  return topics
    .slice(0, 3)
    .map(({ said, words, category }) =>
      quoted(said || words[0] || (category ? CATEGORY_WORDS[category] : '')),
    )
    .join(joint);
}

function spaced(text: string): string {
  return text === '' ? '' : ` ${text}`;
}

function sayNothing({ filters, foreign, more, asksIfOn }: Search, local: LocalTime): string {
  const { when, topics } = filters;
  if (asksIfOn && topics.length === 0)
    return `I know of nothing${spaced(sayWhen(when, local))} that is cancelled.`;
  if (foreign) return SMALL_TALK.FOREIGN;
  if (more) return 'I find no others than those above. Try other words, or another day.';
  if (isPast(when, local)) return `That time is past, and nothing to come fits either. ${NOTHING}`;
  const about = topics.length > 0 ? ` about ${sayTopics(filters)}` : '';
  return `I found nothing${about}${spaced(sayWhen(when, local))}${sayHours(filters)}. ${NOTHING} For example: ${EXAMPLES}`;
}

function isDuring({ startAt, endAt }: FoundEvent, { from, to }: When): boolean {
  const start = Date.parse(startAt);
  const end = endAt === null ? start + 1 : Date.parse(endAt);
  return end > from && start < (to ?? Number.POSITIVE_INFINITY);
}

function isPast(when: When | null, { now }: LocalTime): boolean {
  return when !== null && when.to !== null && when.to <= now;
}

function sayEvent(event: FoundEvent, local: LocalTime): string {
  const { title, place, type } = event;
  const at = `${quoted(title)}: ${sayTimeOf(event, local)}${place && `, ${sayPlace(place)}`}`;
  if (type !== 'GIG')
    return hasClosed(event, local) ? `${at}, but registration closed on ${event.closes}` : at;
  return `${at}; ${sayPay(event)}${event.isTaken ? ', but its text says that nobody is needed any more' : ''}`;
}

/** What stands for no place. */
const NO_PLACE =
  /^(?:online|virtual|zoom|webinar)(?:[ ,:/()-]+(?:online|virtual|zoom|event|webinar|meeting|via|on))*\)?$/i;

/** A place needs quotation marks only where it could be read as a sentence or a link. */
function sayPlace(place: string): string {
  if (NO_PLACE_YET.test(place)) return 'place to be announced';
  if (NO_PLACE.test(place)) return 'online';
  return `at ${/[.:;!?…"“”]/.test(place) || hasLink(place) ? quoted(place) : oneLine(place)}`;
}
