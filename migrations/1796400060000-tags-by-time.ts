import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from '../src/database/migrations/online-changes.js';

/** Finds the events with a tag that start in a span of time, as the index of words does. */
export class TagsByTime1796400060000 implements MigrationInterface {
  name = 'TagsByTime1796400060000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(
      runner,
      'events_tags_start_at_idx',
      'ON events USING gin (tags, event_time_tiles(start_at))',
    );
    await dropIndex(runner, 'events_tags_idx');
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'events_tags_idx', 'ON events USING gin (tags)');
    await dropIndex(runner, 'events_tags_start_at_idx');
  }
}
