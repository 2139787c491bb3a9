import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from '../src/database/migrations/online-changes.js';

/** Lets the open events of a category be counted up to a limit without a look at those that are over. */
export class CountOpenEvents1796083260000 implements MigrationInterface {
  name = 'CountOpenEvents1796083260000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'events_open_category_idx', `ON events (category) WHERE status = 'OPEN'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'events_open_category_idx');
  }
}
