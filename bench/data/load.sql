-- What fills the tables. The texts are the same in each run; times are relative to today.

-- name: draw
-- A number below `below` that looks random; the same event and key always give the same one.
CREATE OR REPLACE FUNCTION draw(n bigint, key int, below int) RETURNS int IMMUTABLE LANGUAGE sql
RETURN ((hashint8extended(n, key) & 2147483647) % below)::int

-- name: events
-- Adds the events number $1 to $2, of users and feeds, in the half year before today and the one after it. $3 is
-- the texts. The word "room" is in each event, an adjective in every tenth, a contact in every thousandth.
INSERT INTO events (id, title, description, type, location, start_at, end_at, status, source, creator_id, external_id,
                    external_url, ticket_url, item_hash, tags, summary, category, compensation, created_at, updated_at)
SELECT (lpad(to_hex((extract(epoch FROM created_at) * 1000)::bigint), 12, '0') || '7' || substr(digest, 1, 3)
        || '8' || substr(digest, 4, 15))::uuid,
       concat_ws(' ', texts #>> ARRAY['adjectives', (n % 10)::text], theme -> 'subjects' ->> draw(n, 1, 4), 1 + n % 97),
       concat_ws(' ', summary, sentences ->> draw(n, 2, 14), sentences ->> draw(n, 3, 14), sentences ->> draw(n, 4, 14),
                 sentences ->> draw(n, 5, 14), sentences ->> draw(n, 6, 14),
                 'Ask for ' || (texts #>> ARRAY['syllables', '0', (n % 10)::text])
                 || (texts #>> ARRAY['syllables', '1', (n / 10 % 10)::text])
                 || (texts #>> ARRAY['syllables', '2', (n / 100 % 10)::text]) || '.'),
       type, place || jsonb_build_object('name', (place ->> 'name') || ', Room ' || 1 + draw(n, 7, 300)), start_at, end_at,
       CASE WHEN draw(n, 8, 100) < 6 THEN 'CANCELLED' WHEN end_at < today THEN 'COMPLETED'
            WHEN type = 'GIG' AND draw(n, 9, 100) < 15 THEN 'IN_PROGRESS' ELSE 'OPEN' END,
       source,
       CASE source WHEN 'USER' THEN 'user-' || floor(power(draw(n, 10, 10000) / 1e4, 3) * 5000) END,
       CASE source WHEN 'CAMPUS_API' THEN 'campus-' || n WHEN 'TICKET_API' THEN 'ticket-' || n END,
       CASE source WHEN 'CAMPUS_API' THEN 'https://example.edu/events/campus-' || n END,
       CASE source WHEN 'TICKET_API' THEN 'https://example.edu/events/ticket-' || n END,
       CASE WHEN source <> 'USER' THEN digest END,
       ARRAY[theme -> 'tags' ->> (n % 3)::int, theme -> 'tags' ->> (3 + n % 3)::int], summary, theme ->> 'category',
       CASE type WHEN 'GIG' THEN jsonb_build_object('amount', 15 + n % 20, 'currency', 'USD', 'type', 'HOURLY') END,
       created_at, created_at
FROM (SELECT *, md5('event ' || n) AS digest, theme ->> 'type' AS type, texts -> 'sentences' AS sentences,
             start_at + CASE WHEN n % 5 > 0 THEN (1 + n % 6) * interval '1 hour' END AS end_at,
             theme -> 'sentences' ->> draw(n, 11, 3) AS summary,
             CASE WHEN theme ->> 'type' = 'GIG' OR draw(n, 12, 100) < 30 THEN 'USER'
                  WHEN draw(n, 13, 100) < 80 THEN 'CAMPUS_API' ELSE 'TICKET_API' END AS source,
             least(today, start_at) - draw(n, 14, 86400) * interval '1 minute' AS created_at
      FROM (SELECT n, today, texts, texts -> 'themes' -> draw(n, 15, 10) AS theme,
                   (texts -> 'places' -> draw(n, 16, 8))
                   - CASE n % 2 WHEN 0 THEN '{}' ELSE '{latitude,longitude}' END::text[] AS place,
                   today + (draw(n, 17, 365 * 96) - 180 * 96) * interval '15 minutes' AS start_at
            FROM generate_series($1::bigint, $2::bigint) n,
                 (SELECT date_trunc('day', now(), 'UTC') AS today, $3::jsonb AS texts) run) timed) chosen

-- name: applicants
-- Adds users with profiles, number 1 to $1.
INSERT INTO users (id, name, avatar_url, headline, bio)
SELECT 'applicant-' || n, 'Applicant ' || n, 'https://example.edu/people/' || n || '.jpg',
       'Student, year ' || 1 + n % 4, 'It is organized by students and paid for by the activity fee.'
FROM generate_series(1, $1::int) n ON CONFLICT DO NOTHING

-- name: applications
-- Adds the applications of users number 1 to $1 to the gigs of the ids $2; to all gigs where that is null.
INSERT INTO applications (gig_id, id, applicant_id, message, created_at)
SELECT id, gen_random_uuid(), 'applicant-' || n, 'I have done stage work for two years and live nearby.',
       date_trunc('day', now()) - n * interval '1 minute'
FROM events, generate_series(1, $1::int) n
WHERE type = 'GIG' AND ($2::uuid[] IS NULL OR id = ANY($2)) ON CONFLICT DO NOTHING

-- name: notifications
-- Adds $1 notifications, some hundreds for each of many users, over the last three months.
INSERT INTO notifications (recipient_id, id, type, reference_id, read_at, created_at, data)
SELECT 'owner-' || draw(n, 1, 1000000) % (1 + $1::int / 300), gen_random_uuid(), 'APPLICATION_RECEIVED',
       'application-' || n, CASE WHEN n % 10 < 7 THEN at + interval '30 minutes' END, at,
       jsonb_build_object('gigId', gen_random_uuid(), 'gigTitle', 'Stage hands for concert number ' || n % 1000,
                          'applicantName', 'Applicant ' || n % 100)
FROM (SELECT n, now() - interval '90 days' * (1 - n / (1 + $1::float8)) AS at
      FROM generate_series(1, $1::bigint) n) timed

-- name: inboxes
-- Adds $2 notifications for each of the users $1.
INSERT INTO notifications (recipient_id, id, type, reference_id, created_at, data)
SELECT recipient, gen_random_uuid(), 'APPLICATION_RECEIVED', 'application-' || n, now() - n * interval '1 hour',
       jsonb_build_object('gigId', gen_random_uuid(), 'gigTitle', 'Stage hands', 'applicantName', 'Applicant ' || n)
FROM unnest($1::text[]) recipient, generate_series(1, $2::int) n

-- name: openGigs
-- The first $1 gigs of users that take applications.
SELECT id FROM events
WHERE type = 'GIG' AND status = 'OPEN' AND start_at > now() + interval '1 day' AND creator_id LIKE 'user-%'
ORDER BY id LIMIT $1

-- name: sample
-- $1 events from all over the table.
SELECT id FROM events ORDER BY hashtext(id::text) LIMIT $1

-- name: own
-- Gives the gigs of the ids $2 to the user $1.
UPDATE events SET creator_id = $1 WHERE id = ANY($2)

-- name: exhaust
-- The user $1 has created as much as the limit $2 allows.
INSERT INTO creation_counts (user_id, kind, hour, count)
SELECT $1, kind, floor(extract(epoch FROM now()) / 3600)::int, $2 FROM unnest(ARRAY['EVENT', 'APPLICATION']) kind
ON CONFLICT DO NOTHING

-- name: forget
-- Deletes the applications for the gigs $1, which note the gig's owner, and those that callers have sent.
DELETE FROM applications WHERE gig_id = ANY($1) OR applicant_id LIKE 'bench-user-%'

-- name: indexes
-- The indexes of events, except those of its constraints, with the statements that create them.
SELECT indexname AS name, indexdef AS definition FROM pg_indexes
WHERE schemaname = current_schema() AND tablename = 'events'
  AND indexname NOT IN (SELECT conname FROM pg_constraint WHERE conrelid = 'events'::regclass)
