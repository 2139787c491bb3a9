import type { MigrationInterface, QueryRunner } from 'typeorm';
import { shortTransaction } from '../src/database/migrations/online-changes.js';

/**
 * Keeps an event of up to 8 kB in its row. PostgreSQL moves the longest value out of a row of more than 2 kB, which is what the words of
 * an event are where it has a text of some hundred words: a search that ranks a thousand events then looks up each of them once more.
 * Events that are there already follow when they are next written.
 */
export class KeepEventsWhole1799000000000 implements MigrationInterface {
  name = 'KeepEventsWhole1799000000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await shortTransaction(runner, () => runner.query('ALTER TABLE events SET (toast_tuple_target = 8160)'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await shortTransaction(runner, () => runner.query('ALTER TABLE events RESET (toast_tuple_target)'));
  }
}
