-- GET /gigs
-- 2 round trips, 2 statements

-- trip 1
-- prepared: events?limit=20&type=GIG
WITH upcoming AS MATERIALIZED (
  SELECT *
  FROM (
    (
      SELECT e.id, e.start_at
      FROM events e
      WHERE e.type = ANY($1::text[]) AND true AND e.start_at >= $2::timestamptz
      ORDER BY start_at, id
      LIMIT 21
    )
  ) any_of
  ORDER BY start_at, id
  LIMIT 21
),
  earlier AS MATERIALIZED (
    SELECT *
    FROM (
      (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.type = ANY($1::text[]) AND true AND e.start_at < $2::timestamptz
          AND 21 - (SELECT count(*) FROM upcoming) > 0
        ORDER BY start_at DESC, id
        LIMIT 21
      )
    ) any_of
    ORDER BY start_at DESC, id
    LIMIT 21 - (SELECT count(*) FROM upcoming)
  ),
  nearest AS (SELECT * FROM upcoming UNION ALL SELECT * FROM earlier)
SELECT e.id AS "id", e.type AS "type", e.creator_id AS "creatorId", e.version AS "version",
  e.updated_at AS "updatedAt", e.xmin AS "xmin", e.start_at AS at,
  (
    SELECT count(*)::int
    FROM (
      SELECT
      FROM (
        (SELECT FROM events e WHERE e.type = ANY($1::text[]) AND true ORDER BY e.start_at LIMIT 1001)
      ) found
    ) counted
  ) AS matches
FROM events e
WHERE e.id = ANY(
  ARRAY(
    SELECT id
    FROM nearest
    ORDER BY nearest.start_at < $2::timestamptz,
      greatest(nearest.start_at - $2::timestamptz, $2::timestamptz - nearest.start_at), nearest.id
    LIMIT 21
    OFFSET 0
  )
)
ORDER BY e.start_at < $2::timestamptz, greatest(e.start_at - $2::timestamptz, $2::timestamptz - e.start_at),
  e.id;

-- trip 2
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

-- GET /gigs (cached)
-- 1 round trip, 1 statement

-- trip 1
-- prepared: events?limit=20&type=GIG, as above

-- GET /gigs?include=creator,viewer,counts
-- 2 round trips, 8 statements

-- trip 1
-- prepared: events?limit=20&type=GIG, as above

-- trip 2, on 7 connections
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
-- prepared: events_by_id_whole, as above

-- GET /gigs?q=sofas
-- 3 round trips, 7 statements

-- trip 1
BEGIN; SET LOCAL statement_timeout = 1000;
SELECT stems::text, exact::text, CASE WHEN strpos($1, '-') = 0 THEN squeeze($1) ELSE '' END AS squeezed, CASE
  WHEN numnode(stems) > 0 THEN EXISTS (SELECT FROM events WHERE search @@ stems)
  ELSE EXISTS (SELECT FROM events WHERE exact @@ parsed.exact) END AS "isFound"
FROM (
  SELECT websearch_to_tsquery('pg_catalog.english', plain_letters($1)) AS stems,
    websearch_to_tsquery('pg_catalog.simple', plain_letters($1)) AS exact
) parsed;
COMMIT;

-- trip 2
BEGIN; SET LOCAL statement_timeout = 1000;
WITH few AS MATERIALIZED (
  SELECT *
  FROM (
    SELECT e.id, e.start_at, e.end_at, e.created_at
    FROM events e
    WHERE e.search @@ $1::tsquery AND ARRAY[e.type] && $2::text[] AND true
  ) any_of
  LIMIT 2001
),
  amount AS MATERIALIZED (SELECT count(*)::int AS matches FROM few),
  upcoming AS MATERIALIZED (
    SELECT *
    FROM (
      (
        SELECT e.id, e.start_at
        FROM few e
        WHERE true AND e.start_at >= $3::timestamptz AND (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at, id
        LIMIT 1001
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.search @@ $1::tsquery AND e.type = ANY($2::text[]) AND true AND e.start_at >= $3::timestamptz
          AND NOT (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at, id
        LIMIT 1001
      )
    ) any_of
    ORDER BY start_at, id
    LIMIT 1001
  ),
  earlier AS MATERIALIZED (
    SELECT *
    FROM (
      (
        SELECT e.id, e.start_at
        FROM few e
        WHERE true AND e.start_at < $3::timestamptz AND 1001 - (SELECT count(*) FROM upcoming) > 0
          AND (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at DESC, id
        LIMIT 1001
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.search @@ $1::tsquery AND e.type = ANY($2::text[]) AND true AND e.start_at < $3::timestamptz
          AND 1001 - (SELECT count(*) FROM upcoming) > 0 AND NOT (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at DESC, id
        LIMIT 1001
      )
    ) any_of
    ORDER BY start_at DESC, id
    LIMIT 1001 - (SELECT count(*) FROM upcoming)
  ),
  nearest AS (SELECT * FROM upcoming UNION ALL SELECT * FROM earlier),
  found AS MATERIALIZED (
    SELECT e.id, e.start_at,
      ts_rank(
        e.search, regexp_replace($1::text, ' (&|<[-0-9]+>) ', ' | ', 'g')::tsquery
      ) + ts_rank(e.exact, regexp_replace($4::text, ' (&|<[-0-9]+>) ', ' | ', 'g')::tsquery) AS rank,
      coalesce(e.end_at, e.start_at + interval '3 hours') <= $5::timestamptz AS "isOver"
    FROM events e
    WHERE e.id = ANY(ARRAY(SELECT id FROM nearest))
    ORDER BY e.start_at < $3::timestamptz,
      greatest(e.start_at - $3::timestamptz, $3::timestamptz - e.start_at), e.id
  ),
  best AS MATERIALIZED (
    SELECT ARRAY(
      SELECT id
      FROM (SELECT * FROM found LIMIT 1000) candidates
      ORDER BY rank DESC, "isOver", CASE WHEN "isOver" THEN $5::timestamptz - start_at
        ELSE start_at - $5::timestamptz END, id
      LIMIT 20
      OFFSET 0
    ) AS ids
  )
SELECT e.id AS "id", e.type AS "type", e.creator_id AS "creatorId", e.version AS "version",
  e.updated_at AS "updatedAt", e.xmin AS "xmin", (SELECT count(*)::int FROM found) AS matches
FROM best
LEFT JOIN events e ON e.id = ANY(best.ids)
ORDER BY array_position(best.ids, e.id);
COMMIT;

-- trip 3
-- prepared: events_by_id_whole, as above

-- GET /gigs?takesApplications=true&payType=HOURLY&minPay=10
-- 2 round trips, 2 statements

-- trip 1
WITH upcoming AS MATERIALIZED (
  SELECT *
  FROM (
    (
      SELECT e.id, e.start_at
      FROM events e
      WHERE e.type = ANY($1::text[]) AND e.type = 'GIG' AND e.status IN ('OPEN', 'IN_PROGRESS')
        AND (e.end_at IS NULL OR e.end_at > now()) AND (e.apply_by IS NULL OR e.apply_by > now())
        AND (e.positions IS NULL OR e.accepted_count < e.positions)
        AND e.compensation ->> 'type' = ANY($2::text[])
        AND e.compensation -> 'amount' >= (SELECT to_jsonb($3::numeric)) AND true
        AND e.start_at >= $4::timestamptz
      ORDER BY start_at, id
      LIMIT 21
    )
  ) any_of
  ORDER BY start_at, id
  LIMIT 21
),
  earlier AS MATERIALIZED (
    SELECT *
    FROM (
      (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.type = ANY($1::text[]) AND e.type = 'GIG' AND e.status IN ('OPEN', 'IN_PROGRESS')
          AND (e.end_at IS NULL OR e.end_at > now()) AND (e.apply_by IS NULL OR e.apply_by > now())
          AND (e.positions IS NULL OR e.accepted_count < e.positions)
          AND e.compensation ->> 'type' = ANY($2::text[])
          AND e.compensation -> 'amount' >= (SELECT to_jsonb($3::numeric)) AND true
          AND e.start_at < $4::timestamptz AND 21 - (SELECT count(*) FROM upcoming) > 0
        ORDER BY start_at DESC, id
        LIMIT 21
      )
    ) any_of
    ORDER BY start_at DESC, id
    LIMIT 21 - (SELECT count(*) FROM upcoming)
  ),
  nearest AS (SELECT * FROM upcoming UNION ALL SELECT * FROM earlier)
SELECT e.id AS "id", e.type AS "type", e.creator_id AS "creatorId", e.version AS "version",
  e.updated_at AS "updatedAt", e.xmin AS "xmin", e.start_at AS at,
  (
    SELECT count(*)::int
    FROM (
      SELECT
      FROM (
        (
          SELECT
          FROM events e
          WHERE e.type = ANY($1::text[]) AND e.type = 'GIG' AND e.status IN ('OPEN', 'IN_PROGRESS')
            AND (e.end_at IS NULL OR e.end_at > now()) AND (e.apply_by IS NULL OR e.apply_by > now())
            AND (e.positions IS NULL OR e.accepted_count < e.positions)
            AND e.compensation ->> 'type' = ANY($2::text[])
            AND e.compensation -> 'amount' >= (SELECT to_jsonb($3::numeric)) AND true
          ORDER BY e.start_at
          LIMIT 1001
        )
      ) found
    ) counted
  ) AS matches
FROM events e
WHERE e.id = ANY(
  ARRAY(
    SELECT id
    FROM nearest
    ORDER BY nearest.start_at < $4::timestamptz,
      greatest(nearest.start_at - $4::timestamptz, $4::timestamptz - nearest.start_at), nearest.id
    LIMIT 21
    OFFSET 0
  )
)
ORDER BY e.start_at < $4::timestamptz, greatest(e.start_at - $4::timestamptz, $4::timestamptz - e.start_at),
  e.id;

-- trip 2
-- prepared: events_by_id_whole, as above
