import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Problem } from '../common/problem.js';
import { codePoints } from '../common/text.js';
import { Database, type Transaction } from '../database/database.js';
import { Repository } from '../database/repository.js';
import type { Row } from '../database/table.js';
import { Assistant } from './assistant/assistant.js';
import type { Exchange } from './assistant/interpreter.js';
import { onlyAsksForMore } from './assistant/offline/follow-up.js';
import { ConversationEntity } from './conversation.entity.js';
import { type ExchangeDto, MAX_MESSAGES, type MessageDto } from './conversations.dto.js';
import { MessageEntity } from './message.entity.js';

/** Exchanges that a question may go on from, those aside that only asked for more. */
const MAX_REMEMBERED = 6;
/** Exchanges that are read for that. */
const MAX_READ_BACK = 40;
/** Characters of a title that is taken from the first question. */
const MAX_TITLE = 80;

type NewMessage = Pick<Row<MessageEntity>, 'role' | 'content' | 'eventIds'>;

/** The messages of conversations, and the assistant's answers. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly database: Database,
    @InjectRepository(ConversationEntity) private readonly conversations: Repository<ConversationEntity>,
    @InjectRepository(MessageEntity) private readonly messages: Repository<MessageEntity>,
    private readonly assistant: Assistant,
  ) {}

  /** The messages of a conversation, in order. */
  of(conversationId: string): Promise<MessageDto[]> {
    return this.messages.findBy({ conversationId }, { order: { id: 'ASC' }, omit: ['conversationId'] });
  }

  /**
   * Answers a message and stores both or neither. The answer is found before anything is locked.
   * @throws Problem LIMIT_REACHED where there is no room for both, NOT_FOUND where the conversation is gone meanwhile
   */
  async send({ id, ownerId }: Row<ConversationEntity>, content: string): Promise<ExchangeDto> {
    assertRoom(await this.idsOf(id));
    const earlier = await this.exchanges(id);
    const answer = await this.assistant.answer(content, earlier, ownerId);
    const pair: NewMessage[] = [
      { role: 'USER', content, eventIds: [] },
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
          { omit: ['conversationId'], transaction },
        ),
      );
    const title = conversation.title ?? (before.length === 0 ? titleOf(messages[0]!.content) : null);
    await this.conversations.update({ id: conversationId }, { title }, { transaction });
    return stored;
  }

  /** The last questions of a conversation with what their answers named, oldest first. */
  private async exchanges(conversationId: string): Promise<Exchange[]> {
    const last = await this.messages.findBy(
      { conversationId },
      { order: { id: 'DESC' }, take: MAX_READ_BACK * 2 },
    );
    const rows = last.reverse();
    const all = rows.flatMap(({ role, content, createdAt }, index) => {
      const answer = rows[index + 1];
      return role === 'USER' && answer?.role === 'ASSISTANT'
        ? [{ text: content, at: Date.parse(createdAt), eventIds: answer.eventIds }]
        : [];
    });
    return lastOf(all, MAX_REMEMBERED);
  }

  private async idsOf(conversationId: string, transaction?: Transaction): Promise<string[]> {
    const rows = await this.messages.findBy(
      { conversationId },
      { select: ['id'], order: { id: 'ASC' }, transaction },
    );
    return rows.map(({ id }) => id);
  }
}

/** So many of the last exchanges, with those that asked for more of what they named. */
function lastOf(all: Exchange[], count: number): Exchange[] {
  const first = all.flatMap(({ text }, index) => (onlyAsksForMore(text) ? [] : [index])).at(-count) ?? 0;
  return all.slice(first);
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
