-- POST /events/{id}/reports
-- 6 round trips, 8 statements

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
-- prepared: hold profile
SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE users.id = $1 FOR KEY SHARE;
SELECT "EventEntity"."id" AS "EventEntity_id"
FROM "events" "EventEntity"
WHERE (("EventEntity"."id" = $1))
LIMIT 1
FOR KEY SHARE;

-- trip 3
INSERT INTO "reports"(
  "id", "event_id", "event_title", "event_creator", "reporter_id", "reason", "message", "created_at",
    "event_deleted_at"
)
VALUES ($1, $2, $3, $4, $5, $6, $7, DEFAULT, DEFAULT)
ON CONFLICT ("event_id", "reporter_id") DO UPDATE
SET "reason" = EXCLUDED."reason", "message" = EXCLUDED."message",
  "event_deleted_at" = EXCLUDED."event_deleted_at";

-- trip 4
SELECT "ReportEntity"."id" AS "ReportEntity_id", "ReportEntity"."event_id" AS "ReportEntity_event_id",
  "ReportEntity"."event_title" AS "ReportEntity_event_title",
  "ReportEntity"."event_creator" AS "ReportEntity_event_creator",
  "ReportEntity"."reporter_id" AS "ReportEntity_reporter_id",
  "ReportEntity"."reason" AS "ReportEntity_reason", "ReportEntity"."message" AS "ReportEntity_message",
  "ReportEntity"."created_at" AS "ReportEntity_created_at",
  "ReportEntity"."event_deleted_at" AS "ReportEntity_event_deleted_at"
FROM "reports" "ReportEntity"
WHERE (("ReportEntity"."event_id" = $1) AND ("ReportEntity"."reporter_id" = $2))
LIMIT 1;

-- trip 5
-- prepared: count creation REPORT
INSERT INTO creation_counts AS c (user_id, kind, hour, count)
SELECT $1, 'REPORT', floor(extract(epoch FROM now()) / 3600)::int, 1
WHERE (
  SELECT coalesce(sum(count), 0)::int
  FROM creation_counts
  WHERE user_id = $1 AND kind = 'REPORT' AND hour > floor(extract(epoch FROM now()) / 3600)::int - 25
) + 1 <= $2
ON CONFLICT (user_id, kind, hour) DO UPDATE
SET count = c.count + 1
WHERE c.count + (
  SELECT coalesce(sum(count), 0)::int
  FROM creation_counts
  WHERE user_id = $1 AND kind = 'REPORT' AND hour > floor(extract(epoch FROM now()) / 3600)::int - 25
    AND hour <> excluded.hour
) + 1 <= $2
RETURNING 1;

-- trip 6
COMMIT;

-- POST /events/{id}/reports (again)
-- 5 round trips, 7 statements

-- trip 1
-- prepared: event, as above

-- trip 2
START TRANSACTION;
-- prepared: hold profile, as above
SELECT "EventEntity"."id" AS "EventEntity_id"
FROM "events" "EventEntity"
WHERE (("EventEntity"."id" = $1))
LIMIT 1
FOR KEY SHARE;

-- trip 3
INSERT INTO "reports"(
  "id", "event_id", "event_title", "event_creator", "reporter_id", "reason", "message", "created_at",
    "event_deleted_at"
)
VALUES ($1, $2, $3, $4, $5, $6, $7, DEFAULT, DEFAULT)
ON CONFLICT ("event_id", "reporter_id") DO UPDATE
SET "reason" = EXCLUDED."reason", "message" = EXCLUDED."message",
  "event_deleted_at" = EXCLUDED."event_deleted_at";

-- trip 4
SELECT "ReportEntity"."id" AS "ReportEntity_id", "ReportEntity"."event_id" AS "ReportEntity_event_id",
  "ReportEntity"."event_title" AS "ReportEntity_event_title",
  "ReportEntity"."event_creator" AS "ReportEntity_event_creator",
  "ReportEntity"."reporter_id" AS "ReportEntity_reporter_id",
  "ReportEntity"."reason" AS "ReportEntity_reason", "ReportEntity"."message" AS "ReportEntity_message",
  "ReportEntity"."created_at" AS "ReportEntity_created_at",
  "ReportEntity"."event_deleted_at" AS "ReportEntity_event_deleted_at"
FROM "reports" "ReportEntity"
WHERE (("ReportEntity"."event_id" = $1) AND ("ReportEntity"."reporter_id" = $2))
LIMIT 1;

-- trip 5
COMMIT;
