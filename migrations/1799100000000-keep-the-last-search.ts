import type { MigrationInterface, QueryRunner } from 'typeorm';
import { shortTransaction } from '../src/database/migrations/online-changes.js';

/** Stores the last search with each answer of the assistant, so that the next message may refer to it. */
export class KeepTheLastSearch1799100000000 implements MigrationInterface {
  name = 'KeepTheLastSearch1799100000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await shortTransaction(runner, () => runner.query('ALTER TABLE messages ADD COLUMN context jsonb'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await shortTransaction(runner, () => runner.query('ALTER TABLE messages DROP COLUMN context'));
  }
}
