-- PATCH /events/{id}
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

-- PATCH /events/{id} (two members, with If-Match)
-- 2 round trips, 2 statements

-- trip 1
-- prepared: event, as above

-- trip 2
UPDATE events
SET title = $4, tags = $5, version = version + 1, updated_at = now()
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

-- PATCH /events/{id} (nothing differs)
-- 1 round trip, 1 statement

-- trip 1
-- prepared: event, as above
