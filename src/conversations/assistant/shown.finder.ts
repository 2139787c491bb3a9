import { Injectable } from '@nestjs/common';
import { calledBy, partlyCalledBy } from './called.js';
import { EventFinder } from './event.finder.js';
import { findPhrase } from './find-answer.js';
import type { NamedEvent } from './found.js';
import {
  type Exchange,
  lastShown,
  type Question,
  type Recall,
  type Topic,
  type When,
} from './interpreter.js';
import { topicOfWords } from './offline/read-topics.js';
import type { LocalTime } from './zone.js';

/** Events of earlier answers that a name may mean. */
const MOST_BEFORE = 25;

/** Finds which of the events that earlier answers named a message means. */
@Injectable()
export class ShownFinder {
  constructor(private readonly finder: EventFinder) {}

  /**
   * Those of the events that the last answer named that a message means: by number, by when they start or end, or by their texts. By name
   * alone, those of any answer.
   */
  async meantBy(
    { among, which, named, kinds, ends, starts, endsFirst, thing, onlyWithThing, otherwise }: Recall,
    { earlier, local }: Question,
  ): Promise<NamedEvent[]> {
    const shown = among ?? lastShown(earlier)?.eventIds ?? [];
    const ids = which === null ? shown : shown.slice(which - 1, which);
    const events = await this.ofKind(await this.finder.findByIds(ids), kinds, otherwise !== null);
    // "The game" may be one of an earlier answer.
    if (events.length === 0 && kinds.length > 0) return this.ofKind(await this.before(earlier), kinds, true);
    if (named.length > 0) return calledBy(events, named) ?? this.calledBefore(earlier, named);
    const ending = ends ? events.filter(({ endAt }) => isWithin(endAt, ends)) : [];
    if (ending.length > 0) return ending;
    if (endsFirst) return firstToEnd(events);
    const startingIn = (all: NamedEvent[], when: When) =>
      all.filter(({ startAt }) => isWithin(startAt, when));
    const ofLast = starts ? startingIn(events, starts) : events;
    // "The Thursday one" need not be of this week.
    const isOfDay = ({ startAt }: NamedEvent) => weekdayOf(startAt, local) === starts?.weekday;
    const ofDay = ofLast.length > 0 ? ofLast : events.filter(isOfDay);
    // "The one on the 19th" may be one of an earlier answer.
    const starting = starts && ofDay.length === 0 ? startingIn(await this.before(earlier), starts) : ofDay;
    const meant = starting.length > 0 || otherwise ? starting : events;
    if (!onlyWithThing || thing === null) return meant;
    const telling = meant.filter((event) => tells(event, thing));
    return telling.length > 0 ? telling : this.ofKind(meant, [topicOfWords(thing)], true);
  }

  /** Those of a kind. Where none is, all, or none if it has to be of the kind. */
  async ofKind<Event extends { id: string }>(
    events: Event[],
    kinds: Topic[],
    hasToBe = false,
  ): Promise<Event[]> {
    if (kinds.length === 0) return events;
    const having = await this.finder.topicsOf(events, kinds);
    const those = events.filter(({ id }) => (having.get(id)?.length ?? 0) > 0);
    return those.length > 0 || hasToBe ? those : events;
  }

  /** Those that any answer named and that a name means, or an uncommon word of it: "the stage crew one". */
  private async calledBefore(earlier: Exchange[], named: string[]): Promise<NamedEvent[]> {
    const events = await this.before(earlier);
    return calledBy(events, named) ?? partlyCalledBy(events, named);
  }

  /** The events that any answer named, the last ones first. */
  private before(earlier: Exchange[]): Promise<NamedEvent[]> {
    const shown = [...new Set(earlier.toReversed().flatMap(({ eventIds }) => eventIds))];
    return this.finder.findByIds(shown.slice(0, MOST_BEFORE));
  }
}

/** What is asked after, unless the events are those whose titles have it: these need not say so once more. */
export function thingTold({ thing, onlyWithThing }: Recall, events: NamedEvent[]): string | null {
  return thing !== null && onlyWithThing && !events.some((event) => tells(event, thing)) ? null : thing;
}

function tells({ description, isTicketed }: NamedEvent, thing: string): boolean {
  return findPhrase(description, thing) !== undefined || (thing === 'tickets' && isTicketed);
}

/** The day of the week on which an event starts, Sunday being 0. */
function weekdayOf(instant: string, { zone }: LocalTime): number {
  return new Date(zone.wallOf(Date.parse(instant))).getUTCDay();
}

function isWithin(instant: string | null, { from, to }: When): boolean {
  const time = instant === null ? Number.NaN : Date.parse(instant);
  return time >= from && time < (to ?? Number.POSITIVE_INFINITY);
}

/** The one that ends first; all where no end is known. */
function firstToEnd(events: NamedEvent[]): NamedEvent[] {
  const end = ({ endAt }: NamedEvent) => Date.parse(endAt!);
  const [first] = events
    .filter(({ endAt }) => endAt !== null)
    .toSorted((one, other) => end(one) - end(other));
  return first ? [first] : events;
}
