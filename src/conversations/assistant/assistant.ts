import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Config } from '../../common/config.js';
import { EventsService } from '../../events/events.service.js';
import { EventList } from '../../events/list/event-list.js';
import { columnsOf } from '../../events/stored-event.js';
import { LanguageModel } from '../../llm/language-model.js';
import { AnswerWriter, NAMED, type NamedEvent, quoted, USAGE_HINT } from './answer.js';
import { ANYTHING, type EventQuery, merged, PAGE_SIZE, relaxations, toListQuery } from './event-query.js';
import { HELP } from './help.js';
import { type Intent, intentPrompt, type SearchContext, type UserMessage } from './intent.js';
import { readIntent } from './intent.reader.js';

/** The text of the assistant, the events that it names, and the search that the next message may refer to. */
export interface Answer {
  content: string;
  eventIds: string[];
  context: SearchContext | null;
}

const COLUMNS = columnsOf(NAMED);

type Search = Omit<SearchContext, 'eventIds'>;
type AssistantRequest = UserMessage & { userId: string };

/** The event assistant: turns a message into one query, and runs it on the list of events (assistant.md). */
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

  /**
   * Answers a message, which may refer to the last search.
   * @throws Problem UNAVAILABLE where too many searches run
   */
  async answer(text: string, last: SearchContext | null, userId: string): Promise<Answer> {
    const request = { text, last, userId, now: Date.now(), zone: this.zone };
    const { kind, query, which, help } = await this.read(request);
    switch (kind) {
      case 'HELP':
        return withoutEvents(HELP[help!].text, last);
      case 'PICK':
        return this.pick(which!, request);
      case 'SEARCH':
        return this.search(query!, request);
      case 'MORE':
        return this.more(query ?? ANYTHING, request);
      case 'OTHER':
        return withoutEvents(USAGE_HINT, last);
    }
  }

  /** Reads the intent with the model, else with patterns only. */
  private async read(message: AssistantRequest): Promise<Intent> {
    if (!this.model) return readIntent(message);
    return this.model.complete(intentPrompt(message), { userId: message.userId }).catch((error: Error) => {
      this.logger.warn(`The assistant continues without the model: ${error.message}`);
      return readIntent(message);
    });
  }

  /** Describes one event of the last list. */
  private async pick(which: number, { last, now }: AssistantRequest): Promise<Answer> {
    const id = last?.eventIds[which - 1];
    const event = id && (await this.events.find(id));
    if (event) return { content: this.writer.again(event, now), eventIds: [event.id], context: last };
    const content = id ? 'That event has been deleted.' : `I have not named that many events. ${USAGE_HINT}`;
    return withoutEvents(content, last);
  }

  /** The next page of the last search, or a changed search. */
  private async more(changes: EventQuery, request: AssistantRequest): Promise<Answer> {
    const { last, userId, now } = request;
    const query = last ? merged(last.query, changes) : changes;
    if (!last || !isDeepStrictEqual(query, last.query)) return this.search(query, request);
    const search = { query, at: last.at, offset: last.offset + last.eventIds.length };
    const { data, total } = await this.page(search, userId);
    const headline = this.writer.headline(query, now);
    if (data.length === 0) return withoutEvents(`${headline}: there are no more.`, last);
    return this.listing(`${headline}, more:`, data, total, search);
  }

  /** The events of a query. If there are none, of a relaxed query, else of another spelling. */
  private async search(query: EventQuery, request: AssistantRequest, intro = ''): Promise<Answer> {
    const { userId, now } = request;
    const headline = `${intro}${this.writer.headline(query, now)}`;
    let tried = '';
    for (const { query: relaxed, without, isLastOfWords } of relaxations(query)) {
      const search = { query: relaxed, at: now, offset: 0 };
      const { data, total, didYouMean } = await this.page(search, userId, isLastOfWords && intro === '');
      if (data.length > 0) {
        const relaxation = without && ` nothing found. ${without[0]!.toUpperCase()}${without.slice(1)}:`;
        return this.listing(`${headline}:${relaxation}`, data, total, search);
      }
      if (didYouMean) {
        const respelled = `${headline}: nothing found. Did you mean ${quoted(didYouMean)}? `;
        return this.search({ ...query, words: didYouMean }, request, respelled);
      }
      tried = without && ` I also looked ${without}.`;
    }
    const context = { query, at: now, offset: 0, eventIds: [] };
    return withoutEvents(`${headline}: nothing found.${tried} ${USAGE_HINT}`, context);
  }

  private async page({ query, at, offset }: Search, userId: string, spelling = false) {
    const listQuery = toListQuery(query, this.zone, at);
    if (!listQuery) return { data: [], total: 0, didYouMean: null };
    return this.list.rows(userId, { ...listQuery, limit: PAGE_SIZE, offset }, COLUMNS, spelling);
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
