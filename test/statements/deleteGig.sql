-- DELETE /gigs/{id} (two have applied)
-- 6 round trips, 10 statements

-- trip 1
-- prepared: event
SELECT e.id AS "id", e.title AS "title", e.description AS "description", e.type AS "type",
  e.location AS "location", e.start_at AS "startAt", e.end_at AS "endAt", e.status AS "status",
  e.source AS "source", e.creator_id AS "creatorId", e.external_id AS "externalId",
  e.external_url AS "externalUrl", e.ticket_url AS "ticketUrl", e.tags AS "tags", e.summary AS "summary",
  e.category AS "category", e.compensation AS "compensation", e.apply_by AS "applyBy",
  e.positions AS "positions", e.images AS "images", e.series_id AS "seriesId", e.created_at AS "createdAt",
  e.updated_at AS "updatedAt", e.version AS "version", e.accepted_count AS "acceptedCount"
FROM events e
WHERE e.id = $1;

-- trip 2
START TRANSACTION;
SELECT "EventEntity"."id" AS "EventEntity_id", "EventEntity"."type" AS "EventEntity_type",
  "EventEntity"."title" AS "EventEntity_title", "EventEntity"."version" AS "EventEntity_version"
FROM "events" "EventEntity"
WHERE (("EventEntity"."id" = $1))
ORDER BY "EventEntity_id" ASC
LIMIT 1
FOR UPDATE;

-- trip 3
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
WITH recipients AS (
  SELECT gig.id AS gig_id, gig.title, recipient.*
  FROM unnest($2::text[], $3::text[]) gig (id, title)
  CROSS JOIN LATERAL (
    SELECT a.applicant_id AS id, (SELECT name FROM users WHERE users.id = a.applicant_id)
    FROM applications a
    WHERE a.gig_id = gig.id::uuid AND a.status IN ('PENDING', 'ACCEPTED') AND a.withdrawn_at IS NULL
  ) recipient
),
  informed AS (
    SELECT reference_id, recipient_id
    FROM notifications
    WHERE reference_id = ANY($2) AND reference_type = 'EVENT' AND type = $1 AND read_at IS NULL
  )
INSERT INTO notifications (id, recipient_id, type, reference_type, reference_id, data)
SELECT (
  lpad(
    to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0'
  ) || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14)
)::uuid,
  id, $1, 'EVENT', gig_id,
  jsonb_build_object('gigId', gig_id, 'gigTitle', title, 'applicantName', name) || CASE
  WHEN $4::text[] IS NULL THEN '{}' ELSE jsonb_build_object('changed', $4) END
FROM recipients
WHERE (gig_id, id) NOT IN (TABLE informed);

-- trip 4
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
UPDATE reports SET event_deleted_at = now() WHERE event_id = ANY($1);

-- trip 5
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM events WHERE id = ANY($1);

-- trip 6
COMMIT;
