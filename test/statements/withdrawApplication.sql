-- PUT /gigs/{gigId}/applications/{applicationId}/withdrawal
-- 4 round trips, 7 statements

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

-- trip 2, on 2 connections
-- prepared: profiles
SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE users.id = ANY($1);
START TRANSACTION;
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
LIMIT 1
FOR NO KEY UPDATE;

-- trip 3
-- prepared: move application
UPDATE applications
SET status = $3, withdrawn_at = CASE WHEN $4 THEN now() END, note = $5, updated_at = now()
WHERE gig_id = $1 AND id = $2
RETURNING id, gig_id AS "gigId", applicant_id AS "applicantId", message, note, status,
  withdrawn_at AS "withdrawnAt", created_at AS "createdAt", updated_at AS "updatedAt";

-- trip 4
COMMIT;
