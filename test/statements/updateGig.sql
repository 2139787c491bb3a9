-- PATCH /gigs/{id}
-- 2 round trips, 2 statements

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
-- prepared: update title of event
UPDATE events
SET title = $4, version = version + 1, updated_at = now()
WHERE id = $1 AND version = $2 AND status = $3
RETURNING events.id AS "id", events.title AS "title", events.description AS "description",
  events.type AS "type", events.location AS "location", events.start_at AS "startAt",
  events.end_at AS "endAt", events.status AS "status", events.source AS "source",
  events.creator_id AS "creatorId", events.external_id AS "externalId", events.external_url AS "externalUrl",
  events.ticket_url AS "ticketUrl", events.tags AS "tags", events.summary AS "summary",
  events.category AS "category", events.compensation AS "compensation", events.apply_by AS "applyBy",
  events.positions AS "positions", events.images AS "images", events.series_id AS "seriesId",
  events.created_at AS "createdAt", events.updated_at AS "updatedAt", events.version AS "version",
  events.accepted_count AS "acceptedCount";

-- PATCH /gigs/{id} (terms that two have applied to)
-- 4 round trips, 6 statements

-- trip 1
-- prepared: event, as above

-- trip 2
START TRANSACTION;
-- prepared: update compensation of event
UPDATE events
SET compensation = $4, version = version + 1, updated_at = now()
WHERE id = $1 AND version = $2 AND status = $3
RETURNING events.id AS "id", events.title AS "title", events.description AS "description",
  events.type AS "type", events.location AS "location", events.start_at AS "startAt",
  events.end_at AS "endAt", events.status AS "status", events.source AS "source",
  events.creator_id AS "creatorId", events.external_id AS "externalId", events.external_url AS "externalUrl",
  events.ticket_url AS "ticketUrl", events.tags AS "tags", events.summary AS "summary",
  events.category AS "category", events.compensation AS "compensation", events.apply_by AS "applyBy",
  events.positions AS "positions", events.images AS "images", events.series_id AS "seriesId",
  events.created_at AS "createdAt", events.updated_at AS "updatedAt", events.version AS "version",
  events.accepted_count AS "acceptedCount";

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
    UPDATE notifications n
    SET merged_at = now(),
      data = jsonb_set(
        n.data, '{changed}', CASE
          WHEN jsonb_typeof(n.data -> 'changed') = 'array' THEN to_jsonb(
            ARRAY(
              SELECT term
              FROM unnest(
                '{startAt,endAt,location,compensation}'::text[]
              ) WITH ORDINALITY AS terms (term, nth)
              WHERE n.data -> 'changed' ? term OR term = ANY($4)
              ORDER BY nth
            )
          )
          ELSE 'null' END
      )
    FROM recipients
    WHERE reference_id = ANY($2) AND reference_type = 'EVENT' AND type = $1 AND read_at IS NULL
      AND recipients.gig_id = n.reference_id AND recipients.id = n.recipient_id
    RETURNING n.reference_id, n.recipient_id
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
COMMIT;

-- PATCH /gigs/{id} (cancelled, two have applied)
-- 4 round trips, 6 statements

-- trip 1
-- prepared: event, as above

-- trip 2
START TRANSACTION;
-- prepared: update status of event
UPDATE events
SET status = $4, version = version + 1, updated_at = now()
WHERE id = $1 AND version = $2 AND status = $3
RETURNING events.id AS "id", events.title AS "title", events.description AS "description",
  events.type AS "type", events.location AS "location", events.start_at AS "startAt",
  events.end_at AS "endAt", events.status AS "status", events.source AS "source",
  events.creator_id AS "creatorId", events.external_id AS "externalId", events.external_url AS "externalUrl",
  events.ticket_url AS "ticketUrl", events.tags AS "tags", events.summary AS "summary",
  events.category AS "category", events.compensation AS "compensation", events.apply_by AS "applyBy",
  events.positions AS "positions", events.images AS "images", events.series_id AS "seriesId",
  events.created_at AS "createdAt", events.updated_at AS "updatedAt", events.version AS "version",
  events.accepted_count AS "acceptedCount";

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
COMMIT;
