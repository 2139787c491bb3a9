import { Injectable } from '@nestjs/common';
import { Config } from '../../common/config.js';
import { SearchTurns } from '../../events/search/search-turns.js';
import { isFar, wordsOfShown } from './asked-words.js';
import { hasAll, isTitled, onlyNamed } from './called.js';
import { DetailFinder } from './detail.finder.js';
import { EventFinder, MOST_NAMED } from './event.finder.js';
import { findWords, UNCOMMON } from './find-answer.js';
import { idsOf, isAnsweredBy, isAsked, isByTitle, isFitting, isOfOne, isOfPlace } from './findings.js';
import type { FoundEvent, NamedEvent } from './found.js';
import {
  type Exchange,
  type Filters,
  type Finding,
  type Group,
  type Intent,
  Interpreter,
  lastShown,
  OF_ALL_SHOWN,
  type Question,
  type Search,
  type Topic,
} from './interpreter.js';
import { HAS_MORE, isOfGig } from './loosening.js';
import { NearFinder } from './near.finder.js';
import { asksForGigs, asksYesOrNo, mayAskOfOne } from './offline/asked-of-one.js';
import { isKnown, TAUGHT } from './offline/read-topics.js';
import { readable } from './offline/readable.js';
import { saidWords } from './offline/said-words.js';
import { namesSameDay } from './offline/same-day.js';
import { titleIn } from './offline/title-in.js';
import { besideName } from './say-facts.js';
import { ShownFinder, thingTold } from './shown.finder.js';
import { timeBeside } from './time-beside.js';
import { WordFinder } from './word.finder.js';
import { sayAgain, sayHelp, saySmallTalk, sayWhenAgain } from './wording.js';
import { type LocalTime, Zone } from './zone.js';

/** What the assistant says, and the events that it names, best first. */
export interface Answer {
  content: string;
  eventIds: string[];
}

/** The event assistant: reads a question, finds events that fit, and words the answer. */
@Injectable()
export class Assistant {
  private readonly zone: Zone;

  constructor(
    private readonly interpreter: Interpreter,
    private readonly finder: EventFinder,
    private readonly shown: ShownFinder,
    private readonly nearFinder: NearFinder,
    private readonly wordFinder: WordFinder,
    private readonly details: DetailFinder,
    private readonly turns: SearchTurns,
    private readonly config: Config,
  ) {
    this.zone = new Zone(config.SERVICE_TIME_ZONE);
  }

  /**
   * Answers a question from the events as they are now, with `TAGGER_TIMEOUT_MS` for a language model in all.
   * @param earlier the exchanges before it, oldest first
   * @throws Problem UNAVAILABLE where there is no room for another search
   */
  async answer(text: string, earlier: Exchange[], askerId: string): Promise<Answer> {
    const local = { now: Date.now(), zone: this.zone };
    const question: Question = { text, local, earlier, shownAt: await this.shownAt(text, earlier) };
    const signal = AbortSignal.timeout(this.config.TAGGER_TIMEOUT_MS);
    return this.answerTo(await this.interpreter.understand(question, signal), question, askerId, signal);
  }

  /** When the only event starts that the last answer named, where a message speaks of its day. */
  private async shownAt(text: string, earlier: Exchange[]): Promise<number | undefined> {
    const shown = lastShown(earlier)?.eventIds ?? [];
    if (shown.length !== 1 || !namesSameDay(text)) return undefined;
    const [event] = await this.finder.findByIds(shown);
    return event && Date.parse(event.startAt);
  }

  private async answerTo(
    intent: Intent,
    question: Question,
    askerId: string,
    signal: AbortSignal,
  ): Promise<Answer> {
    switch (intent.kind) {
      case 'HELP':
        if (intent.ofEvent && (await this.namesEvent(intent.ofEvent, question, askerId)))
          return this.answerTo(intent.ofEvent, question, askerId, signal);
        return { content: sayHelp(intent.topics), eventIds: [] };
      case 'SMALL_TALK':
        return { content: saySmallTalk(intent.about), eventIds: [] };
      case 'RECALL': {
        const events = await this.shown.meantBy(intent, question);
        if (events.length === 0 && intent.otherwise)
          return this.answerTo(intent.otherwise, question, askerId, signal);
        const [first] = events;
        if (intent.again && first) return this.again(first, question);
        const names = await this.details.namesOfPosters(events, intent.about);
        const words =
          events.length === 1 && intent.kinds.length === 0 && (isAsked(intent) || intent.starts !== null)
            ? wordsOfShown(question)
            : undefined;
        const content = sayAgain(
          await this.details.withStreets(events, intent.about),
          { ...intent, thing: thingTold(intent, events), words },
          question.local,
          names,
        );
        return { content, eventIds: events.map(({ id }) => id) };
      }
      case 'SEARCH': {
        const finding = await this.turns.run(askerId, () => this.findBeside(intent, question));
        const asked =
          (await this.askedOfOnly(finding, question)) ??
          (isFitting(finding) ? undefined : await this.askedOfShown(question));
        if (asked) return asked;
        const fitting = intent.ofShown ? finding.groups : onlyNamed(finding.groups, intent.filters);
        if (intent.otherwise && fitting.length === 0 && !isByTitle(finding) && !isOfPlace(finding))
          return this.answerTo(intent.otherwise, question, askerId, signal);
        const eventIds = idsOf(finding.groups);
        const content = await this.interpreter.word(finding, question.local, signal);
        return { content: [content, ...(await this.details.tell(finding, question))].join('\n'), eventIds };
      }
    }
  }

  /** When an event takes place again. */
  private async again(event: NamedEvent, { local }: Question): Promise<Answer> {
    const events = await this.finder.findAgain(event, local);
    const eventIds = (events.length > 0 ? events : [event]).map(({ id }) => id);
    return { content: sayWhenAgain(event, events, local), eventIds };
  }

  /** The events that fit, where the message says so before or after another one. */
  private async findBeside(search: Search, question: Question): Promise<Finding> {
    if (!search.beside) return this.find(search, question);
    const { named } = search.beside;
    const called = ({ name, filters }: NonNullable<typeof named>) =>
      this.calledSoonest(name, filters, question.local);
    // "The career fair on Friday" may be one of the Friday after.
    const event = named
      ? ((await called(named)) ?? (await called({ ...named, filters: { ...named.filters, when: null } })))
      : await this.firstShown(question);
    const when = event
      ? timeBeside(event, search.beside, search.filters, question.local)
      : search.filters.when;
    const finding = await this.find({ ...search, filters: { ...search.filters, when } }, question);
    return { ...finding, beside: event };
  }

  /** The next event that has all words of the name, or the next that fits. */
  private async calledSoonest(name: string, filters: Filters, local: LocalTime): Promise<FoundEvent | null> {
    const { events, mentions } = await this.finder.find({ ...filters, order: 'SOONEST' }, local);
    const [first = null] = [...events, ...mentions];
    return events.find(({ title }) => hasAll(title, name)) ?? first;
  }

  private async firstShown({ earlier }: Question): Promise<FoundEvent | null> {
    const [first = null] = await this.finder.findByIds(lastShown(earlier)?.eventIds.slice(0, 1) ?? []);
    return first;
  }

  /** The events that fit. Where none does, conditions are given up, as few as possible. */
  private async find(search: Search, question: Question): Promise<Finding> {
    const { earlier, local } = question;
    const { filters, more, foreign } = search;
    const except = more ? earlier.flatMap(({ eventIds }) => eventIds) : [];
    const among = search.ofShown ? (lastShown(earlier)?.eventIds ?? []) : undefined;
    const asksOfAll = search.asksIfOn && filters.topics.length === 0;
    const found = asksOfAll ? [] : await this.nearFinder.fitting(filters, local, { except, among });
    if (among && found.length === 0 && search.otherwise) return { search, cancelled: [], groups: [] };
    const isFound = found.length > 0;
    const goesOn = !isFound && !more && !foreign && !asksOfAll;
    const isOnlyMentioned = isFound && found.every(({ without }) => without.includes('mention'));
    const mayBeCancelled = goesOn || search.asksIfOn || (isOnlyMentioned && isOfOne(search));
    const cancelled = mayBeCancelled ? await this.finder.findCancelled(filters, local) : [];
    const isAnswered = isAnsweredBy(cancelled, search);
    const near = (goesOn && !isAnswered) || more ? await this.nearFinder.near(filters, local, except) : [];
    // Of further ones only such as those before.
    const such = more ? near.filter(({ without }) => without.every((part) => HAS_MORE.has(part))) : near;
    const groups = isFound ? [...found, ...(await this.besideTaken(found, filters, local, except))] : such;
    const named =
      isAnswered || isOfOne(search) ? await this.namedOfKind(onlyNamed(groups, filters), search.kinds) : [];
    if (isAnswered || named.length > 0) return { search, cancelled, groups: named };
    const titled = await this.titled(search, question, groups);
    if (titled.length > 0) return { search, cancelled: [], groups: titled };
    const meant =
      goesOn && groups.every(({ without }) => isFar(without))
        ? await this.meant(search, question, idsOf(groups))
        : [];
    if (meant.length === 0) return { search, cancelled, groups };
    return { search, cancelled, groups: [{ events: meant, without: ['words'], more: 0 }] };
  }

  /** The events whose title the message is, where what was found does not begin with one of them. */
  private async titled(
    { more, carriesOn, ofShown }: Search,
    { text, local }: Question,
    [group]: Group[],
  ): Promise<Group[]> {
    const title = more || carriesOn || ofShown ? undefined : titleIn(text);
    const [first] = group?.events ?? [];
    if (title === undefined || (first && isTitled(first.title, title))) return [];
    const ids = await this.wordFinder.titled(title, local.now);
    const events = await this.finder.findByIds(ids.slice(0, MOST_NAMED));
    return events.length > 0 ? [{ events, without: [], more: ids.length - events.length }] : [];
  }

  /** Where nobody is needed any more for what fits, what there is at another time. */
  private async besideTaken(
    found: Group[],
    filters: Filters,
    local: LocalTime,
    except: string[],
  ): Promise<Group[]> {
    const taken = found.flatMap(({ events }) => events);
    if (!taken.every(({ isTaken }) => isTaken) || filters.when === null) return [];
    const near = await this.nearFinder.near(filters, local, [...except, ...idsOf(found)]);
    const [later] = near.filter(({ without }) => without.join() === 'when');
    return later ? [{ ...later, events: later.events.slice(0, MOST_NAMED - taken.length) }] : [];
  }

  /** Of several with the same name those that are of the kind that was named: "the coyote talk". */
  private async namedOfKind(groups: Group[], kinds: Topic[]): Promise<Group[]> {
    const [group] = groups;
    return group ? [{ ...group, events: await this.shown.ofKind(group.events, kinds) }] : groups;
  }

  /** "Can we get the recording?", of the first event that the last answer named and whose text tells it. */
  private async askedOfShown({ text, earlier, local }: Question): Promise<Answer | undefined> {
    const shown = lastShown(earlier.slice(-1))?.eventIds ?? [];
    if (!asksYesOrNo(readable(text))) return undefined;
    const asking = saidWords(text, local);
    const events = await this.finder.findByIds(shown);
    const telling = events.find((event) => tells(event, asking));
    return telling && sayOfShown(telling, asking, local);
  }

  /** "Are there any rules about phones?", of the only event that was just shown, where its text has an uncommon word of it. */
  private async askedOfOnly(
    { search, groups }: Finding,
    { text, earlier, local }: Question,
  ): Promise<Answer | undefined> {
    const { filters, carriesOn, more, asksIfOn } = search;
    const { when, hours, place, type, topics } = filters;
    const isSomewhen = when !== null || hours !== null || place.length > 0;
    const isSearch = more || asksIfOn || (isSomewhen && !carriesOn) || type === 'GIG' || topics.some(isKnown);
    const shown = lastShown(earlier.slice(-1))?.eventIds ?? [];
    if (isSearch || shown.length === 0 || !mayAskOfOne(readable(text))) return undefined;
    if (onlyNamed(groups, filters).length > 0) return undefined;
    const events = await this.finder.findByIds(shown);
    const [event] = events;
    if (!event || events.some(({ title }) => title !== event.title)) return undefined;
    const asking = besideName(event, saidWords(text, local));
    return tells(event, asking) ? sayOfShown(event, asking, local) : undefined;
  }

  /** Whether a message names an event to come by its words. */
  private async namesEvent(search: Search, question: Question, askerId: string): Promise<boolean> {
    const meant = await this.turns.run(askerId, () => this.meant(search, question, []));
    return meant.length > 0;
  }

  /** The events that a message means by its words; none where those that are shown anyway have as many of them. */
  private async meant(
    { filters, carriesOn }: Search,
    { text, local }: Question,
    shown: string[],
  ): Promise<NamedEvent[]> {
    // What is to be taught is of a kind, and has no name; nor has what a lexicon knows as a phrase, such as speed dating.
    const isOfKinds = filters.topics.length > 0 && filters.topics.every(isKnownPhrase);
    if (filters.unwanted.length > 0 || filters.topics.includes(TAUGHT) || isOfKinds) return [];
    const when = carriesOn ? null : filters.when;
    // Who asks for an event by its name may call it a job; who is to be paid wants no event.
    const isOfGigs = asksForGigs(text) || carriesOn || filters.topics.some(isOfGig);
    const type = filters.pay === null && !isOfGigs ? null : filters.type;
    const asked = { said: saidWords(text, local), now: local.now, when, type };
    return this.finder.findByIds(await this.wordFinder.meant(asked, shown));
  }
}

/** Whether a lexicon knows it as more than one word. */
function isKnownPhrase({ near, said }: Topic): boolean {
  return near !== null && said.includes(' ');
}

/** Whether the text of an event has an uncommon one of some words, beside those of its name. */
function tells(event: NamedEvent, asking: string[]): boolean {
  return findWords(event.description, besideName(event, asking), UNCOMMON) !== undefined;
}

/** What was shown, with the sentence of its text that has the words. */
function sayOfShown(event: NamedEvent, asking: string[], local: LocalTime): Answer {
  const words = { naming: [], asking, least: UNCOMMON };
  return { content: sayAgain([event], { ...OF_ALL_SHOWN, words }, local), eventIds: [event.id] };
}
