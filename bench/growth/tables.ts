import type { Part } from '../data/loader.js';
import { userId } from '../tokens.js';

/** Users of the rows that nobody asks for. */
const OTHERS = 10_000;
/** Notifications of each user who calls. */
export const INBOX = 300;

/** Notifications of others: each was read more than half a year ago, or is unread and more than a year old. */
export function dueNotifications(count: number): Part {
  const text = `
    INSERT INTO notifications (recipient_id, id, type, reference_id, read_at, created_at, data)
    SELECT 'other-' || floor(random() * ${OTHERS}), uuidv7(at - now()), 'APPLICATION_RECEIVED', 'x',
           CASE WHEN n % 4 > 0 THEN at + interval '30 minutes' END, at,
           jsonb_build_object('gigId', gen_random_uuid(), 'gigTitle', 'Stage hands for concert number ' || n)
    FROM (SELECT n, now() - interval '366 days' - n * interval '30 seconds' AS at
          FROM generate_series($1::int, $1::int + $2::int - 1) n) numbered`;
  return { count, insert: (pool, from, size) => pool.query(text, [from, size]) };
}

/** The inboxes of those who call, as old as months. */
export function inboxes(callers: number): Part {
  const text = `
    INSERT INTO notifications (recipient_id, id, type, reference_id, created_at)
    SELECT ($3::text[])[1 + n % ${callers}], uuidv7(), 'APPLICATION_RECEIVED', 'x', now() - n * interval '1 hour'
    FROM generate_series($1::int, $1::int + $2::int - 1) n`;
  const users = Array.from({ length: callers }, (_, index) => userId(index));
  return {
    count: callers * INBOX,
    insert: (pool, from, size) => pool.query(text, [from, size, users]),
  };
}

/** What others have viewed: of one event, or of as many as there are rows. */
export function views(count: number, event?: string): Part {
  const text = `
    INSERT INTO interactions (event_id, user_id, action, id, listed_at)
    SELECT coalesce($3::uuid, gen_random_uuid()), 'viewer-' || n, 'VIEW', uuidv7(), now() - n * interval '1 second'
    FROM generate_series($1::int, $1::int + $2::int - 1) n`;
  return { count, insert: (pool, from, size) => pool.query(text, [from, size, event ?? null]) };
}

/** Open events of one category, with texts so short that they load quickly. */
export function openEvents(count: number): Part {
  const text = `
    INSERT INTO events (id, title, description, type, location, start_at, category)
    SELECT gen_random_uuid(), 'x', 'x', 'EVENT', '{"name": "x"}', now() + n * interval '1 second', 'MUSIC'
    FROM generate_series($1::int, $1::int + $2::int - 1) n`;
  return { count, insert: (pool, from, size) => pool.query(text, [from, size]) };
}
