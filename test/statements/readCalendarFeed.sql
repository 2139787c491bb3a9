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
  (
    SELECT e.id, e.start_at
    FROM events e
    WHERE e.start_at >= $4::timestamptz AND e.start_at < $5::timestamptz
    ORDER BY e.start_at ASC, e.id
    LIMIT 1000
  )
),
  earlier AS MATERIALIZED (
    SELECT *
    FROM (
      (
        SELECT e.id, e.start_at
        FROM events e
        WHERE (SELECT count(*) FROM upcoming) < 1000 AND e.start_at >= $1::timestamptz
          AND e.start_at < $2::timestamptz
        ORDER BY e.start_at DESC, e.id
        LIMIT 1000
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE (SELECT count(*) FROM upcoming) < 1000 AND e.start_at < $3::timestamptz
          AND e.start_at >= $3::timestamptz - interval '24 hours'
          AND coalesce(e.end_at, e.start_at + interval '3 hours') > $3::timestamptz
        ORDER BY e.start_at DESC, e.id
        LIMIT 1000
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE (SELECT count(*) FROM upcoming) < 1000 AND e.end_at - e.start_at > interval '24 hours'
          AND e.end_at > $3::timestamptz AND e.start_at < $3::timestamptz - interval '24 hours'
        ORDER BY e.start_at DESC, e.id
        LIMIT 1000
      )
    ) any_of
    ORDER BY start_at DESC, id
    LIMIT 1000 - (SELECT count(*) FROM upcoming)
  ),
  nearest AS (SELECT * FROM upcoming UNION ALL SELECT * FROM earlier),
  found AS MATERIALIZED (
    SELECT e.id, e.start_at, e.version
    FROM (SELECT *, row_number() OVER () AS nth FROM nearest) nearest
    JOIN events e ON e.id = nearest.id
    ORDER BY nth
  )
SELECT id, version, start_at < $6::timestamptz AS "isEarlier"
FROM found
ORDER BY start_at, id;
COMMIT;
