-- POST /gigs/{gigId}/applications
-- 3 round trips, 9 statements

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
-- prepared: hold open gig
SELECT e.status IN ('OPEN', 'IN_PROGRESS') AND (e.end_at IS NULL OR e.end_at > now())
  AND (e.apply_by IS NULL OR e.apply_by > now()) AS "isOpen"
FROM events e
WHERE e.id = $1
FOR SHARE;
-- prepared: apply
INSERT INTO applications (id, gig_id, applicant_id, message, owner_id)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (gig_id, applicant_id) DO NOTHING
RETURNING id, gig_id AS "gigId", applicant_id AS "applicantId", message, note, status,
  withdrawn_at AS "withdrawnAt", created_at AS "createdAt", updated_at AS "updatedAt";
-- prepared: count creation APPLICATION
INSERT INTO creation_counts AS c (user_id, kind, hour, count)
SELECT $1, 'APPLICATION', floor(extract(epoch FROM now()) / 3600)::int, 1
WHERE (
  SELECT coalesce(sum(count), 0)::int
  FROM creation_counts
  WHERE user_id = $1 AND kind = 'APPLICATION' AND hour > floor(extract(epoch FROM now()) / 3600)::int - 25
) + 1 <= $2
ON CONFLICT (user_id, kind, hour) DO UPDATE
SET count = c.count + 1
WHERE c.count + (
  SELECT coalesce(sum(count), 0)::int
  FROM creation_counts
  WHERE user_id = $1 AND kind = 'APPLICATION' AND hour > floor(extract(epoch FROM now()) / 3600)::int - 25
    AND hour <> excluded.hour
) + 1 <= $2
RETURNING 1;
-- prepared: record interaction
WITH profile AS (
  SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE users.id = $1 FOR KEY SHARE
)
INSERT INTO interactions AS i (event_id, user_id, action, id)
SELECT $2, id, $3, $4
FROM profile
ON CONFLICT (event_id, user_id, action) DO UPDATE
SET count = i.count + 1, last_at = excluded.last_at
RETURNING id, event_id AS "eventId", user_id AS "userId", action, count, first_at AS "firstAt",
  last_at AS "lastAt";
-- prepared: notify
INSERT INTO notifications (id, recipient_id, type, reference_id, data)
VALUES (
  $1, $2, $3, $4,
    jsonb_build_object(
      'gigId', $5::text, 'gigTitle', $6::text, 'applicantName', (SELECT name FROM users WHERE users.id = $7)
    ) || $8::jsonb
);

-- trip 3
COMMIT;

-- POST /gigs/{gigId}/applications (a new user)
-- 6 round trips, 18 statements

-- trip 1
-- prepared: event, as above

-- trip 2
START TRANSACTION;
-- prepared: hold profile, as above
-- prepared: hold open gig, as above
-- prepared: apply, as above
-- prepared: count creation APPLICATION, as above
-- prepared: record interaction, as above
-- prepared: notify, as above

-- trip 3
ROLLBACK;

-- trip 4
START TRANSACTION;
INSERT INTO "users" AS "UserEntity"(
  "id", "name", "avatar_url", "headline", "bio", "email", "created_at", "updated_at"
)
VALUES ($1, $2, $3, DEFAULT, DEFAULT, $4, DEFAULT, DEFAULT)
ON CONFLICT DO NOTHING;

-- trip 5
-- prepared: hold profile, as above
-- prepared: hold open gig, as above
-- prepared: apply, as above
-- prepared: count creation APPLICATION, as above
-- prepared: record interaction, as above
-- prepared: notify, as above

-- trip 6
COMMIT;
