import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from '../src/database/migrations/online-changes.js';

/** Lets the users who saved or bookmarked an event be counted once each, and without a look at those who only viewed it. */
export class IndexInterest1796200000000 implements MigrationInterface {
  name = 'IndexInterest1796200000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(
      runner,
      'interactions_interested_idx',
      `ON interactions (event_id, user_id) WHERE action IN ('SAVE', 'BOOKMARK')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'interactions_interested_idx');
  }
}
