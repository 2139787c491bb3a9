import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from '../src/database/migrations/online-changes.js';

/**
 * Finds what goes on at a time, in the order of its start: events of about the same length are next to each other in the index,
 * so a look back by that length misses none and meets few that have ended. src/events/event-criteria.ts has the same lengths.
 */
export class IndexLengths1795824000000 implements MigrationInterface {
  name = 'IndexLengths1795824000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION event_length(start_at timestamptz, end_at timestamptz) RETURNS integer
      LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT CASE
          WHEN end_at IS NULL OR end_at - start_at <= interval '4 hours' THEN 0
          WHEN end_at - start_at <= interval '24 hours' THEN 1
          WHEN end_at - start_at <= interval '6 days' THEN 2
          WHEN end_at - start_at <= interval '40 days' THEN 3
          WHEN end_at - start_at <= interval '400 days' THEN 4
          ELSE 5 END
      $$`);
    await buildIndex(
      runner,
      'events_length_start_at_idx',
      'ON events (event_length(start_at, end_at), start_at, id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'events_length_start_at_idx');
    await runner.query('DROP FUNCTION event_length');
  }
}
