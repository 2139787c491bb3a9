import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { AccessPolicy, Caller } from '../common/access.js';
import type { Page, PageQuery } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { codePoints, cut, isUuid } from '../common/text.js';
import { readPage } from '../database/pages.js';
import { Transactions } from '../database/transactions.js';
import { Creations } from '../users/creations.js';
import { OwnTable } from '../users/own-data.js';
import { UsersService } from '../users/users.service.js';
import { type Answer, Assistant } from './assistant/assistant.js';
import { ConversationEntity } from './conversation.entity.js';
import {
  type ConversationWithMessagesDto,
  type ExchangeDto,
  MAX_MESSAGES,
  toMessageDto,
  type UpdateConversationDto,
} from './conversations.dto.js';
import { MessageEntity } from './message.entity.js';

/** Maximum number of conversations per user (rules.md, "Limits"). */
const MAX_CONVERSATIONS = 200;
/** Maximum length of a title that is taken from the first question, in code points. */
const MAX_TITLE = 80;

/** Manages conversations, their messages and the answers of the assistant. */
@Injectable()
export class ConversationsService implements AccessPolicy<ConversationEntity> {
  constructor(
    private readonly transactions: Transactions,
    @InjectRepository(ConversationEntity) private readonly conversations: Repository<ConversationEntity>,
    @InjectRepository(MessageEntity) private readonly messages: Repository<MessageEntity>,
    private readonly assistant: Assistant,
    private readonly creations: Creations,
    private readonly users: UsersService,
  ) {}

  @OwnTable({ name: 'conversations', order: 5 })
  ownConversations(): OwnTable<ConversationEntity> {
    const toDtos = (rows: ConversationEntity[]) => Promise.all(rows.map((each) => this.withMessages(each)));
    return { entity: ConversationEntity, owner: 'ownerId', page: 1, toDtos };
  }

  /** Starts a conversation of the caller. @throws Problem LIMIT_REACHED */
  async create(caller: Caller, { title = null }: UpdateConversationDto): Promise<ConversationEntity> {
    const conversation = this.conversations.create({ id: uuidv7(), ownerId: caller.id, title });
    await this.users.write(caller, async (manager) => {
      await this.users.assertRoom(caller, ConversationEntity, MAX_CONVERSATIONS, manager);
      await this.creations.count(caller.id, 'CONVERSATION', manager);
      await manager.insert(ConversationEntity, conversation);
    });
    return conversation;
  }

  /** The caller's conversations, newest first. */
  list(caller: Caller, query: PageQuery): Promise<Page<ConversationEntity>> {
    const rows = this.conversations.createQueryBuilder('conversation').where({ ownerId: caller.id });
    return readPage(rows, query, { by: 'createdAt', direction: 'DESC' });
  }

  /**
   * A conversation of the caller, or null. Other callers cannot see that it exists. A malformed id counts as
   * unknown.
   */
  async find(id: string, { id: ownerId }: Caller): Promise<ConversationEntity | null> {
    return isUuid(id) ? this.conversations.findOneBy({ id, ownerId }) : null;
  }

  /** A conversation with its messages, oldest first. */
  async withMessages(conversation: ConversationEntity): Promise<ConversationWithMessagesDto> {
    const { id: conversationId } = conversation;
    const order = { createdAt: 'ASC', id: 'ASC' } as const;
    const messages = await this.messages.find({ where: { conversationId }, order });
    return { ...conversation, messages: messages.map(toMessageDto) };
  }

  /** Changes the title, if sent. @throws Problem NOT_FOUND where the conversation has been deleted */
  async update(
    { id, ownerId }: ConversationEntity,
    { title }: UpdateConversationDto,
  ): Promise<ConversationEntity> {
    if (title !== undefined)
      await this.transactions.inTurn(ownerId, () => this.conversations.update({ id }, { title }));
    const updated = await this.conversations.findOneBy({ id });
    if (!updated) throw new Problem('NOT_FOUND');
    return updated;
  }

  /** Deletes a conversation and its messages. */
  async remove({ id, ownerId }: ConversationEntity): Promise<void> {
    await this.transactions.inTurn(ownerId, () => this.conversations.delete({ id }));
  }

  /**
   * Answers a message, and stores both the message and the answer, or neither. No lock is taken before the
   * answer is known.
   * @throws Problem LIMIT_REACHED where there is no room for both, NOT_FOUND where the conversation has been
   * deleted
   */
  async send({ id, ownerId }: ConversationEntity, content: string): Promise<ExchangeDto> {
    assertRoom(await this.messages.countBy({ conversationId: id }));
    const last = await this.messages.findOne({
      where: { conversationId: id, role: 'ASSISTANT' },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
    const answer = await this.assistant.answer(content, last?.context ?? null, ownerId);
    const write = (manager: EntityManager) => append(manager, id, content, answer);
    const [message, reply] = await this.transactions.run(ownerId, write);
    return { message: toMessageDto(message!), answer: toMessageDto(reply!) };
  }
}

/**
 * Adds a message and its answer. A lock on the row of the conversation enforces the limit, and keeps the two
 * together.
 */
async function append(manager: EntityManager, conversationId: string, content: string, answer: Answer) {
  const conversation = await manager.findOne(ConversationEntity, {
    where: { id: conversationId },
    lock: { mode: 'pessimistic_write' },
  });
  if (!conversation) throw new Problem('NOT_FOUND');
  const before = await manager.countBy(MessageEntity, { conversationId });
  assertRoom(before);
  const added = manager.create(MessageEntity, [
    { conversationId, id: uuidv7(), role: 'USER', content, eventIds: [], context: null },
    { conversationId, id: uuidv7(), role: 'ASSISTANT', ...answer },
  ]);
  await manager.insert(MessageEntity, added);
  const title = conversation.title ?? (before === 0 ? titleOf(content) : null);
  await manager.update(ConversationEntity, { id: conversationId }, { title });
  return added;
}

/** Checks that there is room for a message and its answer. @throws Problem LIMIT_REACHED */
function assertRoom(count: number): void {
  if (count + 2 > MAX_MESSAGES)
    throw new Problem('LIMIT_REACHED', `The conversation has ${MAX_MESSAGES} messages, which is the limit.`);
}

/** A question as one line, cut at a word. */
function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim();
  if (codePoints(line) <= MAX_TITLE) return line;
  return `${cut(line, MAX_TITLE - 1).replace(/ [^ ]*$/, '')}…`;
}
