import { Injectable } from '@nestjs/common';
import { UsersService } from '../../users/users.service.js';
import { askedWords } from './asked-words.js';
import { hasAll, isNamed } from './called.js';
import { EventFinder } from './event.finder.js';
import { idsOf } from './findings.js';
import type { FoundEvent, NamedEvent } from './found.js';
import type { Asked, Finding, Question, Search, Topic } from './interpreter.js';
import { isCommon, isKnown } from './offline/read-topics.js';
import { saidWords } from './offline/said-words.js';
import { sayAnswers, sayFacts, sayFreeFor, sayMention, sayOfEach, sayPrices, sayWords } from './say-facts.js';
import { StreetFinder } from './street.finder.js';

/** What a column answers and not the text, so that every event can tell it. */
const IN_COLUMNS = new Set<Asked>(['APPLY_BY', 'POSITIONS', 'END', 'DURATION']);

/** How many others an answer names where it tells why each fits. */
const FEW = 3;

/** Finds what is asked of events beside what they are: a price, an end, who is behind them, why they fit. */
@Injectable()
export class DetailFinder {
  constructor(
    private readonly finder: EventFinder,
    private readonly streets: StreetFinder,
    private readonly users: UsersService,
  ) {}

  /**
   * What is asked of the events that were found: of the first and its other dates; of all where several are named, or where a column
   * answers. Where a price is wanted, what each costs; where it is to be free, for whom it is.
   */
  async tell({ search, groups }: Finding, question: Question): Promise<string[]> {
    if (search.filters.priced && search.about.length === 0)
      return sayPrices(await this.finder.findByIds(idsOf(groups)));
    if (search.filters.free && search.about.length === 0 && search.thing === null)
      return sayFreeFor(await this.finder.findByIds(idsOf(groups)));
    if (search.about.includes('OPENING_HOURS'))
      return sayAnswers(await this.finder.findByIds(idsOf(groups)), 'HOURS');
    const [{ events: [first, ...others] = [], without = [] } = {}] = groups;
    const words = askedWords(question, without);
    const isSeries = others.every(({ title }) => title === first?.title);
    const name = search.filters.topics.map(({ said }) => said).join(' ');
    const isOfOneName = [first, ...others].every((event) => event && hasAll(event.title, name));
    const isCompared = search.filters.match === 'ANY' && search.filters.topics.length > 1;
    const about = search.about.filter((one) => one !== 'SUBJECT' || isOfOneName || isCompared);
    const asked = isNamed(without)
      ? { about, thing: search.thing, words }
      : { about: [], thing: null, words };
    if (!first) return [];
    if (asked.about.length === 0 && asked.thing === null && !words) {
      const { topics } = search.filters;
      if (others.length > 0 && without.join() === 'mention') return this.tellMentions([first], topics);
      // Of a few, why they fit: "where can I borrow a blazer".
      if (others.length > 0 && others.length < FEW && without.length === 0)
        return this.tellMentions([first, ...others], topics.filter(isName));
      return others.length === 0 && groups.length === 1 ? this.tellWhy(first, search, question) : [];
    }
    const isOfPlace = search.filters.place.length > 0 && asked.about.join() === 'ADDRESS';
    const isOfAll =
      isCompared ||
      isOfPlace ||
      (asked.thing === null && asked.about.length > 0 && asked.about.every((one) => IN_COLUMNS.has(one))) ||
      (isSeries && !about.includes('SUBJECT'));
    if (!isOfAll && search.about.join() === 'PRICE' && groups.length === 1 && search.thing === null)
      return sayPrices(await this.finder.findByIds([first, ...others].map(({ id }) => id)));
    const found = await this.finder.findByIds([first, ...others].map(({ id }) => id));
    const all = await this.withStreets(found, asked.about);
    const names = await this.namesOfPosters(all, asked.about);
    // Where the first does not tell, another may.
    const [facts = []] = sayFacts(all.slice(0, 1), asked, question.local, names).facts;
    const isUntold = facts.length === 0 && (asked.about.length > 0 || asked.thing !== null);
    const events = isOfAll || isUntold ? all : all.slice(0, 1);
    const isOnly = others.length === 0;
    // The summary of a single event is said with it.
    const isSaid = isOnly || about.includes('SUBJECT');
    const unsaid = isSaid ? events : events.map((event) => ({ ...event, summary: null }));
    return sayOfEach(unsaid, asked, question.local, { names, isOnly });
  }

  /**
   * What its text says of what was asked for, where nothing else that is said of a single event shows it; or else of another uncommon word of
   * the message: "does the symphony offer any help for the hard of hearing?"
   */
  private async tellWhy(
    { id }: FoundEvent,
    { filters }: Search,
    { text, local }: Question,
  ): Promise<string[]> {
    const [event] = await this.finder.findByIds([id]);
    if (!event) return [];
    const why = sayMention(event, filters.topics);
    return why.length > 0 ? why : sayWords(event, saidWords(text, local));
  }

  /** What some of several say of what was asked for, each by its number in the answer. */
  private async tellMentions(events: FoundEvent[], topics: Topic[]): Promise<string[]> {
    const found = await this.finder.findByIds(events.map(({ id }) => id));
    const told = found.map((event) => sayMention(event, topics).join());
    // Dates of a series tell the same.
    return told.flatMap((said, at) =>
      said !== '' && told.indexOf(said) === at ? [`No. ${at + 1}: ${said}`] : [],
    );
  }

  /** The events with the addresses of their places, where these are asked for. */
  async withStreets(events: NamedEvent[], about: Asked[]): Promise<NamedEvent[]> {
    const isAsked = about.includes('ADDRESS') || about.includes('SUBJECT');
    return isAsked ? Promise.all(events.map((event) => this.streets.withStreet(event))) : events;
  }

  /** The names of those who posted events, where it is asked who is behind them. */
  async namesOfPosters(events: NamedEvent[], about: Asked[]): Promise<Map<string, string>> {
    const ids = about.includes('ORGANIZER') ? events.flatMap(({ creatorId }) => creatorId ?? []) : [];
    const profiles = await this.users.profiles(ids);
    return new Map([...profiles].flatMap(([id, { name }]) => (name === null ? [] : [[id, name]])));
  }
}

/** Whether it is no common word and no lexicon knows it. */
function isName(topic: Topic): boolean {
  return !isKnown(topic) && !isCommon(topic);
}
