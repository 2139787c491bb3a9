-- PATCH /gigs/{gigId}/applications (two accepted)
-- 15 round trips, 17 statements

-- trip 1
-- prepared: event
SELECT e.id AS "id", e.title AS "title", e.description AS "description", e.type AS "type",
  e.location AS "location", e.start_at AS "startAt", e.end_at AS "endAt", e.status AS "status",
  e.source AS "source", e.creator_id AS "creatorId", e.external_id AS "externalId",
  e.external_url AS "externalUrl", e.ticket_url AS "ticketUrl", e.tags AS "tags", e.summary AS "summary",
  e.category AS "category", e.compensation AS "compensation", e.apply_by AS "applyBy",
  e.positions AS "positions", e.images AS "images", e.created_at AS "createdAt", e.updated_at AS "updatedAt",
  e.version AS "version", e.accepted_count AS "acceptedCount"
FROM events e
WHERE e.id = $1;

-- trip 2
-- prepared: application
SELECT id, gig_id AS "gigId", applicant_id AS "applicantId", message, status, withdrawn_at AS "withdrawnAt",
  created_at AS "createdAt", updated_at AS "updatedAt"
FROM applications
WHERE gig_id = $1 AND id = $2;

-- trip 3, on 2 connections
-- prepared: profiles
SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE id = ANY($1);
START TRANSACTION;

-- trip 4
UPDATE "events"
SET "accepted_count" = "accepted_count" + 1, "version" = "version", "updated_at" = "updated_at"
WHERE "id" = $1 AND ("positions" IS NULL OR "accepted_count" < "positions");

-- trip 5
-- prepared: hold application
SELECT id, gig_id AS "gigId", applicant_id AS "applicantId", message, status, withdrawn_at AS "withdrawnAt",
  created_at AS "createdAt", updated_at AS "updatedAt"
FROM applications
WHERE gig_id = $1 AND id = $2
FOR UPDATE;

-- trip 6
-- prepared: move application
UPDATE applications
SET status = $3, withdrawn_at = CASE WHEN $4 THEN now() END, updated_at = now()
WHERE gig_id = $1 AND id = $2
RETURNING id, gig_id AS "gigId", applicant_id AS "applicantId", message, status,
  withdrawn_at AS "withdrawnAt", created_at AS "createdAt", updated_at AS "updatedAt";

-- trip 7
-- prepared: notify
INSERT INTO notifications (id, recipient_id, type, reference_id, data)
VALUES (
  $1, $2, $3, $4,
    jsonb_build_object(
      'gigId', $5::text, 'gigTitle', $6::text, 'applicantName', (SELECT name FROM users WHERE users.id = $7)
    )
);

-- trip 8
COMMIT;

-- trip 9
-- prepared: application, as above

-- trip 10, on 2 connections
-- prepared: profiles, as above
START TRANSACTION;

-- trip 11
UPDATE "events"
SET "accepted_count" = "accepted_count" + 1, "version" = "version", "updated_at" = "updated_at"
WHERE "id" = $1 AND ("positions" IS NULL OR "accepted_count" < "positions");

-- trip 12
-- prepared: hold application, as above

-- trip 13
-- prepared: move application, as above

-- trip 14
-- prepared: notify, as above

-- trip 15
COMMIT;
