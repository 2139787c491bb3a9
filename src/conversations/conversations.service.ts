import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { AccessPolicy, Caller } from '../common/access.js';
import type { Page, PageQuery } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { isUuid } from '../common/text.js';
import { readPage } from '../database/pages.js';
import { Transactions } from '../database/transactions.js';
import { Creations } from '../users/creations.js';
import { OwnData } from '../users/own-data.js';
import { UsersService } from '../users/users.service.js';
import { ConversationEntity } from './conversation.entity.js';
import {
  type ConversationDto,
  type ConversationWithMessagesDto,
  type CreateConversationDto,
  toConversationDto,
  type UpdateConversationDto,
} from './conversations.dto.js';
import { MessagesService } from './messages.service.js';

/** Conversations of one user (rules.md, "Limits"). */
const MAX_CONVERSATIONS = 200;

@Injectable()
export class ConversationsService implements AccessPolicy<ConversationEntity>, OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    @InjectRepository(ConversationEntity) private readonly conversations: Repository<ConversationEntity>,
    private readonly messages: MessagesService,
    private readonly creations: Creations,
    private readonly users: UsersService,
    private readonly ownData: OwnData,
  ) {}

  onModuleInit(): void {
    const toDtos = (rows: ConversationEntity[]) => Promise.all(rows.map((each) => this.withMessages(each)));
    this.ownData.add('conversations', { rows: this.conversations, owner: 'ownerId', page: 1, toDtos });
  }

  /** Begins a conversation of the caller's. @throws Problem LIMIT_REACHED */
  async create(caller: Caller, { title = null }: CreateConversationDto): Promise<ConversationDto> {
    const conversation = this.conversations.create({ id: uuidv7(), ownerId: caller.id, title });
    await this.transactions.run(async (manager) => {
      await this.users.assertRoom(caller, ConversationEntity, MAX_CONVERSATIONS, manager);
      await this.creations.count(caller.id, 'CONVERSATION', manager);
      await manager.insert(ConversationEntity, conversation);
    });
    return toConversationDto(conversation);
  }

  /** The caller's conversations, newest first. */
  async list(caller: Caller, query: PageQuery): Promise<Page<ConversationDto>> {
    const rows = this.conversations.createQueryBuilder('conversation').where({ ownerId: caller.id });
    const page = await readPage(rows, query, { by: 'createdAt', direction: 'DESC' });
    return { ...page, data: page.data.map(toConversationDto) };
  }

  /** A conversation of the caller's, or null: for everyone else it does not exist. A malformed id is an unknown one. */
  async find(id: string, { id: ownerId }: Caller): Promise<ConversationEntity | null> {
    return isUuid(id) ? this.conversations.findOneBy({ id, ownerId }) : null;
  }

  /** A conversation with its messages. */
  async withMessages(conversation: ConversationEntity): Promise<ConversationWithMessagesDto> {
    return { ...toConversationDto(conversation), messages: await this.messages.of(conversation.id) };
  }

  /** Changes what was sent. @throws Problem NOT_FOUND where it is gone meanwhile */
  async update(conversation: ConversationEntity, { title }: UpdateConversationDto): Promise<ConversationDto> {
    if (title !== undefined) await this.conversations.update({ id: conversation.id }, { title });
    const updated = await this.conversations.findOneBy({ id: conversation.id });
    if (!updated) throw new Problem('NOT_FOUND');
    return toConversationDto(updated);
  }

  /** Removes a conversation and its messages. */
  async remove({ id }: ConversationEntity): Promise<void> {
    await this.conversations.delete({ id });
  }
}
