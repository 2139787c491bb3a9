-- POST /events/{id}/interactions
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

-- POST /events/{id}/interactions (again)
-- 2 round trips, 2 statements

-- trip 1
-- prepared: event, as above

-- trip 2
-- prepared: record interaction, as above

-- POST /events/{id}/interactions (a view)
-- 2 round trips, 2 statements

-- trip 1
-- prepared: event, as above

-- trip 2
-- prepared: record interaction, as above
