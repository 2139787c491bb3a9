import { Injectable } from '@nestjs/common';
import { EventFinder, MOST_NAMED } from './event.finder.js';
import type { Sight } from './fitting.sql.js';
import type { FoundEvent } from './found.js';
import type { Filters, Group, Loosening, Topic } from './interpreter.js';
import { loosened, mayBeAtAnotherTime, NAMES_WORDS } from './loosening.js';
import { isCommon, sayingWords, tellingOf, topicOfWords } from './offline/read-topics.js';
import type { LocalTime } from './zone.js';

/** How many events that fit only in part are named where others fit at another time. */
const MOST_NEAR = 3;

/** How many events are named beside others that mention what these do not have. */
const MOST_MENTIONING = 2;

/** What is left of all topics is most of them. */
const MOST = { ALL: 'MOST', MOST: 'MOST', ANY: 'ANY', TITLE: 'MOST' } as const;

/** Finds what fits a question, and what comes near it. */
@Injectable()
export class NearFinder {
  constructor(private readonly finder: EventFinder) {}

  /** What is about the topics, and what only mentions them; or where few are free or cost so little, what does not say what it costs. */
  async fitting(filters: Filters, local: LocalTime, sight?: Sight): Promise<Group[]> {
    const groups = await this.groups(filters, [], local, sight);
    const [group, ...others] = groups;
    const room = group ? MOST_NAMED - group.events.length : 0;
    const unsaid = withoutPrice(filters);
    if (!unsaid || others.length > 0 || room === 0) return groups;
    const { events } = await this.finder.find(unsaid, local, sight);
    const beside = { events: events.slice(0, room), without: ['unsaid' as const], more: 0 };
    return events.length > 0 ? [group!, beside] : groups;
  }

  /**
   * What comes next to a question that nothing fits. What only mentions its topics comes after what is about some of them.
   * @param except events to leave out
   */
  async near(asked: Filters, local: LocalTime, except: string[] = []): Promise<Group[]> {
    let mentions: Group[] = [];
    for (const { filters, without } of loosened(asked)) {
      if (without.includes('topics') && mentions.length > 0) break;
      const groups = await this.groups(filters, without, local, { ...aside(asked, filters), except });
      const [group] = groups;
      if (!group) continue;
      if (group.without.includes('mention')) {
        // What mentions all but common words fits better than what is only of the same category.
        if (without.join() === 'common') return groups;
        if (mentions.length === 0) mentions = groups;
        continue;
      }
      const hasOther = mayBeAtAnotherTime(asked, without);
      if (!hasOther && !NAMES_WORDS.has(without.join())) return groups;
      if (!hasOther) {
        const dropped = asked.topics.filter((topic) => !filters.topics.includes(topic));
        const best = await this.withMost(group, dropped);
        const mentioning = await this.mentioning(best, asked, local);
        return [best, ...(mentioning.length > 0 ? mentioning : groups.slice(1))];
      }
      const match = without.includes('price') ? asked.match : MOST[asked.match];
      const anytime = { ...asked, when: null, hours: null, match };
      const { events: later } = await this.finder.find(anytime, local, { ...aside(asked, anytime), except });
      if (later.length === 0) return groups;
      const first = { ...group, events: group.events.slice(0, MOST_NEAR) };
      const isNew = ({ id }: { id: string }) => first.events.every((event) => event.id !== id);
      const rest = later.filter(isNew).slice(0, MOST_NAMED - first.events.length);
      return rest.length > 0 ? [first, { ...group, events: rest, without: ['when'] }] : [first];
    }
    return mentions;
  }

  private async groups(
    filters: Filters,
    without: Loosening[],
    local: LocalTime,
    sight?: Sight,
  ): Promise<Group[]> {
    const { events, mentions, more } = await this.finder.find(filters, local, sight);
    const saying = events.length > 1 ? await this.saying(mentions, filters) : mentions;
    // A common word that is given up says too little to part them by.
    const isGivenUp = without.length > 0 && filters.topics.length > 0;
    // What is only near is none of what would be nice.
    const wishes = without.includes('near') ? [] : filters.wished;
    const wished = isGivenUp ? wishes.filter((wish) => !isCommon(wish)) : wishes;
    const { having, others, unmet } = await this.byWishes(events, wished);
    const groups: Group[] = [
      { events: having, without, more, ...(unmet.length > 0 && { unmet }) },
      { events: others, without: [...without, 'wish'], about: wished, more: 0 },
      { events: saying, without: [...without, 'mention'], more: events.length === 0 ? more : 0 },
    ];
    return groups.filter((group) => group.events.length > 0);
  }

  /** The events that have what would be nice, and the others; all, and what is missing, where none has. */
  private async byWishes(
    events: FoundEvent[],
    wished: Topic[],
  ): Promise<{ having: FoundEvent[]; others: FoundEvent[]; unmet: Topic[] }> {
    if (wished.length === 0 || events.length === 0) return { having: events, others: [], unmet: [] };
    const had = await this.finder.topicsOf(events, wished);
    const has = ({ id }: FoundEvent) => had.get(id)!.length > 0;
    const unmet = wished.filter(
      (wish) => !wish.isAside && ![...had.values()].some((topics) => topics.includes(wish)),
    );
    if (!events.some(has)) return { having: events, others: [], unmet };
    return { having: events.filter(has), others: events.filter((event) => !has(event)), unmet };
  }

  /** Those that mention a topic by the words that were said: beside what is about it, a word for it in a text says little, and a common one nothing. */
  private async saying(mentions: FoundEvent[], { topics }: Pick<Filters, 'topics'>): Promise<FoundEvent[]> {
    if (mentions.length === 0) return mentions;
    const telling = tellingOf(topics);
    // "Pottery or knitting" is said by one of them.
    const words = new Map(
      telling.map((topic) => [
        topic,
        // As they are written, the other words say no less.
        topic.forWhom
          ? [[topic]]
          : topic.said.split(' or ').map((name) => sayingWords(name).map((word) => topicOfWords(word))),
      ]),
    );
    const having = await this.finder.topicsOf(mentions, [...words.values()].flat(2));
    const isSaid = (id: string, topic: Topic) =>
      words.get(topic)!.some((name) => name.every((word) => having.get(id)?.includes(word) ?? false));
    return mentions.filter(({ id }) => telling.some((topic) => isSaid(id, topic)));
  }

  /** Those that have the most of what was given up, common words aside, and what none of them has. */
  private async withMost(group: Group, dropped: Topic[]): Promise<Group> {
    const having = await this.finder.topicsOf(
      group.events,
      dropped.filter(({ category }) => category === null),
    );
    const countOf = ({ id }: { id: string }) =>
      having.get(id)?.filter((topic) => !isCommon(topic)).length ?? 0;
    const most = Math.max(...group.events.map(countOf));
    const events = group.events.filter((event) => countOf(event) === most);
    const missing = dropped.filter((topic) => !events.some(({ id }) => having.get(id)?.includes(topic)));
    const more = events.length === group.events.length ? group.more : 0;
    return { ...group, events, more, missing: missing.filter(({ category }) => category === null) };
  }

  /** Up to two others that mention what none of a group has: halal food at what is no event of food. */
  private async mentioning(
    { events, missing = [] }: Group,
    asked: Filters,
    local: LocalTime,
  ): Promise<Group[]> {
    // That something is online says nothing of what it is.
    // For whom it is says as little.
    const topics = missing.filter((topic) => !isCommon(topic) && !topic.headOnly && !topic.forWhom);
    if (topics.length === 0) return [];
    const except = events.map(({ id }) => id);
    const found = await this.finder.find({ ...asked, topics, match: 'ALL' }, local, { except });
    const saying = await this.saying([...found.events, ...found.mentions], { topics });
    const others = saying.slice(0, MOST_MENTIONING);
    return others.length > 0 ? [{ events: others, without: ['mention'], about: topics, more: 0 }] : [];
  }
}

/** What fits but does not say what it costs; null where that is not asked. What is free is not sold by the ticket shop. */
function withoutPrice(filters: Filters): Filters | null {
  const { free, price, type } = filters;
  if (price) return { ...filters, price: { ...price, isUnsaid: true } };
  if (!free || type === 'GIG') return null;
  return { ...filters, free: false, campus: 'ON', price: { most: 0, strictly: false, isUnsaid: true } };
}

/** At another time than the one that is asked for comes what is next to it. */
function aside(asked: Filters, { when }: Filters): Sight {
  return asked.when && !when ? { around: asked.when.from } : {};
}
