-- GET /gigs/{gigId}/applications (the owner)
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
-- prepared: applications of a gig
SELECT a.*, applicant.name, applicant."avatarUrl", applicant.headline, applicant.bio
FROM (
  SELECT id, gig_id AS "gigId", applicant_id AS "applicantId", message, note, status,
    withdrawn_at AS "withdrawnAt", created_at AS "createdAt", updated_at AS "updatedAt"
  FROM applications
  WHERE gig_id = $1 AND (created_at, id) > ($2, $3) AND ($4::text[] IS NULL OR status = ANY($4))
    AND ($5::boolean IS NULL OR (withdrawn_at IS NOT NULL) = $5)
  ORDER BY created_at, id
  LIMIT 125
) a
LEFT JOIN LATERAL (
  SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE users.id = a."applicantId"
) applicant ON true
ORDER BY a."createdAt", a.id;

-- GET /gigs/{gigId}/applications (an applicant)
-- 4 round trips, 4 statements

-- trip 1
-- prepared: event, as above

-- trip 2
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
WHERE (("ApplicationEntity"."gig_id" = $1) AND ("ApplicationEntity"."applicant_id" = $2))
LIMIT 1;

-- trip 3
SELECT "application"."id" AS "application_id", "application"."gig_id" AS "application_gig_id",
  "application"."applicant_id" AS "application_applicant_id",
  "application"."message" AS "application_message", "application"."note" AS "application_note",
  "application"."status" AS "application_status", "application"."withdrawn_at" AS "application_withdrawn_at",
  "application"."created_at" AS "application_created_at",
  "application"."updated_at" AS "application_updated_at"
FROM "applications" "application"
WHERE ("application"."gig_id" = $1 AND "application"."applicant_id" = $2)
ORDER BY "application"."created_at" ASC, "application"."id" ASC
LIMIT 21
OFFSET 0;

-- trip 4
-- prepared: profiles
SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE users.id = ANY($1);

-- GET /gigs/{gigId}/applications?limit=2&status=PENDING
-- 4 round trips, 4 statements

-- trip 1
-- prepared: event, as above

-- trip 2
SELECT "application"."id" AS "application_id", "application"."gig_id" AS "application_gig_id",
  "application"."applicant_id" AS "application_applicant_id",
  "application"."message" AS "application_message", "application"."note" AS "application_note",
  "application"."status" AS "application_status", "application"."withdrawn_at" AS "application_withdrawn_at",
  "application"."created_at" AS "application_created_at",
  "application"."updated_at" AS "application_updated_at"
FROM "applications" "application"
WHERE ("application"."gig_id" = $1 AND "application"."status" IN ($2))
ORDER BY "application"."created_at" ASC, "application"."id" ASC
LIMIT 3
OFFSET 0;

-- trip 3
SELECT count(*)::int AS matches
FROM (
  SELECT 1 AS "one"
  FROM "applications" "application"
  WHERE ("application"."gig_id" = $1 AND "application"."status" IN ($2))
  LIMIT 1001
) rows;

-- trip 4
-- prepared: profiles, as above
