import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Config } from '../common/config.js';
import { discoverable } from '../common/discovery.js';
import { OwnTable } from '../users/own-data.js';
import { OutboxMessageEntity } from './outbox-message.entity.js';

/** A row that a message is about: its id and its user. */
export interface Reference {
  userId: string;
  id: string;
}

/** Loads a row as the API returns it. Null: it is deleted. */
export type LoadRow = (reference: Reference) => Promise<object | null>;

/** Marks the method that loads the rows of a type of messages. `components.json` describes the type. */
export const WebhookMessage = discoverable<LoadRow, string>();

/** Writes the messages for the webhook. Without the variables of the webhook it writes none. */
@Injectable()
export class Outbox {
  readonly isOn: boolean;

  constructor({ WEBHOOK_URL }: Config) {
    this.isOn = WEBHOOK_URL !== undefined;
  }

  /** Deleted with the account. It is not exported: a message has no data of its own. */
  @OwnTable({ order: 12 })
  ownMessages(): OwnTable<OutboxMessageEntity> {
    return { entity: OutboxMessageEntity, owner: 'userId' };
  }

  /** Writes a message about a row, in the transaction of its change. */
  async write(type: string, { userId, id }: Reference, manager: EntityManager): Promise<void> {
    const message = { userId, id: uuidv7(), type, referenceId: id, createdAt: () => 'now()' };
    if (this.isOn) await manager.insert(OutboxMessageEntity, message);
  }

  /**
   * SQL of an INSERT that, with the webhook, also writes a message about each new row. It is one statement:
   * no row is without its message, and it takes no further round trip.
   * @param insert an INSERT into a table with `id` and `created_at`, without WITH and RETURNING
   * @param owner the column with the user of the row
   * @param queries the common table expressions of the INSERT
   * @param select a query of these and of the new rows, `written`, if the statement returns one
   */
  alongside(type: string, insert: string, owner: string, queries: string[] = [], select?: string): string {
    if (!this.isOn && !select) return queries.length > 0 ? `WITH ${queries.join(', ')} ${insert}` : insert;
    const written = `written AS (${insert} RETURNING id, ${owner} AS user_id, created_at)`;
    const messages = `messages AS (
      INSERT INTO outbox_messages (user_id, id, type, reference_id, created_at)
      SELECT user_id, gen_random_uuid(), '${type}', id, created_at FROM written)`;
    const all = [...queries, written, ...(this.isOn ? [messages] : [])].join(', ');
    return `WITH ${all} ${select ?? 'SELECT count(*) FROM written'}`;
  }
}
