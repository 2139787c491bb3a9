-- GET /events/{id}/similar
-- 3 round trips, 5 statements

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
BEGIN; SET LOCAL statement_timeout = 1000;
WITH own AS MATERIALIZED (
  SELECT tags, category, plain_letters(location ->> 'name') AS place,
    replace(plainto_tsquery('pg_catalog.english', fold(title))::text, ' & ', ' | ')::tsquery AS words
  FROM events
  WHERE id = $1
),
  candidates AS (
    SELECT *
    FROM events e
    WHERE e.id <> $1
      AND e.id = ANY(
        ARRAY(
          (
            SELECT e.id
            FROM events e
            WHERE e.status IN ('OPEN', 'IN_PROGRESS') AND e.start_at >= now()
            ORDER BY e.start_at, e.id
            LIMIT 1000
          )
          UNION ALL (
            SELECT e.id
            FROM events e
            WHERE e.status IN ('OPEN', 'IN_PROGRESS') AND e.start_at < now()
              AND e.start_at >= now() - interval '24 hours'
              AND coalesce(e.end_at, e.start_at + interval '3 hours') > now()
            LIMIT 1000
          )
          UNION ALL (
            SELECT e.id
            FROM events e
            WHERE e.status IN ('OPEN', 'IN_PROGRESS') AND e.end_at - e.start_at > interval '24 hours'
              AND e.end_at > now() AND e.start_at < now() - interval '24 hours'
            LIMIT 1000
          )
          UNION ALL (
            SELECT e.id
            FROM events e
            WHERE e.status IN ('OPEN', 'IN_PROGRESS') AND e.start_at >= now()
              AND e.category = (SELECT category FROM own)
            ORDER BY e.start_at, e.id
            LIMIT 500
          )
        )
      )
  ),
  alike AS (
    SELECT id, start_at, title,
      3.0 * shared.tags / greatest(1, cardinality(c.tags) + cardinality(own.tags) - shared.tags) + 2 * least(
        1, ts_rank(ts_filter(c.search, '{a,b}'), own.words) / 0.607927
      ) + 1 * coalesce(c.category = own.category,
        false)::int + 1 * coalesce(plain_letters(c.location ->> 'name') = own.place, false)::int AS likeness
    FROM candidates c
    CROSS JOIN own
    CROSS JOIN LATERAL (SELECT count(*) AS tags FROM unnest(c.tags) tag WHERE tag = ANY(own.tags)) shared
  ),
  titles AS (
    SELECT DISTINCT ON (name) *
    FROM (
      SELECT *, coalesce(nullif(btrim(fold(title)), ''), title) AS name FROM alike WHERE likeness > 0
    ) named
    ORDER BY name, likeness DESC, start_at, id
  ),
  best AS MATERIALIZED (
    SELECT ARRAY(SELECT id FROM titles ORDER BY likeness DESC, start_at, id LIMIT $2) AS ids
  )
SELECT e.id AS "id", e.type AS "type", e.creator_id AS "creatorId", e.version AS "version",
  e.updated_at AS "updatedAt", e.xmin AS "xmin"
FROM best
JOIN events e ON e.id = ANY(best.ids)
ORDER BY array_position(best.ids, e.id);
COMMIT;

-- trip 3
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
