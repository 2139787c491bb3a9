import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from '../src/database/migrations/online-changes.js';

/** The indexes that the purge follows, as they are and as they were. */
const INDEXES: [name: string, now: string, before?: string][] = [
  [
    'notifications_read_at_idx',
    'ON notifications (read_at, id) WHERE read_at IS NOT NULL',
    'ON notifications (read_at) WHERE read_at IS NOT NULL',
  ],
  [
    'idempotency_keys_created_at_idx',
    'ON idempotency_keys (created_at, user_id, key)',
    'ON idempotency_keys (created_at)',
  ],
  ['creation_counts_hour_idx', 'ON creation_counts (hour, user_id, kind)', 'ON creation_counts (hour)'],
  ['job_claims_tick_idx', 'ON job_claims (tick, job)'],
  // Views and clicks.
  ['interactions_passing_idx', `ON interactions (last_at, id) WHERE action IN ('VIEW', 'CLICK')`],
];

/** Lets the purge go on in an index exactly where its last batch ended, also among rows of the same moment. */
export class PurgeByIndex1796083200000 implements MigrationInterface {
  name = 'PurgeByIndex1796083200000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, now] of INDEXES) {
      await dropIndex(runner, name);
      await buildIndex(runner, name, now);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, , before] of INDEXES) {
      await dropIndex(runner, name);
      if (before) await buildIndex(runner, name, before);
    }
  }
}
