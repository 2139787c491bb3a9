import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Problem } from '../common/problem.js';
import { codePoints } from '../common/text.js';
import { Database, type Transaction } from '../database/database.js';
import { Repository } from '../database/repository.js';
import type { Property, Row } from '../database/table.js';
import { InjectTable } from '../database/table.provider.js';
import { Assistant } from './assistant/assistant.js';
import type { SearchContext } from './assistant/intent.js';
import { ConversationEntity } from './conversation.entity.js';
import { type ExchangeDto, MAX_MESSAGES, type MessageDto } from './conversations.dto.js';
import { MessageEntity } from './message.entity.js';

/** Characters of a title that is taken from the first question. */
const MAX_TITLE = 80;

type NewMessage = Pick<Row<MessageEntity>, 'role' | 'content' | 'eventIds' | 'context'>;

const NOT_SHOWN = ['conversationId', 'context'] satisfies Property<MessageEntity>[];

/** The messages of conversations, and the assistant's answers. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly database: Database,
    @InjectTable(ConversationEntity) private readonly conversations: Repository<ConversationEntity>,
    @InjectTable(MessageEntity) private readonly messages: Repository<MessageEntity>,
    private readonly assistant: Assistant,
  ) {}

  /** The messages of a conversation, in order. */
  of(conversationId: string): Promise<MessageDto[]> {
    return this.messages.findBy({ conversationId }, { order: { id: 'ASC' }, omit: NOT_SHOWN });
  }

  /**
   * Answers a message and stores both or neither. The answer is found before anything is locked.
   * @throws Problem LIMIT_REACHED where there is no room for both, NOT_FOUND where the conversation is gone meanwhile
   */
  async send({ id, ownerId }: Row<ConversationEntity>, content: string): Promise<ExchangeDto> {
    assertRoom(await this.idsOf(id));
    const answer = await this.assistant.answer(content, await this.lastSearch(id), ownerId);
    const pair: NewMessage[] = [
      { role: 'USER', content, eventIds: [], context: null },
      { role: 'ASSISTANT', ...answer },
    ];
    const [message, reply] = await this.database.transaction((transaction) =>
      this.append(id, pair, transaction),
    );
    return { message: message!, answer: reply! };
  }

  /** Adds messages under a lock on the conversation's row, so that its limit holds and pairs stay together. */
  private async append(
    conversationId: string,
    messages: NewMessage[],
    transaction: Transaction,
  ): Promise<MessageDto[]> {
    const conversation = await this.conversations.findOneBy(
      { id: conversationId },
      { select: ['title'], lock: 'pessimistic_write', transaction },
    );
    if (!conversation) throw new Problem('NOT_FOUND');
    const before = await this.idsOf(conversationId, transaction);
    assertRoom(before);
    const ids = idsAfter(before.at(-1), messages.length);
    const stored: MessageDto[] = [];
    for (const [index, message] of messages.entries())
      stored.push(
        await this.messages.insert(
          { conversationId, id: ids[index]!, ...message },
          { omit: NOT_SHOWN, transaction },
        ),
      );
    const title = conversation.title ?? (before.length === 0 ? titleOf(messages[0]!.content) : null);
    await this.conversations.update({ id: conversationId }, { title }, { transaction });
    return stored;
  }

  /** The search that the last answer of a conversation refers to. */
  private async lastSearch(conversationId: string): Promise<SearchContext | null> {
    const [answer] = await this.messages.findBy(
      { conversationId, role: 'ASSISTANT' },
      { select: ['context'], order: { id: 'DESC' }, take: 1 },
    );
    return answer?.context ?? null;
  }

  private async idsOf(conversationId: string, transaction?: Transaction): Promise<string[]> {
    const rows = await this.messages.findBy(
      { conversationId },
      { select: ['id'], order: { id: 'ASC' }, transaction },
    );
    return rows.map(({ id }) => id);
  }
}

/** A question needs room for its answer too. */
function assertRoom(ids: string[]): void {
  if (ids.length + 2 > MAX_MESSAGES)
    throw new Problem(
      'LIMIT_REACHED',
      `The conversation has ${MAX_MESSAGES} messages, which is the limit. Begin another one.`,
    );
}

/** UUIDv7s in order and after the last one, even where an instance with a clock ahead made that. */
function idsAfter(last: string | undefined, count: number): string[] {
  const lastAt = last === undefined ? 0 : Number.parseInt(last.replaceAll('-', '').slice(0, 12), 16);
  const msecs = Math.max(Date.now(), lastAt + 1);
  return Array.from({ length: count }, (_, seq) => uuidv7({ msecs, seq }));
}

/** A question in one line, cut between words. */
function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim();
  if (codePoints(line) <= MAX_TITLE) return line;
  const start = [...line].slice(0, MAX_TITLE - 1).join('');
  const cut = start.lastIndexOf(' ');
  return `${cut > 0 ? start.slice(0, cut) : start}…`;
}
