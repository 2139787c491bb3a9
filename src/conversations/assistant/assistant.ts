import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Config } from '../../common/config.js';
import { EventList } from '../../events/event-list.service.js';
import { EventsService } from '../../events/events.service.js';
import { AnswerWriter, type NamedEvent, quoted, WHAT_TO_ASK } from './answer.js';
import { ANYTHING, type EventQuery, PAGE_SIZE, relaxations, toListQuery } from './event-query.js';
import { helpOn } from './help.js';
import { QuestionReader, type Reading, type SearchContext } from './reader.js';

/** What the assistant says, the events that it names, and the search that the next message may refer to. */
export interface Answer {
  content: string;
  eventIds: string[];
  context: SearchContext | null;
}

interface Asker {
  id: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The event assistant: makes one query of a message, and reads it from the list of events (contract 15). */
@Injectable()
export class Assistant {
  private readonly zone: string;
  private readonly writer: AnswerWriter;

  constructor(
    private readonly config: Config,
    private readonly reader: QuestionReader,
    private readonly list: EventList,
    private readonly events: EventsService,
  ) {
    this.zone = config.SERVICE_TIME_ZONE;
    this.writer = new AnswerWriter(this.zone);
  }

  /**
   * Answers a message. A language model has `TAGGER_TIMEOUT_MS`.
   * @param last the search that it may refer to
   * @throws Problem UNAVAILABLE where too many search
   */
  async answer(text: string, last: SearchContext | null, askerId: string): Promise<Answer> {
    const asker = { id: askerId, now: Date.now() };
    const signal = AbortSignal.timeout(this.config.TAGGER_TIMEOUT_MS);
    const reading = await this.reader.read({ text, now: asker.now, zone: this.zone, last }, signal);
    switch (reading.kind) {
      case 'HELP':
        return withoutEvents(helpOn(reading.help!), last);
      case 'PICK':
        return this.pick(reading.which!, last, asker);
      case 'SEARCH':
        return this.search(reading.query!, asker);
      case 'MORE':
        return this.more(reading, last, asker);
      case 'OTHER':
        return withoutEvents(WHAT_TO_ASK, last);
    }
  }

  /** One event of the last list. */
  private async pick(which: number, last: SearchContext | null, { now }: Asker): Promise<Answer> {
    const id = last?.eventIds[which - 1];
    const event = id && (await this.events.find(id));
    if (event) return { content: `${this.writer.event(event, now)}.`, eventIds: [event.id], context: last };
    const content = id ? 'That event has been deleted.' : `I have not named that many events. ${WHAT_TO_ASK}`;
    return withoutEvents(content, last);
  }

  /** The next page of the last search, or a search that differs from it. */
  private async more({ query }: Reading, last: SearchContext | null, asker: Asker): Promise<Answer> {
    if (!last) return this.search(query ?? ANYTHING, asker);
    const changes = Object.entries(query ?? {}).filter(([, value]) => value !== null);
    const changed: EventQuery = { ...last.query, ...Object.fromEntries(changes) };
    if (!isDeepStrictEqual(changed, last.query)) return this.search(changed, asker);
    const offset = last.offset + last.eventIds.length;
    const { data, total } = await this.page(changed, asker, { offset });
    const headline = this.writer.headline(changed, asker.now);
    if (data.length === 0) return withoutEvents(`${headline}: there are no more.`, last);
    return this.name(`${headline}, more:`, data, total, { query: changed, offset }, asker);
  }

  /** The events of a query, else of what is left when something of it is given up, else of another spelling. */
  private async search(query: EventQuery, asker: Asker, intro = ''): Promise<Answer> {
    const tries = relaxations(query);
    const headline = `${intro}${this.writer.headline(query, asker.now)}`;
    for (const tried of tries) {
      const isLast = tried === tries.at(-1);
      const { data, total, didYouMean } = await this.page(tried.query, asker, { spelling: isLast });
      if (data.length > 0) {
        const without = tried.without.join(' and ');
        const found = without && ` nothing found. ${without[0]!.toUpperCase()}${without.slice(1)}:`;
        return this.name(`${headline}:${found}`, data, total, { query: tried.query, offset: 0 }, asker);
      }
      if (didYouMean && intro === '') {
        const respelled = `${headline}: nothing found. Did you mean ${quoted(didYouMean)}? `;
        return this.search({ ...query, words: didYouMean }, asker, respelled);
      }
    }
    const without = tries.at(-1)!.without.join(' and ');
    const also = without && ` I also looked ${without}.`;
    return withoutEvents(`${headline}: nothing found.${also} ${WHAT_TO_ASK}`, null);
  }

  private page(query: EventQuery, { id, now }: Asker, { offset = 0, spelling = false }) {
    const listQuery = { ...toListQuery(query, this.zone, now), limit: PAGE_SIZE, offset };
    return this.list.rows(id, listQuery, ['id', 'title', 'startAt', 'endAt', 'location'], spelling);
  }

  /** An answer that names events. */
  private name(
    intro: string,
    events: NamedEvent[],
    total: number,
    context: Omit<SearchContext, 'eventIds'>,
    { now }: Asker,
  ): Answer {
    const eventIds = events.map(({ id }) => id);
    const lines = events.map((event, index) => `${index + 1}. ${this.writer.event(event, now)}`);
    const hasMore = total > context.offset + events.length;
    const content = [intro, ...lines, ...(hasMore ? ['Say “more” for the next ones.'] : [])].join('\n');
    return { content, eventIds, context: { ...context, eventIds } };
  }
}

function withoutEvents(content: string, context: SearchContext | null): Answer {
  return { content, eventIds: [], context };
}
