-- GET /events/{id}/interactions/summary
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
SELECT (
  SELECT count(*)::int
  FROM (SELECT 1 FROM interactions WHERE event_id = $1 AND action = 'VIEW' LIMIT 10000) users
) AS "VIEW",
  (
    SELECT count(*)::int
    FROM (SELECT 1 FROM interactions WHERE event_id = $1 AND action = 'CLICK' LIMIT 10000) users
  ) AS "CLICK",
  (
    SELECT count(*)::int
    FROM (SELECT 1 FROM interactions WHERE event_id = $1 AND action = 'SAVE' LIMIT 10000) users
  ) AS "SAVE",
  (
    SELECT count(*)::int
    FROM (SELECT 1 FROM interactions WHERE event_id = $1 AND action = 'BOOKMARK' LIMIT 10000) users
  ) AS "BOOKMARK",
  (
    SELECT count(*)::int
    FROM (SELECT 1 FROM interactions WHERE event_id = $1 AND action = 'APPLY' LIMIT 10000) users
  ) AS "APPLY";
