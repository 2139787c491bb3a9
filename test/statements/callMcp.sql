-- POST /mcp (tools/list)
-- 0 round trips, 0 statements

-- POST /mcp (search_events)
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
WITH upcoming AS MATERIALIZED (
  SELECT *
  FROM (
    (
      SELECT e.id, e.start_at,
        ts_rank(
          e.search, regexp_replace($1::text, ' (&|<[-0-9]+>) ', ' | ', 'g')::tsquery
        ) + ts_rank(e.exact, regexp_replace($2::text, ' (&|<[-0-9]+>) ', ' | ', 'g')::tsquery) AS rank,
        coalesce(e.end_at, e.start_at + interval '3 hours') <= $3::timestamptz AS "isOver"
      FROM events e
      WHERE e.search @@ $1::tsquery AND true AND e.start_at >= $4::timestamptz
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
        SELECT e.id, e.start_at,
          ts_rank(
            e.search, regexp_replace($1::text, ' (&|<[-0-9]+>) ', ' | ', 'g')::tsquery
          ) + ts_rank(e.exact, regexp_replace($2::text, ' (&|<[-0-9]+>) ', ' | ', 'g')::tsquery) AS rank,
          coalesce(e.end_at, e.start_at + interval '3 hours') <= $3::timestamptz AS "isOver"
        FROM events e
        WHERE e.search @@ $1::tsquery AND true AND e.start_at < $4::timestamptz
          AND 1001 - (SELECT count(*) FROM upcoming) > 0
        ORDER BY start_at DESC, id
        LIMIT 1001
      )
    ) any_of
    ORDER BY start_at DESC, id
    LIMIT 1001 - (SELECT count(*) FROM upcoming)
  ),
  nearest AS (SELECT * FROM upcoming UNION ALL SELECT * FROM earlier),
  found AS MATERIALIZED (SELECT * FROM nearest),
  best AS MATERIALIZED (
    SELECT ARRAY(
      SELECT id
      FROM (SELECT * FROM found LIMIT 1000) candidates
      ORDER BY rank DESC, "isOver", CASE WHEN "isOver" THEN $3::timestamptz - start_at
        ELSE start_at - $3::timestamptz END, id
      LIMIT 10
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
-- prepared: events_by_id_card
SELECT now.id AS "heldId", e.id AS "id", e.title AS "title", e.type AS "type", e.location AS "location",
  e.start_at AS "startAt", e.end_at AS "endAt", e.status AS "status", e.source AS "source",
  e.creator_id AS "creatorId", e.external_id AS "externalId", e.external_url AS "externalUrl",
  e.ticket_url AS "ticketUrl", e.tags AS "tags", e.summary AS "summary", e.category AS "category",
  e.compensation AS "compensation", e.apply_by AS "applyBy", e.positions AS "positions", e.images AS "images",
  e.series_id AS "seriesId", e.created_at AS "createdAt", e.updated_at AS "updatedAt", e.version AS "version",
  e.xmin AS "xmin"
FROM (SELECT *, xmin, array_position($1::uuid[], id) AS nth FROM events WHERE id = ANY($1::uuid[])) now
LEFT JOIN LATERAL (SELECT now.*) e ON (now.version, now.updated_at, now.xmin) IS DISTINCT FROM (
  ($2::int[])[now.nth], ($3::timestamptz[])[now.nth], ($4::xid[])[now.nth]
);

-- POST /mcp (apply_to_gig)
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
