import { Injectable } from '@nestjs/common';
import { Check, Column, Entity, type EntityManager, Index, PrimaryColumn } from 'typeorm';
import { Config } from '../common/config.js';
import { Problem } from '../common/problem.js';
import { Purged } from '../database/purged.js';
import { Statements } from '../database/statements.js';
import { Transactions } from '../database/transactions.js';
import { UserId } from './user.entity.js';

/** The kinds of creations with a daily limit. Gigs count as events. */
export type CreationKind = 'EVENT' | 'APPLICATION' | 'CONVERSATION' | 'REPORT';

/** The number of creations of a kind by a user in one hour. */
@Entity('creation_counts')
@Purged('hour < floor(extract(epoch FROM now()) / 3600)::integer - 48')
@Check('creation_counts_kind_check', `kind IN ('EVENT', 'APPLICATION', 'CONVERSATION', 'REPORT')`)
@Index('creation_counts_hour_idx', ['hour', 'userId', 'kind'])
export class CreationCountEntity {
  @UserId()
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'creation_counts_pkey' })
  userId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'creation_counts_pkey' })
  kind: CreationKind;

  /** Hours since the epoch. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'creation_counts_pkey' })
  hour: number;

  @Column('integer')
  count: number;
}

const THIS_HOUR = `floor(extract(epoch FROM now()) / 3600)::int`;
/**
 * SQL of the number of creations of a kind by the user `$1` in this hour and the 24 before it. So no period
 * of 24 hours exceeds the limit.
 */
const recentCount = (kind: CreationKind) => `
  SELECT coalesce(sum(count), 0)::int FROM creation_counts
  WHERE user_id = $1 AND kind = '${kind}' AND hour > ${THIS_HOUR} - 25`;
/**
 * SQL that counts creations by the user `$1` and returns a row, unless they exceed the limit `$2`. The row of
 * the hour is locked before the limit is checked, so that concurrent requests are counted one by one.
 * TypeORM's `orUpdate` cannot increment.
 * @param from a FROM clause. If it has no row, nothing is counted.
 * @param count SQL of the number of creations
 */
export const countCreation = (kind: CreationKind, { from = '', count = '1' } = {}) => `
  INSERT INTO creation_counts AS c (user_id, kind, hour, count)
  SELECT $1, '${kind}', ${THIS_HOUR}, ${count} ${from} WHERE (${recentCount(kind)}) + ${count} <= $2
  ON CONFLICT (user_id, kind, hour) DO UPDATE SET count = c.count + ${count}
    WHERE c.count + (${recentCount(kind)} AND hour <> excluded.hour) + ${count} <= $2
  RETURNING 1`;
const DESCRIPTIONS: Record<CreationKind, string> = {
  EVENT: 'events, gigs and tagging previews',
  APPLICATION: 'applications',
  CONVERSATION: 'conversations',
  REPORT: 'reports',
};

/**
 * Limits each user to `DAILY_CREATIONS` of each kind, across all instances (rules.md, "Limits"). Deleted
 * creations still count; refused and rolled back ones do not.
 */
@Injectable()
export class Creations {
  /** `DAILY_CREATIONS`. Null: no limit. */
  readonly limit: number | null;

  constructor(
    private readonly statements: Statements,
    private readonly transactions: Transactions,
    { DAILY_CREATIONS }: Config,
  ) {
    this.limit = DAILY_CREATIONS;
  }

  /**
   * Refuses a user at the limit before any work is done for them. It takes no lock: only `count` is exact.
   * TypeORM's `sum` would repeat the condition of `recentCount`.
   * @throws Problem LIMIT_REACHED
   */
  async assertRoom(userId: string, kind: CreationKind): Promise<void> {
    if (this.limit === null) return;
    const text = `SELECT (${recentCount(kind)}) AS created`;
    const statement = { name: `creations ${kind}`, text, values: [userId] };
    const [row] = await this.statements.query<{ created: number }>(statement);
    if (row!.created >= this.limit) throw this.refusal(kind);
  }

  /** Counts a creation, in the transaction that makes it if there is one. @throws Problem LIMIT_REACHED */
  async count(userId: string, kind: CreationKind, manager?: EntityManager): Promise<void> {
    if (this.limit === null) return;
    const values = [userId, this.limit];
    const statement = { name: `count creation ${kind}`, text: countCreation(kind), values };
    const count = () => this.statements.query(statement, { manager });
    const counted = await (manager ? count() : this.transactions.inTurn(userId, count));
    if (counted.length === 0) throw this.refusal(kind);
  }

  /** The problem for a user whose creation would exceed the limit. */
  refusal(kind: CreationKind): Problem {
    return new Problem('LIMIT_REACHED', `The limit is ${this.limit} ${DESCRIPTIONS[kind]} within 24 hours.`);
  }
}
