-- GET /applications/received
-- 2 round trips, 3 statements

-- trip 1
SELECT "application"."id" AS "application_id", "application"."gig_id" AS "application_gig_id",
  "application"."applicant_id" AS "application_applicant_id",
  "application"."message" AS "application_message", "application"."note" AS "application_note",
  "application"."status" AS "application_status", "application"."withdrawn_at" AS "application_withdrawn_at",
  "application"."created_at" AS "application_created_at",
  "application"."updated_at" AS "application_updated_at"
FROM "applications" "application"
WHERE "application"."owner_id" = $1
ORDER BY "application"."created_at" DESC, "application"."id" DESC
LIMIT 21
OFFSET 0;

-- trip 2, on 2 connections
-- prepared: profiles
SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE users.id = ANY($1);
-- prepared: events_by_id_whole
SELECT now.id AS "heldId", e.id AS "id", e.title AS "title", e.description AS "description", e.type AS "type",
  e.location AS "location", e.start_at AS "startAt", e.end_at AS "endAt", e.status AS "status",
  e.source AS "source", e.creator_id AS "creatorId", e.external_id AS "externalId",
  e.external_url AS "externalUrl", e.ticket_url AS "ticketUrl", e.tags AS "tags", e.summary AS "summary",
  e.category AS "category", e.compensation AS "compensation", e.apply_by AS "applyBy",
  e.positions AS "positions", e.images AS "images", e.series_id AS "seriesId", e.created_at AS "createdAt",
  e.updated_at AS "updatedAt", e.version AS "version", e.xmin AS "xmin"
FROM (SELECT *, xmin, array_position($1::uuid[], id) AS nth FROM events WHERE id = ANY($1::uuid[])) now
LEFT JOIN LATERAL (SELECT now.*) e ON (now.version, now.updated_at, now.xmin) IS DISTINCT FROM (
  ($2::int[])[now.nth], ($3::timestamptz[])[now.nth], ($4::xid[])[now.nth]
);
