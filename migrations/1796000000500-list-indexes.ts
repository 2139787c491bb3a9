import type { MigrationInterface, QueryRunner } from 'typeorm';

const COMPARED = 'end_at, type, status, source, category';

/**
 * What few events have is found quickly by any two filters of a list: the index of words has the terms of other filters, too,
 * the one of creation has what they compare, and what is paid has an index of its own.
 */
export class ListIndexes1796000000500 implements MigrationInterface {
  name = 'ListIndexes1796000000500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX events_words_tags_idx, events_created_at_idx;
      CREATE INDEX events_words_tags_idx ON events USING gin (search, exact, event_tags(tags),
          (ARRAY[type]), (ARRAY[status]), (ARRAY[source]), (ARRAY[category]))
        WITH (gin_pending_list_limit = 256);
      CREATE INDEX events_created_at_idx ON events (created_at, id) INCLUDE (start_at, ${COMPARED});
      CREATE INDEX events_paid_start_at_idx ON events (start_at, id) INCLUDE (${COMPARED}, compensation)
        WHERE compensation IS NOT NULL;
      ANALYZE events`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX events_words_tags_idx, events_created_at_idx, events_paid_start_at_idx;
      CREATE INDEX events_words_tags_idx ON events USING gin (search, exact, event_tags(tags))
        WITH (gin_pending_list_limit = 256);
      CREATE INDEX events_created_at_idx ON events (created_at, id)`);
  }
}
