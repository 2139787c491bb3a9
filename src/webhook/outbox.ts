import { Injectable } from '@nestjs/common';
import { Config } from '../common/config.js';
import { discoverable } from '../common/discovery.js';
import { OwnTable } from '../users/own-data.js';
import { OutboxMessageEntity } from './outbox-message.entity.js';

/** A row that a message is about: its id and its user. */
export interface Reference {
  userId: string;
  id: string;
}

/** Loads rows as the API returns them, at most 16 at a time. It leaves out what is deleted. */
export type LoadRows = (references: Reference[]) => Promise<{ id: string }[]>;

/** Marks the method that loads the rows of a type of messages. `components.json` describes the type. */
export const WebhookMessage = discoverable<LoadRows, string>();

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

  /**
   * SQL that writes a message for each row of a common table expression.
   * @param rows its name. It has the columns `user_id`, `id` and `created_at`, the time of the event.
   */
  insert(type: string, rows: string): string {
    return `INSERT INTO outbox_messages (user_id, id, type, reference_id, created_at)
  SELECT user_id, gen_random_uuid(), '${type}', id, created_at FROM ${rows}`;
  }

  /**
   * SQL of an INSERT that, with the webhook on, also writes a message for each new row. It is one statement:
   * no row is without its message, and it takes no further round trip.
   * @param insert an INSERT into a table with `id` and `created_at`, without WITH and RETURNING
   * @param owner the column with the user of the row
   * @param queries the common table expressions of the INSERT
   */
  alongside(type: string, insert: string, owner: string, queries: string[] = []): string {
    const written = `written AS (${insert} RETURNING id, ${owner} AS user_id, created_at)`;
    const all = this.isOn ? [...queries, written] : queries;
    const last = this.isOn ? this.insert(type, 'written') : insert;
    return all.length > 0 ? `WITH ${all.join(', ')} ${last}` : last;
  }
}
