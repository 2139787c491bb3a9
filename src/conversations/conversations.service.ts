import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../common/access.js';
import type { Page, PageQuery } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { Database, type Transaction } from '../database/database.js';
import { Repository } from '../database/repository.js';
import type { Row } from '../database/table.js';
import { InjectTable } from '../database/table.provider.js';
import { Creations } from '../users/creations.js';
import { UsersService } from '../users/users.service.js';
import { ConversationEntity } from './conversation.entity.js';
import type {
  ConversationDto,
  ConversationWithMessagesDto,
  CreateConversationDto,
  UpdateConversationDto,
} from './conversations.dto.js';
import { MessagesService } from './messages.service.js';

/** Conversations of one user (decisions.md, "Limits"). */
const MAX_CONVERSATIONS = 200;

export type StoredConversation = Row<ConversationEntity>;

@Injectable()
export class ConversationsService {
  constructor(
    private readonly database: Database,
    @InjectTable(ConversationEntity) private readonly conversations: Repository<ConversationEntity>,
    private readonly messages: MessagesService,
    private readonly creations: Creations,
    private readonly users: UsersService,
  ) {}

  /** Begins a conversation of the caller's. @throws Problem LIMIT_REACHED */
  create(caller: Caller, { title = null }: CreateConversationDto): Promise<ConversationDto> {
    const row = { id: uuidv7(), ownerId: caller.id, title };
    return this.database.transaction(async (transaction) => {
      await this.assertRoom(caller, transaction);
      await this.creations.count(caller.id, 'CONVERSATION', transaction);
      return this.conversations.insert(row, { transaction });
    });
  }

  /** The caller's conversations, newest first. */
  list(caller: Caller, query: PageQuery): Promise<Page<ConversationDto>> {
    return this.conversations.page(query, { where: { ownerId: caller.id }, order: { createdAt: 'DESC' } });
  }

  /** The conversation of this id, or undefined. */
  find(id: string): Promise<StoredConversation | undefined> {
    return this.conversations.findOneBy({ id });
  }

  /** A conversation with its messages. */
  async withMessages(conversation: StoredConversation): Promise<ConversationWithMessagesDto> {
    return { ...conversation, messages: await this.messages.of(conversation.id) };
  }

  /** Changes what was sent. @throws Problem NOT_FOUND where it is gone meanwhile */
  async update(conversation: StoredConversation, { title }: UpdateConversationDto): Promise<ConversationDto> {
    if (title === undefined) return conversation;
    const [updated] = await this.conversations.update({ id: conversation.id }, { title });
    if (!updated) throw new Problem('NOT_FOUND');
    return updated;
  }

  /** Removes a conversation and its messages. */
  async remove({ id }: StoredConversation): Promise<void> {
    await this.conversations.delete({ id });
  }

  /** Counts under a lock on the owner, so that two at once cannot both be the last. */
  private async assertRoom(caller: Caller, transaction: Transaction): Promise<void> {
    await this.users.lock(caller, transaction);
    if ((await this.conversations.countBy({ ownerId: caller.id }, { transaction })) >= MAX_CONVERSATIONS)
      throw new Problem(
        'LIMIT_REACHED',
        `You have ${MAX_CONVERSATIONS} conversations, which is the limit. Delete one first.`,
      );
  }
}
