-- DELETE /events/{id}
-- 5 round trips, 8 statements

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
UPDATE reports SET event_deleted_at = now() WHERE event_id = ANY($1);

-- trip 4
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM events WHERE id = ANY($1);

-- trip 5
COMMIT;
