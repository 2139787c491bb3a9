import { Injectable } from '@nestjs/common';
import { Config } from '../../common/config.js';
import { EventFinder } from './event.finder.js';
import { type Filters, type Finding, Interpreter, type Loosening } from './interpreter.js';

/** What the assistant says, and the events that it names, best first. */
export interface Answer {
  content: string;
  eventIds: string[];
}

/** The event assistant: reads a question, finds events that fit, and words the answer. Each answer stands by itself. */
@Injectable()
export class Assistant {
  constructor(
    private readonly interpreter: Interpreter,
    private readonly finder: EventFinder,
    private readonly config: Config,
  ) {}

  /** Answers a question from the events as they are now, with `TAGGER_TIMEOUT_MS` for a language model in all. */
  async answer(question: string, now = Date.now()): Promise<Answer> {
    const signal = AbortSignal.timeout(this.config.TAGGER_TIMEOUT_MS);
    const asked = await this.interpreter.understand(question, now, signal);
    const finding = asked && (await this.find(asked, now));
    const content = await this.interpreter.word(finding, now, signal);
    return { content, eventIds: finding?.events.map(({ id }) => id) ?? [] };
  }

  /** The events that fit. Where none does, conditions are given up, as few as possible. */
  private async find(asked: Filters, now: number): Promise<Finding> {
    for (const { filters, without } of [{ filters: asked, without: [] }, ...loosened(asked)]) {
      const events = await this.finder.find(filters, now);
      if (events.length > 0) return { asked, events, without };
    }
    return { asked, events: [], without: [] };
  }
}

/** How each condition is given up; null where it is not set, or too little would be left. */
const GIVE_UP: Record<Loosening, (filters: Filters) => Filters | null> = {
  when: (filters) => filters.when && { ...filters, when: null },
  price: (filters) => (filters.free || filters.pay ? { ...filters, free: false, pay: null } : null),
  place: (filters) =>
    filters.place.length > 0 && (filters.topics.length > 0 || filters.when)
      ? { ...filters, place: [] }
      : null,
  topics: (filters) =>
    filters.topics.length > 1 && filters.match === 'ALL' ? { ...filters, match: 'ANY' } : null,
};

/** The conditions to give up, in the order in which that is tried. */
const LOOSENINGS: Loosening[][] = [
  ['when'],
  ['price'],
  ['place'],
  ['topics'],
  ['when', 'price'],
  ['when', 'topics'],
];

function* loosened(asked: Filters): Generator<{ filters: Filters; without: Loosening[] }> {
  for (const without of LOOSENINGS) {
    const filters = without.reduce<Filters | null>((left, part) => left && GIVE_UP[part](left), asked);
    if (filters) yield { filters, without };
  }
}
