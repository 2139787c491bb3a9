import type { MigrationInterface, QueryRunner } from 'typeorm';
import { shortTransaction } from '../src/database/migrations/online-changes.js';

/**
 * Of the words of new events fewer wait until the index takes them in: 256 kB in place of 4 MB. A search that walks looks through
 * those that wait once for each of its steps.
 */
export class KeepFewWordsPending1796800000000 implements MigrationInterface {
  name = 'KeepFewWordsPending1796800000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await shortTransaction(runner, () =>
      runner.query('ALTER INDEX events_words_start_at_idx SET (gin_pending_list_limit = 256)'),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await shortTransaction(runner, () =>
      runner.query('ALTER INDEX events_words_start_at_idx RESET (gin_pending_list_limit)'),
    );
  }
}
