import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The texts that events are made of. Built, this file is dist/bench/data/events.js. */
export const TEXTS = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../bench/data/texts.json'), 'utf8'),
) as { adjectives: string[]; syllables: [string[], string[], string[]] };

/** The name of whom to ask about an event, which a thousandth of the events has. */
export function contactOf(index: number): string {
  return TEXTS.syllables.map((parts, place) => parts[Math.floor(index / 10 ** place) % 10]).join('');
}

/** A number below `below` that looks random; the same event and key always give the same one. */
const draw = (key: number, below: number) => `((hashint8extended(n, ${key}) & 2147483647) % ${below})::int`;
/** An element of a JSON array by such a number. */
const pick = (array: string, key: number, length: number) => `(${array} -> ${draw(key, length)})`;

/**
 * Adds the events number `$1` to `$2`, of users and feeds, in the half year before today and the one after it.
 * `$3` is the texts. The word "room" is in each event, an adjective in every tenth, a contact in every thousandth.
 */
export const INSERT_EVENTS = `
  INSERT INTO events (id, title, description, type, location, start_at, end_at, status, source, creator_id, external_id,
                      external_url, ticket_url, item_hash, tags, summary, category, compensation, created_at, updated_at)
  SELECT (lpad(to_hex((extract(epoch FROM created_at) * 1000)::bigint), 12, '0') || '7' || substr(digest, 1, 3)
          || '8' || substr(digest, 4, 15))::uuid,
         concat_ws(' ', texts #>> ARRAY['adjectives', (n % 10)::text],
                   ${pick(`theme -> 'subjects'`, 1, 4)} #>> '{}', 1 + n % 97),
         concat_ws(' ', summary, ${[2, 3, 4, 5, 6].map((key) => `${pick(`texts -> 'sentences'`, key, 14)} #>> '{}'`)},
                   'Ask for ' || (texts #>> ARRAY['syllables', '0', (n % 10)::text])
                   || (texts #>> ARRAY['syllables', '1', (n / 10 % 10)::text])
                   || (texts #>> ARRAY['syllables', '2', (n / 100 % 10)::text]) || '.'),
         type,
         place || jsonb_build_object('name', (place ->> 'name') || ', Room ' || 1 + ${draw(7, 300)}),
         start_at, end_at,
         CASE WHEN ${draw(8, 100)} < 6 THEN 'CANCELLED' WHEN end_at < today THEN 'COMPLETED'
              WHEN type = 'GIG' AND ${draw(9, 100)} < 15 THEN 'IN_PROGRESS' ELSE 'OPEN' END,
         source,
         CASE source WHEN 'USER' THEN 'user-' || floor(power(${draw(10, 10_000)} / 1e4, 3) * 5000) END,
         CASE source WHEN 'CAMPUS_API' THEN 'campus-' || n WHEN 'TICKET_API' THEN 'ticket-' || n END,
         CASE source WHEN 'CAMPUS_API' THEN 'https://example.edu/events/campus-' || n END,
         CASE source WHEN 'TICKET_API' THEN 'https://example.edu/events/ticket-' || n END,
         CASE WHEN source <> 'USER' THEN digest END,
         ARRAY[theme #>> ARRAY['tags', (n % 3)::text], theme #>> ARRAY['tags', (3 + n % 3)::text]],
         summary, theme ->> 'category',
         CASE type WHEN 'GIG' THEN jsonb_build_object('amount', 15 + n % 20, 'currency', 'USD', 'type', 'HOURLY') END,
         created_at, created_at
  FROM (SELECT *, md5('event ' || n) AS digest, theme ->> 'type' AS type,
               start_at + CASE WHEN n % 5 > 0 THEN (1 + n % 6) * interval '1 hour' END AS end_at,
               ${pick(`theme -> 'sentences'`, 11, 3)} #>> '{}' AS summary,
               CASE WHEN theme ->> 'type' = 'GIG' OR ${draw(12, 100)} < 30 THEN 'USER'
                    WHEN ${draw(13, 100)} < 80 THEN 'CAMPUS_API' ELSE 'TICKET_API' END AS source,
               least(today, start_at) - ${draw(14, 86_400)} * interval '1 minute' AS created_at
        FROM (SELECT n, today, texts, ${pick(`texts -> 'themes'`, 15, 10)} AS theme,
                     ${pick(`texts -> 'places'`, 16, 8)} - CASE n % 2 WHEN 0 THEN '{}' ELSE '{latitude,longitude}' END::text[] AS place,
                     today + (${draw(17, 365 * 96)} - 180 * 96) * interval '15 minutes' AS start_at
              FROM generate_series($1::bigint, $2::bigint) n,
                   (SELECT date_trunc('day', now(), 'UTC') AS today, $3::jsonb AS texts) run) timed) chosen`;

/** Adds `$1` notifications in all, some hundreds for each of many users, over the last three months. */
export const INSERT_NOTIFICATIONS = `
  INSERT INTO notifications (recipient_id, id, type, reference_id, read_at, created_at, data)
  SELECT 'owner-' || ${draw(1, 1_000_000)} % (1 + $1::int / 300), gen_random_uuid(), 'APPLICATION_RECEIVED',
         'application-' || n, CASE WHEN n % 10 < 7 THEN at + interval '30 minutes' END, at,
         jsonb_build_object('gigId', gen_random_uuid(), 'gigTitle', 'Stage hands for concert number ' || n % 1000,
                            'applicantName', 'Applicant ' || n % 100)
  FROM (SELECT n, now() - interval '90 days' * (1 - n / (1 + $1::float8)) AS at
        FROM generate_series(1, $1::bigint) n) timed`;

/** Adds users with profiles, number 1 to `$1`. */
export const INSERT_APPLICANTS = `
  INSERT INTO users (id, name, avatar_url, headline, bio)
  SELECT 'applicant-' || n, 'Applicant ' || n, 'https://example.edu/people/' || n || '.jpg',
         'Student, year ' || 1 + n % 4, 'It is organized by students and paid for by the activity fee.'
  FROM generate_series(1, $1::int) n ON CONFLICT DO NOTHING`;

/** Adds the applications of users number 1 to `$1` to the gigs that meet the condition. */
export const insertApplications = (condition: string): string => `
  INSERT INTO applications (gig_id, id, applicant_id, message, created_at)
  SELECT id, gen_random_uuid(), 'applicant-' || n, 'I have done stage work for two years and live nearby.',
         date_trunc('day', now()) - n * interval '1 minute'
  FROM events, generate_series(1, $1::int) n WHERE type = 'GIG' AND ${condition} ON CONFLICT DO NOTHING`;
