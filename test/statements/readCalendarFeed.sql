-- GET /calendars/{token}.rss (EVENTS)
-- 2 round trips, 4 statements

-- trip 1
SELECT "CalendarEntity"."id" AS "CalendarEntity_id", "CalendarEntity"."owner_id" AS "CalendarEntity_owner_id",
  "CalendarEntity"."kind" AS "CalendarEntity_kind", "CalendarEntity"."name" AS "CalendarEntity_name",
  "CalendarEntity"."filter" AS "CalendarEntity_filter",
  "CalendarEntity"."collection_id" AS "CalendarEntity_collection_id",
  "CalendarEntity"."alarm_minutes" AS "CalendarEntity_alarm_minutes",
  "CalendarEntity"."created_at" AS "CalendarEntity_created_at"
FROM "calendars" "CalendarEntity"
WHERE (("CalendarEntity"."token_hash" = $1))
LIMIT 1;

-- trip 2
BEGIN; SET LOCAL statement_timeout = 1000;
WITH upcoming AS MATERIALIZED (
  SELECT *
  FROM (
    (
      SELECT e.id, e.start_at
      FROM events e
      WHERE e.start_at < $1::timestamptz AND e.start_at >= $2::timestamptz AND e.start_at >= $3::timestamptz
      ORDER BY start_at, id
      LIMIT 1000
    )
    UNION ALL (
      SELECT e.id, e.start_at
      FROM events e
      WHERE e.start_at < $2::timestamptz AND e.start_at >= $2::timestamptz - interval '24 hours'
        AND coalesce(e.end_at, e.start_at + interval '3 hours') > $2::timestamptz
        AND e.start_at >= $3::timestamptz
      ORDER BY start_at, id
      LIMIT 1000
    )
    UNION ALL (
      SELECT e.id, e.start_at
      FROM events e
      WHERE e.end_at - e.start_at > interval '24 hours' AND e.end_at > $2::timestamptz
        AND e.start_at < $2::timestamptz - interval '24 hours' AND e.start_at >= $3::timestamptz
      ORDER BY start_at, id
      LIMIT 1000
    )
  ) any_of
  ORDER BY start_at, id
  LIMIT 1000
),
  earlier AS MATERIALIZED (
    SELECT *
    FROM (
      (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.start_at < $1::timestamptz AND e.start_at >= $2::timestamptz AND e.start_at < $3::timestamptz
          AND 1000 - (SELECT count(*) FROM upcoming) > 0
        ORDER BY start_at DESC, id
        LIMIT 1000
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.start_at < $2::timestamptz AND e.start_at >= $2::timestamptz - interval '24 hours'
          AND coalesce(e.end_at, e.start_at + interval '3 hours') > $2::timestamptz
          AND e.start_at < $3::timestamptz AND 1000 - (SELECT count(*) FROM upcoming) > 0
        ORDER BY start_at DESC, id
        LIMIT 1000
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.end_at - e.start_at > interval '24 hours' AND e.end_at > $2::timestamptz
          AND e.start_at < $2::timestamptz - interval '24 hours' AND e.start_at < $3::timestamptz
          AND 1000 - (SELECT count(*) FROM upcoming) > 0
        ORDER BY start_at DESC, id
        LIMIT 1000
      )
    ) any_of
    ORDER BY start_at DESC, id
    LIMIT 1000 - (SELECT count(*) FROM upcoming)
  ),
  nearest AS (SELECT * FROM upcoming UNION ALL SELECT * FROM earlier),
  found AS MATERIALIZED (
    SELECT e.id, e.start_at, e.version
    FROM events e
    WHERE e.id = ANY(ARRAY(SELECT id FROM nearest))
    ORDER BY e.start_at < $3::timestamptz,
      greatest(e.start_at - $3::timestamptz, $3::timestamptz - e.start_at), e.id
  )
SELECT id, version
FROM found
ORDER BY found.start_at < $3::timestamptz,
  greatest(found.start_at - $3::timestamptz, $3::timestamptz - found.start_at), found.id;
COMMIT;
