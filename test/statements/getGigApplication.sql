-- GET /gigs/{gigId}/applications/{applicationId}
-- 2 round trips, 3 statements

-- trip 1, on 2 connections
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
SELECT "ApplicationEntity"."id" AS "ApplicationEntity_id",
  "ApplicationEntity"."gig_id" AS "ApplicationEntity_gig_id",
  "ApplicationEntity"."applicant_id" AS "ApplicationEntity_applicant_id",
  "ApplicationEntity"."message" AS "ApplicationEntity_message",
  "ApplicationEntity"."note" AS "ApplicationEntity_note",
  "ApplicationEntity"."status" AS "ApplicationEntity_status",
  "ApplicationEntity"."withdrawn_at" AS "ApplicationEntity_withdrawn_at",
  "ApplicationEntity"."created_at" AS "ApplicationEntity_created_at",
  "ApplicationEntity"."updated_at" AS "ApplicationEntity_updated_at"
FROM "applications" "ApplicationEntity"
WHERE (("ApplicationEntity"."gig_id" = $1) AND ("ApplicationEntity"."id" = $2))
LIMIT 1;

-- trip 2
-- prepared: profiles
SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE users.id = ANY($1);
