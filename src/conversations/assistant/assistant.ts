import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Config } from '../../common/config.js';
import { EventsService } from '../../events/events.service.js';
import { EventList } from '../../events/list/event-list.js';
import { LanguageModel } from '../../llm/language-model.js';
import { AnswerWriter, NAMED, type NamedEvent, quoted, WHAT_TO_ASK } from './answer.js';
import { ANYTHING, type EventQuery, merged, PAGE_SIZE, relaxations, toListQuery } from './event-query.js';
import { helpText } from './help.js';
import { type Intent, intentQuestion, type SearchContext, type UserMessage } from './intent.js';
import { readIntent } from './intent.reader.js';

/** The text of the assistant, the events that it names, and the search that the next message may refer to. */
export interface Answer {
  content: string;
  eventIds: string[];
  context: SearchContext | null;
}

type Search = Omit<SearchContext, 'eventIds'>;
/** Who asks, when, and what was searched before. */
type Asked = { askerId: string; now: number; last: SearchContext | null };

/** The event assistant: makes one query of a message, and reads it from the list of events (contract 15). */
@Injectable()
export class Assistant {
  private readonly logger = new Logger(Assistant.name);
  private readonly zone: string;
  private readonly writer: AnswerWriter;

  constructor(
    config: Config,
    @Inject(LanguageModel) private readonly model: LanguageModel | null,
    private readonly list: EventList,
    private readonly events: EventsService,
  ) {
    this.zone = config.SERVICE_TIME_ZONE;
    this.writer = new AnswerWriter(this.zone);
  }

  /** Answers a message, which may refer to the last search. @throws Problem UNAVAILABLE where too many search */
  async answer(text: string, last: SearchContext | null, askerId: string): Promise<Answer> {
    const asked = { last, askerId, now: Date.now() };
    const message = { text, now: asked.now, zone: this.zone, last };
    const { kind, query, which, help } = await this.read(message, askerId);
    switch (kind) {
      case 'HELP':
        return withoutEvents(helpText(help!), last);
      case 'PICK':
        return this.pick(which!, asked);
      case 'SEARCH':
        return this.search(query!, asked);
      case 'MORE':
        return this.more(query ?? ANYTHING, asked);
      case 'OTHER':
        return withoutEvents(WHAT_TO_ASK, last);
    }
  }

  /** The intent by the model, else by words alone. */
  private async read(message: UserMessage, userId: string): Promise<Intent> {
    if (!this.model) return readIntent(message);
    return this.model.ask(intentQuestion(message), { userId }).catch((error: Error) => {
      this.logger.warn(`The assistant continues without the model: ${error.message}`);
      return readIntent(message);
    });
  }

  /** One event of the last list. */
  private async pick(which: number, { last, now }: Asked): Promise<Answer> {
    const id = last?.eventIds[which - 1];
    const event = id && (await this.events.find(id));
    if (event) return { content: this.writer.again(event, now), eventIds: [event.id], context: last };
    const content = id ? 'That event has been deleted.' : `I have not named that many events. ${WHAT_TO_ASK}`;
    return withoutEvents(content, last);
  }

  /** The next page of the last search, or a search that differs from it. */
  private async more(changes: EventQuery, asked: Asked): Promise<Answer> {
    const { last, askerId, now } = asked;
    const query = last ? merged(last.query, changes) : changes;
    if (!last || !isDeepStrictEqual(query, last.query)) return this.search(query, asked);
    const search = { query, at: last.at, offset: last.offset + last.eventIds.length };
    const { data, total } = await this.page(search, askerId);
    const headline = this.writer.headline(query, now);
    if (data.length === 0) return withoutEvents(`${headline}: there are no more.`, last);
    return this.listing(`${headline}, more:`, data, total, search);
  }

  /** The events of a query, else of what is left when something of it is given up, else of another spelling. */
  private async search(query: EventQuery, asked: Asked, intro = ''): Promise<Answer> {
    const { askerId, now } = asked;
    const headline = `${intro}${this.writer.headline(query, now)}`;
    let also = '';
    for (const { query: relaxed, without, isLastOfWords } of relaxations(query)) {
      const search = { query: relaxed, at: now, offset: 0 };
      const { data, total, didYouMean } = await this.page(search, askerId, isLastOfWords && intro === '');
      if (data.length > 0) {
        const gaveUp = without && ` nothing found. ${without[0]!.toUpperCase()}${without.slice(1)}:`;
        return this.listing(`${headline}:${gaveUp}`, data, total, search);
      }
      if (didYouMean) {
        const respelled = `${headline}: nothing found. Did you mean ${quoted(didYouMean)}? `;
        return this.search({ ...query, words: didYouMean }, asked, respelled);
      }
      also = without && ` I also looked ${without}.`;
    }
    const context = { query, at: now, offset: 0, eventIds: [] };
    return withoutEvents(`${headline}: nothing found.${also} ${WHAT_TO_ASK}`, context);
  }

  private async page({ query, at, offset }: Search, askerId: string, spelling = false) {
    const listQuery = toListQuery(query, this.zone, at);
    if (!listQuery) return { data: [], total: 0, didYouMean: null };
    return this.list.rows(askerId, { ...listQuery, limit: PAGE_SIZE, offset }, NAMED, spelling);
  }

  /** An answer that names events. */
  private listing(intro: string, events: NamedEvent[], total: number, search: Search): Answer {
    const eventIds = events.map(({ id }) => id);
    const lines = events.map((event, index) => `${index + 1}. ${this.writer.event(event, search.at)}`);
    const hasMore = total > search.offset + events.length;
    const content = [intro, ...lines, ...(hasMore ? ['Say “more” for the next ones.'] : [])].join('\n');
    return { content, eventIds, context: { ...search, eventIds } };
  }
}

function withoutEvents(content: string, context: SearchContext | null): Answer {
  return { content, eventIds: [], context };
}
