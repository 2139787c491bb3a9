-- GET /events/facets
-- 1 round trip, 3 statements

-- trip 1
BEGIN; SET LOCAL statement_timeout = 1000;
WITH upcoming AS MATERIALIZED (
  SELECT *
  FROM (
    (
      SELECT e.id, e.start_at
      FROM events e
      WHERE true AND e.start_at >= $1::timestamptz
      ORDER BY start_at, id
      LIMIT 10001
    )
  ) any_of
  ORDER BY start_at, id
  LIMIT 10001
),
  earlier AS MATERIALIZED (
    SELECT *
    FROM (
      (
        SELECT e.id, e.start_at
        FROM events e
        WHERE true AND e.start_at < $1::timestamptz AND 10001 - (SELECT count(*) FROM upcoming) > 0
        ORDER BY start_at DESC, id
        LIMIT 10001
      )
    ) any_of
    ORDER BY start_at DESC, id
    LIMIT 10001 - (SELECT count(*) FROM upcoming)
  ),
  nearest AS (SELECT * FROM upcoming UNION ALL SELECT * FROM earlier),
  found AS MATERIALIZED (
    SELECT e.id, e.start_at, e.type, e.category, e.source, e.status, e.tags
    FROM events e
    WHERE e.id = ANY(ARRAY(SELECT id FROM nearest))
    ORDER BY e.start_at < $1::timestamptz,
      greatest(e.start_at - $1::timestamptz, $1::timestamptz - e.start_at), e.id
  ),
  counted AS (SELECT * FROM found LIMIT 10000)
SELECT (SELECT count(*)::int FROM found) AS total,
  (
    SELECT coalesce(json_agg(counts), '[]')
    FROM (
      SELECT type AS value, count(*)::int AS count
      FROM counted
      WHERE type IS NOT NULL
      GROUP BY type
      ORDER BY count DESC, value
    ) counts
  ) AS type,
  (
    SELECT coalesce(json_agg(counts), '[]')
    FROM (
      SELECT category AS value, count(*)::int AS count
      FROM counted
      WHERE category IS NOT NULL
      GROUP BY category
      ORDER BY count DESC, value
    ) counts
  ) AS category,
  (
    SELECT coalesce(json_agg(counts), '[]')
    FROM (
      SELECT source AS value, count(*)::int AS count
      FROM counted
      WHERE source IS NOT NULL
      GROUP BY source
      ORDER BY count DESC, value
    ) counts
  ) AS source,
  (
    SELECT coalesce(json_agg(counts), '[]')
    FROM (
      SELECT status AS value, count(*)::int AS count
      FROM counted
      WHERE status IS NOT NULL
      GROUP BY status
      ORDER BY count DESC, value
    ) counts
  ) AS status,
  (
    SELECT coalesce(json_agg(counts), '[]')
    FROM (
      SELECT tag AS value, count(*)::int AS count
      FROM counted
      CROSS JOIN LATERAL (SELECT DISTINCT unnest(tags) AS tag) each
      WHERE tag IS NOT NULL
      GROUP BY tag
      ORDER BY count DESC, value
      LIMIT 20
    ) counts
  ) AS tag;
COMMIT;

-- GET /events/facets?q=jazz
-- 1 round trip, 3 statements

-- trip 1
BEGIN; SET LOCAL statement_timeout = 1000;
WITH upcoming AS MATERIALIZED (
  SELECT *
  FROM (
    (
      SELECT e.id, e.start_at, e.type, e.category, e.source, e.status, e.tags
      FROM events e
      WHERE e.search @@ $1::tsquery AND true AND e.start_at >= $2::timestamptz
      ORDER BY start_at, id
      LIMIT 10001
    )
  ) any_of
  ORDER BY start_at, id
  LIMIT 10001
),
  earlier AS MATERIALIZED (
    SELECT *
    FROM (
      (
        SELECT e.id, e.start_at, e.type, e.category, e.source, e.status, e.tags
        FROM events e
        WHERE e.search @@ $1::tsquery AND true AND e.start_at < $2::timestamptz
          AND 10001 - (SELECT count(*) FROM upcoming) > 0
        ORDER BY start_at DESC, id
        LIMIT 10001
      )
    ) any_of
    ORDER BY start_at DESC, id
    LIMIT 10001 - (SELECT count(*) FROM upcoming)
  ),
  nearest AS (SELECT * FROM upcoming UNION ALL SELECT * FROM earlier),
  found AS MATERIALIZED (SELECT * FROM nearest), counted AS (SELECT * FROM found LIMIT 10000)
SELECT (SELECT count(*)::int FROM found) AS total,
  (
    SELECT coalesce(json_agg(counts), '[]')
    FROM (
      SELECT type AS value, count(*)::int AS count
      FROM counted
      WHERE type IS NOT NULL
      GROUP BY type
      ORDER BY count DESC, value
    ) counts
  ) AS type,
  (
    SELECT coalesce(json_agg(counts), '[]')
    FROM (
      SELECT category AS value, count(*)::int AS count
      FROM counted
      WHERE category IS NOT NULL
      GROUP BY category
      ORDER BY count DESC, value
    ) counts
  ) AS category,
  (
    SELECT coalesce(json_agg(counts), '[]')
    FROM (
      SELECT source AS value, count(*)::int AS count
      FROM counted
      WHERE source IS NOT NULL
      GROUP BY source
      ORDER BY count DESC, value
    ) counts
  ) AS source,
  (
    SELECT coalesce(json_agg(counts), '[]')
    FROM (
      SELECT status AS value, count(*)::int AS count
      FROM counted
      WHERE status IS NOT NULL
      GROUP BY status
      ORDER BY count DESC, value
    ) counts
  ) AS status,
  (
    SELECT coalesce(json_agg(counts), '[]')
    FROM (
      SELECT tag AS value, count(*)::int AS count
      FROM counted
      CROSS JOIN LATERAL (SELECT DISTINCT unnest(tags) AS tag) each
      WHERE tag IS NOT NULL
      GROUP BY tag
      ORDER BY count DESC, value
      LIMIT 20
    ) counts
  ) AS tag;
COMMIT;
