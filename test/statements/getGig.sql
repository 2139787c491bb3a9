-- GET /gigs/{id}
-- 1 round trip, 1 statement

-- trip 1
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

-- GET /gigs/{id} (cached)
-- 1 round trip, 1 statement

-- trip 1
-- prepared: events_by_id_whole, as above

-- GET /gigs/{id}?include=creator,viewer,counts
-- 2 round trips, 7 statements

-- trip 1
-- prepared: events_by_id_whole, as above

-- trip 2, on 6 connections
-- prepared: profiles
SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE users.id = ANY($1);
-- prepared: applied to of a page
SELECT gig_id AS "gigId", id, status, withdrawn_at AS "withdrawnAt"
FROM applications
WHERE gig_id = ANY($1) AND applicant_id = $2;
-- prepared: gigs that take applications
SELECT e.id
FROM events e
WHERE e.id = ANY($1) AND e.type = 'GIG' AND e.status IN ('OPEN', 'IN_PROGRESS')
  AND (e.end_at IS NULL OR e.end_at > now()) AND (e.apply_by IS NULL OR e.apply_by > now())
  AND (e.positions IS NULL OR e.accepted_count < e.positions);
-- prepared: saves of a page
SELECT event_id AS id, bool_or(action = 'SAVE') AS saved, bool_or(action = 'BOOKMARK') AS bookmarked
FROM interactions
WHERE event_id = ANY($1) AND user_id = $2 AND action IN ('SAVE', 'BOOKMARK')
GROUP BY event_id;
-- prepared: collections of a page
SELECT i.event_id AS id, array_agg(c.id ORDER BY c.id) AS "collectionIds"
FROM collections c
JOIN collection_items i ON i.collection_id = c.id AND i.event_id = ANY($1)
WHERE c.owner_id = $2
GROUP BY i.event_id;
-- prepared: interested in a page
SELECT e.id, counts.*
FROM unnest($1::uuid[]) AS e (id)
CROSS JOIN LATERAL (
  SELECT count(*)::int AS interested
  FROM (
    SELECT DISTINCT user_id
    FROM interactions
    WHERE event_id = e.id AND action IN ('SAVE', 'BOOKMARK')
    LIMIT 10000
  ) counted
) counts;
