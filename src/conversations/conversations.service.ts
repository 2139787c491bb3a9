import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../common/access.js';
import type { Page, PageQuery } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { Database, type Transaction } from '../database/database.js';
import { readPage } from '../database/page-reader.js';
import { RowReader } from '../database/row-reader.js';
import { type Row, Where } from '../database/table.js';
import { Creations } from '../users/creations.js';
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
  private readonly rows = new RowReader(this.database, ConversationEntity);

  constructor(
    private readonly database: Database,
    private readonly messages: MessagesService,
    private readonly creations: Creations,
  ) {}

  /** Begins a conversation of the caller's. @throws Problem LIMIT_REACHED */
  create(caller: Caller, { title = null }: CreateConversationDto): Promise<ConversationDto> {
    const row = { id: uuidv7(), ownerId: caller.id, title };
    return this.database.transaction(async (transaction) => {
      await this.assertRoom(caller, transaction);
      await this.creations.count(caller.id, 'CONVERSATION', transaction);
      const insert = this.database.table(ConversationEntity).insert(row);
      const [created] = await this.database.query<StoredConversation>(insert, transaction);
      return created!;
    });
  }

  /** The caller's conversations, newest first. */
  list(caller: Caller, query: PageQuery): Promise<Page<ConversationDto>> {
    return readPage(this.database, query, {
      entity: ConversationEntity,
      where: new Where().equals('t.owner_id', caller.id),
      sort: { by: 'createdAt', descending: true },
    });
  }

  /** The conversation of this id, or undefined. */
  find(id: string): Promise<StoredConversation | undefined> {
    return this.rows.find(id);
  }

  /** A conversation with its messages. */
  async withMessages(conversation: StoredConversation): Promise<ConversationWithMessagesDto> {
    return { ...conversation, messages: await this.messages.of(conversation.id) };
  }

  /** Changes what was sent. @throws Problem NOT_FOUND where it is gone meanwhile */
  async update(conversation: StoredConversation, { title }: UpdateConversationDto): Promise<ConversationDto> {
    if (title === undefined) return conversation;
    const [updated] = await this.database.query<StoredConversation>({
      text: `UPDATE conversations t SET title = $2, updated_at = now() WHERE id = $1
             RETURNING ${this.database.table(ConversationEntity).select()}`,
      values: [conversation.id, title],
    });
    if (!updated) throw new Problem('NOT_FOUND');
    return updated;
  }

  /** Removes a conversation and its messages. */
  async remove({ id }: StoredConversation): Promise<void> {
    await this.database.execute({ text: 'DELETE FROM conversations WHERE id = $1', values: [id] });
  }

  /** Counts under a lock on the owner's row, so that two at once cannot both be the last. */
  private async assertRoom(caller: Caller, transaction: Transaction): Promise<void> {
    await this.database.query(
      { text: 'SELECT 1 FROM users WHERE id = $1 FOR UPDATE', values: [caller.id] },
      transaction,
    );
    const [row] = await this.database.query<{ count: number }>(
      { text: 'SELECT count(*)::int AS count FROM conversations WHERE owner_id = $1', values: [caller.id] },
      transaction,
    );
    if (row!.count >= MAX_CONVERSATIONS)
      throw new Problem(
        'LIMIT_REACHED',
        `You have ${MAX_CONVERSATIONS} conversations, the most there can be. Delete one first.`,
      );
  }
}
