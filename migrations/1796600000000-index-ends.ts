import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from '../src/database/migrations/online-changes.js';

/**
 * Tells what goes on at a time by the index alone: of what has begun before, most has ended, and each look at a row to see that it
 * has was a read from anywhere in the table.
 */
export class IndexEnds1796600000000 implements MigrationInterface {
  name = 'IndexEnds1796600000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(
      runner,
      'events_length_start_at_end_at_idx',
      'ON events (event_length(start_at, end_at), start_at, id) INCLUDE (end_at, status)',
    );
    await dropIndex(runner, 'events_length_start_at_idx');
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildIndex(
      runner,
      'events_length_start_at_idx',
      'ON events (event_length(start_at, end_at), start_at, id)',
    );
    await dropIndex(runner, 'events_length_start_at_end_at_idx');
  }
}
