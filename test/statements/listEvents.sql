-- GET /events
-- 2 round trips, 2 statements

-- trip 1
-- prepared: events?limit=20&
WITH upcoming AS MATERIALIZED (
  SELECT *
  FROM (
    (
      SELECT e.id, e.start_at
      FROM events e
      WHERE true AND e.start_at >= $1::timestamptz
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
        WHERE true AND e.start_at < $1::timestamptz AND 21 - (SELECT count(*) FROM upcoming) > 0
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
    FROM (SELECT FROM ((SELECT FROM events e WHERE true ORDER BY e.start_at LIMIT 1001)) found) counted
  ) AS matches
FROM events e
WHERE e.id = ANY(
  ARRAY(
    SELECT id
    FROM nearest
    ORDER BY nearest.start_at < $1::timestamptz,
      greatest(nearest.start_at - $1::timestamptz, $1::timestamptz - nearest.start_at), nearest.id
    LIMIT 21
    OFFSET 0
  )
)
ORDER BY e.start_at < $1::timestamptz, greatest(e.start_at - $1::timestamptz, $1::timestamptz - e.start_at),
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

-- GET /events (cached)
-- 1 round trip, 1 statement

-- trip 1
-- prepared: events?limit=20&, as above

-- GET /events?include=creator,viewer,counts
-- 2 round trips, 8 statements

-- trip 1
-- prepared: events?limit=20&, as above

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

-- GET /events?q=jazz
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

-- GET /events?q=jazz (cached)
-- 2 round trips, 4 statements

-- trip 1
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

-- trip 2
-- prepared: events_by_id_whole, as above

-- GET /events?q=jaz lounge (no event has the words)
-- 3 round trips, 9 statements

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
    WHERE e.id = ANY(
      ARRAY(
        SELECT id
        FROM (
          (
            SELECT e.id, e.squeezed
            FROM events e
            WHERE true AND e.start_at >= now()
            ORDER BY e.start_at, e.id
            LIMIT 20000
          )
          UNION ALL (
            SELECT e.id, e.squeezed
            FROM events e
            WHERE true AND e.start_at < now() AND e.start_at >= now() - interval '24 hours'
              AND coalesce(e.end_at, e.start_at + interval '3 hours') > now()
            LIMIT 20000
          )
          UNION ALL (
            SELECT e.id, e.squeezed
            FROM events e
            WHERE true AND e.end_at - e.start_at > interval '24 hours' AND e.end_at > now()
              AND e.start_at < now() - interval '24 hours'
            LIMIT 20000
          )
        ) near
        WHERE strpos(squeezed, $1::text) > 0
      )
    )
      AND true
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
        WHERE true AND e.start_at >= $2::timestamptz AND (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at, id
        LIMIT 1001
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.id = ANY(
          ARRAY(
            SELECT id
            FROM (
              (
                SELECT e.id, e.squeezed
                FROM events e
                WHERE true AND e.start_at >= now()
                ORDER BY e.start_at, e.id
                LIMIT 20000
              )
              UNION ALL (
                SELECT e.id, e.squeezed
                FROM events e
                WHERE true AND e.start_at < now() AND e.start_at >= now() - interval '24 hours'
                  AND coalesce(e.end_at, e.start_at + interval '3 hours') > now()
                LIMIT 20000
              )
              UNION ALL (
                SELECT e.id, e.squeezed
                FROM events e
                WHERE true AND e.end_at - e.start_at > interval '24 hours' AND e.end_at > now()
                  AND e.start_at < now() - interval '24 hours'
                LIMIT 20000
              )
            ) near
            WHERE strpos(squeezed, $1::text) > 0
          )
        )
          AND true AND e.start_at >= $2::timestamptz AND NOT (SELECT matches <= 2000 FROM amount)
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
        WHERE true AND e.start_at < $2::timestamptz AND 1001 - (SELECT count(*) FROM upcoming) > 0
          AND (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at DESC, id
        LIMIT 1001
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.id = ANY(
          ARRAY(
            SELECT id
            FROM (
              (
                SELECT e.id, e.squeezed
                FROM events e
                WHERE true AND e.start_at >= now()
                ORDER BY e.start_at, e.id
                LIMIT 20000
              )
              UNION ALL (
                SELECT e.id, e.squeezed
                FROM events e
                WHERE true AND e.start_at < now() AND e.start_at >= now() - interval '24 hours'
                  AND coalesce(e.end_at, e.start_at + interval '3 hours') > now()
                LIMIT 20000
              )
              UNION ALL (
                SELECT e.id, e.squeezed
                FROM events e
                WHERE true AND e.end_at - e.start_at > interval '24 hours' AND e.end_at > now()
                  AND e.start_at < now() - interval '24 hours'
                LIMIT 20000
              )
            ) near
            WHERE strpos(squeezed, $1::text) > 0
          )
        )
          AND true AND e.start_at < $2::timestamptz AND 1001 - (SELECT count(*) FROM upcoming) > 0
          AND NOT (SELECT matches <= 2000 FROM amount)
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
        e.search, regexp_replace($3::text, ' (&|<[-0-9]+>) ', ' | ', 'g')::tsquery
      ) + ts_rank(e.exact, regexp_replace($4::text, ' (&|<[-0-9]+>) ', ' | ', 'g')::tsquery) AS rank,
      coalesce(e.end_at, e.start_at + interval '3 hours') <= $5::timestamptz AS "isOver"
    FROM events e
    WHERE e.id = ANY(ARRAY(SELECT id FROM nearest))
    ORDER BY e.start_at < $2::timestamptz,
      greatest(e.start_at - $2::timestamptz, $2::timestamptz - e.start_at), e.id
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
BEGIN; SET LOCAL statement_timeout = 1000;
SELECT typed, (array_agg(other ORDER BY typos, distance, differs, creators DESC, other))[:3] AS others
FROM (
  SELECT *, CASE
    WHEN ARRAY(
      SELECT unnest(string_to_array(meant, NULL)) ORDER BY 1
    ) = ARRAY(SELECT unnest(string_to_array(word, NULL)) ORDER BY 1) THEN 1
    WHEN char_length(word) <= 3 AND char_length(other) = char_length(word) THEN 3 ELSE distance END AS typos
  FROM (
    SELECT typed, word, near.*, left(other, 1) <> left(word, 1) AS differs
    FROM (
      SELECT typed, word
      FROM unnest($1::text[]) WITH ORDINALITY AS sent (typed, nth), btrim(fold(typed)) AS word
      WHERE char_length(word) BETWEEN 3 AND 40
        AND NOT EXISTS (
          SELECT
          FROM suggestions known
          WHERE known.kind = 'WORD' AND CASE WHEN $2 THEN starts_with(known.folded, word)
            ELSE known.folded = word END
        )
      ORDER BY nth
      LIMIT 4
    ) unknown
    CROSS JOIN LATERAL (
      SELECT text AS other, meant, creators, CASE WHEN $2
        AND same_length = 2 THEN least(
          same_length, levenshtein_less_equal(left(text, char_length(word) - 1), word, 2),
            levenshtein_less_equal(left(text, char_length(word) + 1), word, 2)
        )
        ELSE same_length END AS distance
      FROM suggestions,
        LATERAL (SELECT CASE WHEN $2 THEN left(text, char_length(word)) ELSE text END AS meant) part,
        LATERAL (SELECT levenshtein_less_equal(meant, word, 2) AS same_length) compared
      WHERE kind = 'WORD' AND abs(char_length(meant) - char_length(word)) <= 2
    ) near
    WHERE distance <= 2
    ORDER BY distance, differs, creators DESC, other
    LIMIT 1000
  ) nearest
) alike
WHERE typos <= CASE WHEN char_length(word) < 7 THEN 1 ELSE 2 END
GROUP BY typed;
COMMIT;

-- GET /events?type=EVENT&category=MUSIC,SOCIAL&status=OPEN&tag=jazz
-- 2 round trips, 2 statements

-- trip 1
WITH few AS MATERIALIZED (
  SELECT *
  FROM (
    SELECT e.id, e.start_at, e.end_at, e.created_at
    FROM events e
    WHERE e.status IN ('OPEN', 'IN_PROGRESS') AND ARRAY[e.type] && $1::text[]
      AND ARRAY[e.status] && $2::text[] AND ARRAY[e.category] && $3::text[]
      AND event_tags(e.tags) && $4::text[] AND true
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
        WHERE true AND e.start_at >= $5::timestamptz AND (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at, id
        LIMIT 21
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.status IN ('OPEN', 'IN_PROGRESS') AND e.type = ANY($1::text[]) AND e.status = ANY($2::text[])
          AND e.category = ANY($3::text[]) AND event_tags(e.tags) && $4::text[] AND true
          AND e.start_at >= $5::timestamptz AND NOT (SELECT matches <= 2000 FROM amount)
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
        FROM few e
        WHERE true AND e.start_at < $5::timestamptz AND 21 - (SELECT count(*) FROM upcoming) > 0
          AND (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at DESC, id
        LIMIT 21
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.status IN ('OPEN', 'IN_PROGRESS') AND e.type = ANY($1::text[]) AND e.status = ANY($2::text[])
          AND e.category = ANY($3::text[]) AND event_tags(e.tags) && $4::text[] AND true
          AND e.start_at < $5::timestamptz AND 21 - (SELECT count(*) FROM upcoming) > 0
          AND NOT (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at DESC, id
        LIMIT 21
      )
    ) any_of
    ORDER BY start_at DESC, id
    LIMIT 21 - (SELECT count(*) FROM upcoming)
  ),
  nearest AS (SELECT * FROM upcoming UNION ALL SELECT * FROM earlier)
SELECT e.id AS "id", e.type AS "type", e.creator_id AS "creatorId", e.version AS "version",
  e.updated_at AS "updatedAt", e.xmin AS "xmin", e.start_at AS at, (SELECT matches FROM amount) AS matches
FROM events e
WHERE e.id = ANY(
  ARRAY(
    SELECT id
    FROM nearest
    ORDER BY nearest.start_at < $5::timestamptz,
      greatest(nearest.start_at - $5::timestamptz, $5::timestamptz - nearest.start_at), nearest.id
    LIMIT 21
    OFFSET 0
  )
)
ORDER BY e.start_at < $5::timestamptz, greatest(e.start_at - $5::timestamptz, $5::timestamptz - e.start_at),
  e.id;

-- trip 2
-- prepared: events_by_id_whole, as above

-- GET /events?from=2031-03-01&to=2031-03-02
-- 2 round trips, 2 statements

-- trip 1
-- prepared: events?limit=20&from=2030-01-01&to=2030-02-01
WITH upcoming AS MATERIALIZED (
  SELECT *
  FROM (
    (
      SELECT e.id, e.start_at
      FROM events e
      WHERE e.start_at < $1::timestamptz AND e.start_at >= $2::timestamptz AND e.start_at >= $3::timestamptz
      ORDER BY start_at, id
      LIMIT 21
    )
    UNION ALL (
      SELECT e.id, e.start_at
      FROM events e
      WHERE e.start_at < $2::timestamptz AND e.start_at >= $2::timestamptz - interval '24 hours'
        AND coalesce(e.end_at, e.start_at + interval '3 hours') > $2::timestamptz
        AND e.start_at >= $3::timestamptz
      ORDER BY start_at, id
      LIMIT 21
    )
    UNION ALL (
      SELECT e.id, e.start_at
      FROM events e
      WHERE e.end_at - e.start_at > interval '24 hours' AND e.end_at > $2::timestamptz
        AND e.start_at < $2::timestamptz - interval '24 hours' AND e.start_at >= $3::timestamptz
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
        WHERE e.start_at < $1::timestamptz AND e.start_at >= $2::timestamptz AND e.start_at < $3::timestamptz
          AND 21 - (SELECT count(*) FROM upcoming) > 0
        ORDER BY start_at DESC, id
        LIMIT 21
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.start_at < $2::timestamptz AND e.start_at >= $2::timestamptz - interval '24 hours'
          AND coalesce(e.end_at, e.start_at + interval '3 hours') > $2::timestamptz
          AND e.start_at < $3::timestamptz AND 21 - (SELECT count(*) FROM upcoming) > 0
        ORDER BY start_at DESC, id
        LIMIT 21
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.end_at - e.start_at > interval '24 hours' AND e.end_at > $2::timestamptz
          AND e.start_at < $2::timestamptz - interval '24 hours' AND e.start_at < $3::timestamptz
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
        (
          SELECT
          FROM events e
          WHERE e.start_at < $1::timestamptz AND e.start_at >= $2::timestamptz
          ORDER BY e.start_at
          LIMIT 1001
        )
        UNION ALL (
          SELECT
          FROM events e
          WHERE e.start_at < $2::timestamptz AND e.start_at >= $2::timestamptz - interval '24 hours'
            AND coalesce(e.end_at, e.start_at + interval '3 hours') > $2::timestamptz
          ORDER BY e.start_at
          LIMIT 1001
        )
        UNION ALL (
          SELECT
          FROM events e
          WHERE e.end_at - e.start_at > interval '24 hours' AND e.end_at > $2::timestamptz
            AND e.start_at < $2::timestamptz - interval '24 hours'
          ORDER BY e.start_at
          LIMIT 1001
        )
      ) found
      LIMIT 1001
    ) counted
  ) AS matches
FROM events e
WHERE e.id = ANY(
  ARRAY(
    SELECT id
    FROM nearest
    ORDER BY nearest.start_at < $3::timestamptz,
      greatest(nearest.start_at - $3::timestamptz, $3::timestamptz - nearest.start_at), nearest.id
    LIMIT 21
    OFFSET 0
  )
)
ORDER BY e.start_at < $3::timestamptz, greatest(e.start_at - $3::timestamptz, $3::timestamptz - e.start_at),
  e.id;

-- trip 2
-- prepared: events_by_id_whole, as above

-- GET /events?near=40,-83&radius=1000&sort=distance
-- 3 round trips, 7 statements

-- trip 1
BEGIN; SET LOCAL statement_timeout = 1000;
SELECT count(*)::int AS found
FROM (
  SELECT
  FROM events e
  WHERE e.latitude IS NOT NULL
    AND (
      e.latitude BETWEEN $1::float8 AND $2::float8 AND e.longitude BETWEEN $3::float8 AND $4::float8
        AND point(e.longitude, mercator_y(e.latitude)) <@ box(
          point($3::float8, mercator_y($1::float8)), point($4::float8, mercator_y($2::float8))
        )
    )
    AND 2 * 6371008.8 * asin(
      sqrt(
        least(
          1,
            power(sin(radians(e.latitude - $5::float8) / 2), 2) + cos(radians(e.latitude)) * cos(radians($5::float8)) * power(
              sin(radians(e.longitude - $6::float8) / 2), 2
            )
        )
      )
    ) <= $7::float8
  LIMIT 5001
) few;
COMMIT;

-- trip 2
BEGIN; SET LOCAL statement_timeout = 1000;
WITH few AS MATERIALIZED (
  SELECT *
  FROM (
    SELECT e.id, e.start_at, e.end_at, e.created_at
    FROM events e
    WHERE e.latitude IS NOT NULL
      AND (
        e.latitude BETWEEN $1::float8 AND $2::float8 AND e.longitude BETWEEN $3::float8 AND $4::float8
          AND point(e.longitude, mercator_y(e.latitude)) <@ box(
            point($3::float8, mercator_y($1::float8)), point($4::float8, mercator_y($2::float8))
          )
      )
      AND 2 * 6371008.8 * asin(
        sqrt(
          least(
            1,
              power(sin(radians(e.latitude - $5::float8) / 2), 2) + cos(radians(e.latitude)) * cos(radians($5::float8)) * power(
                sin(radians(e.longitude - $6::float8) / 2), 2
              )
          )
        )
      ) <= $7::float8
      AND true
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
        WHERE true AND e.start_at >= $8::timestamptz AND (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at, id
        LIMIT 1001
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.latitude IS NOT NULL
          AND (
            e.latitude BETWEEN $1::float8 AND $2::float8 AND e.longitude BETWEEN $3::float8 AND $4::float8
              AND point(e.longitude, mercator_y(e.latitude)) <@ box(
                point($3::float8, mercator_y($1::float8)), point($4::float8, mercator_y($2::float8))
              )
          )
          AND 2 * 6371008.8 * asin(
            sqrt(
              least(
                1,
                  power(sin(radians(e.latitude - $5::float8) / 2), 2) + cos(radians(e.latitude)) * cos(radians($5::float8)) * power(
                    sin(radians(e.longitude - $6::float8) / 2), 2
                  )
              )
            )
          ) <= $7::float8
          AND true AND e.start_at >= $8::timestamptz AND NOT (SELECT matches <= 2000 FROM amount)
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
        WHERE true AND e.start_at < $8::timestamptz AND 1001 - (SELECT count(*) FROM upcoming) > 0
          AND (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at DESC, id
        LIMIT 1001
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.latitude IS NOT NULL
          AND (
            e.latitude BETWEEN $1::float8 AND $2::float8 AND e.longitude BETWEEN $3::float8 AND $4::float8
              AND point(e.longitude, mercator_y(e.latitude)) <@ box(
                point($3::float8, mercator_y($1::float8)), point($4::float8, mercator_y($2::float8))
              )
          )
          AND 2 * 6371008.8 * asin(
            sqrt(
              least(
                1,
                  power(sin(radians(e.latitude - $5::float8) / 2), 2) + cos(radians(e.latitude)) * cos(radians($5::float8)) * power(
                    sin(radians(e.longitude - $6::float8) / 2), 2
                  )
              )
            )
          ) <= $7::float8
          AND true AND e.start_at < $8::timestamptz AND 1001 - (SELECT count(*) FROM upcoming) > 0
          AND NOT (SELECT matches <= 2000 FROM amount)
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
      -(
        2 * 6371008.8 * asin(
          sqrt(
            least(
              1,
                power(sin(radians(e.latitude - $5::float8) / 2), 2) + cos(radians(e.latitude)) * cos(radians($5::float8)) * power(
                  sin(radians(e.longitude - $6::float8) / 2), 2
                )
            )
          )
        )
      ) AS rank,
      coalesce(e.end_at, e.start_at + interval '3 hours') <= $9::timestamptz AS "isOver"
    FROM events e
    WHERE e.id = ANY(ARRAY(SELECT id FROM nearest))
    ORDER BY e.start_at < $8::timestamptz,
      greatest(e.start_at - $8::timestamptz, $8::timestamptz - e.start_at), e.id
  ),
  best AS MATERIALIZED (
    SELECT ARRAY(
      SELECT id
      FROM (SELECT * FROM found LIMIT 1000) candidates
      ORDER BY rank DESC, "isOver", CASE WHEN "isOver" THEN $9::timestamptz - start_at
        ELSE start_at - $9::timestamptz END, id
      LIMIT 20
      OFFSET 0
    ) AS ids
  )
SELECT e.id AS "id", e.type AS "type", e.creator_id AS "creatorId", e.version AS "version",
  e.updated_at AS "updatedAt", e.xmin AS "xmin",
  round(
    (
      2 * 6371008.8 * asin(
        sqrt(
          least(
            1,
              power(sin(radians(e.latitude - $5::float8) / 2), 2) + cos(radians(e.latitude)) * cos(radians($5::float8)) * power(
                sin(radians(e.longitude - $6::float8) / 2), 2
              )
          )
        )
      )
    )::numeric,
      1
  )::float8 AS distance,
  (SELECT count(*)::int FROM found) AS matches
FROM best
LEFT JOIN events e ON e.id = ANY(best.ids)
ORDER BY array_position(best.ids, e.id);
COMMIT;

-- trip 3
-- prepared: events_by_id_whole, as above

-- GET /events?ids={id},{id}
-- 1 round trip, 1 statement

-- trip 1
-- prepared: events_by_id_whole, as above

-- GET /events?seriesId={id} (seriesId)
-- 2 round trips, 2 statements

-- trip 1
WITH upcoming AS MATERIALIZED (
  SELECT *
  FROM (
    (
      SELECT e.id, e.start_at
      FROM events e
      WHERE e.series_id = $1::uuid AND true AND e.start_at >= $2::timestamptz
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
        WHERE e.series_id = $1::uuid AND true AND e.start_at < $2::timestamptz
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
      FROM ((SELECT FROM events e WHERE e.series_id = $1::uuid AND true ORDER BY e.start_at LIMIT 1001)) found
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
-- prepared: events_by_id_whole, as above
