import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Problem } from '../common/problem.js';
import { codePoints, cut } from '../common/text.js';
import { Transactions } from '../database/transactions.js';
import { Assistant } from './assistant/assistant.js';
import type { SearchContext } from './assistant/intent.js';
import { ConversationEntity } from './conversation.entity.js';
import { type ExchangeDto, MAX_MESSAGES, type MessageDto, toMessageDto } from './conversations.dto.js';
import { MessageEntity } from './message.entity.js';

/** Characters of a title that is taken from the first question. */
const MAX_TITLE = 80;

type NewMessage = Pick<MessageEntity, 'role' | 'content' | 'eventIds' | 'context'>;

/** The messages of conversations, and the assistant's answers. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly transactions: Transactions,
    @InjectRepository(MessageEntity) private readonly messages: Repository<MessageEntity>,
    private readonly assistant: Assistant,
  ) {}

  /** The messages of a conversation, in order. */
  async of(conversationId: string): Promise<MessageDto[]> {
    const order = { createdAt: 'ASC', id: 'ASC' } as const;
    return (await this.messages.find({ where: { conversationId }, order })).map(toMessageDto);
  }

  /**
   * Answers a message and stores both or neither. The answer is found before anything is locked.
   * @throws Problem LIMIT_REACHED where there is no room for both, NOT_FOUND where the conversation is gone meanwhile
   */
  async send({ id, ownerId }: ConversationEntity, content: string): Promise<ExchangeDto> {
    assertRoom(await this.messages.countBy({ conversationId: id }));
    const answer = await this.assistant.answer(content, await this.lastSearch(id), ownerId);
    const pair: NewMessage[] = [
      { role: 'USER', content, eventIds: [], context: null },
      { role: 'ASSISTANT', ...answer },
    ];
    const [message, reply] = await this.transactions.run((manager) => append(manager, id, pair));
    return { message: toMessageDto(message!), answer: toMessageDto(reply!) };
  }

  /** The search that the last answer of a conversation refers to. */
  private async lastSearch(conversationId: string): Promise<SearchContext | null> {
    const answer = await this.messages.findOne({
      where: { conversationId, role: 'ASSISTANT' },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
    return answer?.context ?? null;
  }
}

/** Adds messages under a lock on the conversation's row, so that its limit holds and pairs stay together. */
async function append(manager: EntityManager, conversationId: string, messages: NewMessage[]) {
  const conversation = await manager.findOne(ConversationEntity, {
    where: { id: conversationId },
    lock: { mode: 'pessimistic_write' },
  });
  if (!conversation) throw new Problem('NOT_FOUND');
  const before = await manager.countBy(MessageEntity, { conversationId });
  assertRoom(before);
  const rows = messages.map((message) => ({ conversationId, id: uuidv7(), ...message }));
  const added = manager.create(MessageEntity, rows);
  await manager.insert(MessageEntity, added);
  const title = conversation.title ?? (before === 0 ? titleOf(messages[0]!.content) : null);
  await manager.update(ConversationEntity, { id: conversationId }, { title });
  return added;
}

/** A question needs room for its answer too. */
function assertRoom(count: number): void {
  if (count + 2 > MAX_MESSAGES)
    throw new Problem('LIMIT_REACHED', `The conversation has ${MAX_MESSAGES} messages, which is the limit.`);
}

/** A question in one line, cut between words. */
function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim();
  if (codePoints(line) <= MAX_TITLE) return line;
  return `${cut(line, MAX_TITLE - 1).replace(/ [^ ]*$/, '')}…`;
}
