import type pg from 'pg';

/** Events that have ties to users: those of the first pages. */
const SHOWN = 1_400;
/** Users who looked at each of them; a third saved it, a fifth bookmarked it. */
const READERS = 60;
/** Collections of each caller. */
const COLLECTIONS = 3;

const TABLES = ['users', 'interactions', 'collections', 'collection_items', 'applications'];

/** Adds what `include` shows of the first pages: creators, and what readers and callers have done with their events. */
export async function loadTies(database: pg.Client, callers: string[]): Promise<void> {
  await database.query(`
    CREATE TEMPORARY TABLE shown AS
    SELECT id, type, creator_id, row_number() OVER (ORDER BY start_at, id)::int AS place
    FROM events ORDER BY start_at, id LIMIT ${SHOWN}`);
  await database.query(`
    INSERT INTO users (id, name, avatar_url, headline, bio)
    SELECT DISTINCT creator_id, 'Creator ' || creator_id, 'https://example.edu/people/' || creator_id || '.jpg',
           'Student, second year', 'It is organized by students and paid for by the activity fee.'
    FROM shown WHERE creator_id IS NOT NULL ON CONFLICT DO NOTHING`);
  await database.query(`
    INSERT INTO interactions (event_id, user_id, action, id)
    SELECT id, 'reader-' || reader, action, uuidv7()
    FROM shown, generate_series(1, ${READERS}) reader, unnest(ARRAY['VIEW', 'SAVE', 'BOOKMARK']) action
    WHERE action = 'VIEW' OR (action = 'SAVE' AND (reader + place) % 3 = 0)
       OR (action = 'BOOKMARK' AND (reader + place) % 5 = 0)`);
  const caller = 'unnest($1::text[]) WITH ORDINALITY AS caller (id, number)';
  await database.query(
    `INSERT INTO interactions (event_id, user_id, action, id)
     SELECT shown.id, caller.id, 'SAVE', uuidv7() FROM shown, ${caller} WHERE (place + number) % 7 = 0`,
    [callers],
  );
  await database.query(
    `INSERT INTO applications (gig_id, id, applicant_id)
     SELECT shown.id, uuidv7(), caller.id FROM shown, ${caller}
     WHERE type = 'GIG' AND creator_id IS DISTINCT FROM caller.id AND (place + number) % 4 = 0`,
    [callers],
  );
  await database.query(
    `WITH made AS (
       INSERT INTO collections (id, owner_id, name)
       SELECT uuidv7(), caller.id, 'Weekend ' || n FROM ${caller}, generate_series(1, ${COLLECTIONS}) n
       RETURNING id, name)
     INSERT INTO collection_items (event_id, collection_id)
     SELECT shown.id, made.id FROM shown, made
     WHERE (place + right(name, 1)::int) % 20 = 0`,
    [callers],
  );
  await database.query('DROP TABLE shown');
  for (const table of TABLES) await database.query(`VACUUM (ANALYZE) ${table}`);
}
