-- GET /calendars/{token}.ics (EVENTS)
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

-- GET /calendars/{token}.ics (COLLECTION)
-- 4 round trips, 4 statements

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
SELECT "CollectionEntity"."id" AS "CollectionEntity_id",
  "CollectionEntity"."owner_id" AS "CollectionEntity_owner_id",
  "CollectionEntity"."name" AS "CollectionEntity_name",
  "CollectionEntity"."description" AS "CollectionEntity_description",
  "CollectionEntity"."visibility" AS "CollectionEntity_visibility",
  (
    SELECT count(*)::int FROM collection_items WHERE collection_id = "CollectionEntity".id
  ) AS "CollectionEntity_itemCount",
  "CollectionEntity"."created_at" AS "CollectionEntity_created_at",
  "CollectionEntity"."updated_at" AS "CollectionEntity_updated_at"
FROM "collections" "CollectionEntity"
WHERE (("CollectionEntity"."id" = $1))
LIMIT 1;

-- trip 3
SELECT "CollectionItemEntity"."event_id" AS "CollectionItemEntity_event_id",
  "CollectionItemEntity"."collection_id" AS "CollectionItemEntity_collection_id"
FROM "collection_items" "CollectionItemEntity"
WHERE (("CollectionItemEntity"."collection_id" = $1));

-- trip 4
WITH upcoming AS MATERIALIZED (
  SELECT *
  FROM (
    (
      SELECT e.id, e.start_at
      FROM events e
      WHERE e.id = ANY($1::uuid[]) AND e.start_at < $2::timestamptz AND e.start_at >= $3::timestamptz
        AND e.start_at >= $4::timestamptz
      ORDER BY start_at, id
      LIMIT 1000
    )
    UNION ALL (
      SELECT e.id, e.start_at
      FROM events e
      WHERE e.id = ANY($1::uuid[]) AND e.start_at < $3::timestamptz
        AND e.start_at >= $3::timestamptz - interval '24 hours'
        AND coalesce(e.end_at, e.start_at + interval '3 hours') > $3::timestamptz
        AND e.start_at >= $4::timestamptz
      ORDER BY start_at, id
      LIMIT 1000
    )
    UNION ALL (
      SELECT e.id, e.start_at
      FROM events e
      WHERE e.id = ANY($1::uuid[]) AND e.end_at - e.start_at > interval '24 hours'
        AND e.end_at > $3::timestamptz AND e.start_at < $3::timestamptz - interval '24 hours'
        AND e.start_at >= $4::timestamptz
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
        WHERE e.id = ANY($1::uuid[]) AND e.start_at < $2::timestamptz AND e.start_at >= $3::timestamptz
          AND e.start_at < $4::timestamptz AND 1000 - (SELECT count(*) FROM upcoming) > 0
        ORDER BY start_at DESC, id
        LIMIT 1000
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.id = ANY($1::uuid[]) AND e.start_at < $3::timestamptz
          AND e.start_at >= $3::timestamptz - interval '24 hours'
          AND coalesce(e.end_at, e.start_at + interval '3 hours') > $3::timestamptz
          AND e.start_at < $4::timestamptz AND 1000 - (SELECT count(*) FROM upcoming) > 0
        ORDER BY start_at DESC, id
        LIMIT 1000
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.id = ANY($1::uuid[]) AND e.end_at - e.start_at > interval '24 hours'
          AND e.end_at > $3::timestamptz AND e.start_at < $3::timestamptz - interval '24 hours'
          AND e.start_at < $4::timestamptz AND 1000 - (SELECT count(*) FROM upcoming) > 0
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
    ORDER BY e.start_at < $4::timestamptz,
      greatest(e.start_at - $4::timestamptz, $4::timestamptz - e.start_at), e.id
  )
SELECT id, version
FROM found
ORDER BY found.start_at < $4::timestamptz,
  greatest(found.start_at - $4::timestamptz, $4::timestamptz - found.start_at), found.id;

-- GET /calendars/{token}.ics (SAVED)
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
WITH few AS MATERIALIZED (
  SELECT *
  FROM (
    SELECT e.id, e.start_at, e.end_at, e.created_at
    FROM events e
    WHERE e.id = ANY(
      ARRAY(
        (
          SELECT event_id AS id
          FROM interactions
          WHERE user_id = $1::text AND action = 'SAVE'
          ORDER BY last_at DESC
          LIMIT 10000
        )
        UNION (
          SELECT event_id AS id
          FROM interactions
          WHERE user_id = $1::text AND action = 'BOOKMARK'
          ORDER BY last_at DESC
          LIMIT 10000
        )
      )
    )
      AND e.start_at < $2::timestamptz AND e.start_at >= $3::timestamptz
    UNION ALL SELECT e.id, e.start_at, e.end_at, e.created_at
    FROM events e
    WHERE e.id = ANY(
      ARRAY(
        (
          SELECT event_id AS id
          FROM interactions
          WHERE user_id = $1::text AND action = 'SAVE'
          ORDER BY last_at DESC
          LIMIT 10000
        )
        UNION (
          SELECT event_id AS id
          FROM interactions
          WHERE user_id = $1::text AND action = 'BOOKMARK'
          ORDER BY last_at DESC
          LIMIT 10000
        )
      )
    )
      AND e.start_at < $3::timestamptz AND e.start_at >= $3::timestamptz - interval '24 hours'
      AND coalesce(e.end_at, e.start_at + interval '3 hours') > $3::timestamptz
    UNION ALL SELECT e.id, e.start_at, e.end_at, e.created_at
    FROM events e
    WHERE e.id = ANY(
      ARRAY(
        (
          SELECT event_id AS id
          FROM interactions
          WHERE user_id = $1::text AND action = 'SAVE'
          ORDER BY last_at DESC
          LIMIT 10000
        )
        UNION (
          SELECT event_id AS id
          FROM interactions
          WHERE user_id = $1::text AND action = 'BOOKMARK'
          ORDER BY last_at DESC
          LIMIT 10000
        )
      )
    )
      AND e.end_at - e.start_at > interval '24 hours' AND e.end_at > $3::timestamptz
      AND e.start_at < $3::timestamptz - interval '24 hours'
  ) any_of
  LIMIT ALL
),
  amount AS MATERIALIZED (SELECT count(*)::int AS matches FROM few),
  upcoming AS MATERIALIZED (
    SELECT *
    FROM (
      (
        SELECT e.id, e.start_at
        FROM few e
        WHERE e.start_at < $2::timestamptz AND e.start_at >= $3::timestamptz AND e.start_at >= $4::timestamptz
        ORDER BY start_at, id
        LIMIT 1000
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM few e
        WHERE e.start_at < $3::timestamptz AND e.start_at >= $3::timestamptz - interval '24 hours'
          AND coalesce(e.end_at, e.start_at + interval '3 hours') > $3::timestamptz
          AND e.start_at >= $4::timestamptz
        ORDER BY start_at, id
        LIMIT 1000
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM few e
        WHERE e.end_at - e.start_at > interval '24 hours' AND e.end_at > $3::timestamptz
          AND e.start_at < $3::timestamptz - interval '24 hours' AND e.start_at >= $4::timestamptz
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
        FROM few e
        WHERE e.start_at < $2::timestamptz AND e.start_at >= $3::timestamptz AND e.start_at < $4::timestamptz
          AND 1000 - (SELECT count(*) FROM upcoming) > 0
        ORDER BY start_at DESC, id
        LIMIT 1000
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM few e
        WHERE e.start_at < $3::timestamptz AND e.start_at >= $3::timestamptz - interval '24 hours'
          AND coalesce(e.end_at, e.start_at + interval '3 hours') > $3::timestamptz
          AND e.start_at < $4::timestamptz AND 1000 - (SELECT count(*) FROM upcoming) > 0
        ORDER BY start_at DESC, id
        LIMIT 1000
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM few e
        WHERE e.end_at - e.start_at > interval '24 hours' AND e.end_at > $3::timestamptz
          AND e.start_at < $3::timestamptz - interval '24 hours' AND e.start_at < $4::timestamptz
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
    ORDER BY e.start_at < $4::timestamptz,
      greatest(e.start_at - $4::timestamptz, $4::timestamptz - e.start_at), e.id
  )
SELECT id, version
FROM found
ORDER BY found.start_at < $4::timestamptz,
  greatest(found.start_at - $4::timestamptz, $4::timestamptz - found.start_at), found.id;
COMMIT;

-- GET /calendars/{token}.ics (APPLICATIONS)
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
WITH few AS MATERIALIZED (
  SELECT *
  FROM (
    SELECT e.id, e.start_at, e.end_at, e.created_at
    FROM events e
    WHERE e.id = ANY(
      ARRAY(
        (
          SELECT gig_id AS id
          FROM applications
          WHERE applicant_id = $1::text AND status IN ('PENDING', 'ACCEPTED') AND withdrawn_at IS NULL
          ORDER BY created_at DESC
          LIMIT 10000
        )
      )
    )
      AND e.start_at < $2::timestamptz AND e.start_at >= $3::timestamptz
    UNION ALL SELECT e.id, e.start_at, e.end_at, e.created_at
    FROM events e
    WHERE e.id = ANY(
      ARRAY(
        (
          SELECT gig_id AS id
          FROM applications
          WHERE applicant_id = $1::text AND status IN ('PENDING', 'ACCEPTED') AND withdrawn_at IS NULL
          ORDER BY created_at DESC
          LIMIT 10000
        )
      )
    )
      AND e.start_at < $3::timestamptz AND e.start_at >= $3::timestamptz - interval '24 hours'
      AND coalesce(e.end_at, e.start_at + interval '3 hours') > $3::timestamptz
    UNION ALL SELECT e.id, e.start_at, e.end_at, e.created_at
    FROM events e
    WHERE e.id = ANY(
      ARRAY(
        (
          SELECT gig_id AS id
          FROM applications
          WHERE applicant_id = $1::text AND status IN ('PENDING', 'ACCEPTED') AND withdrawn_at IS NULL
          ORDER BY created_at DESC
          LIMIT 10000
        )
      )
    )
      AND e.end_at - e.start_at > interval '24 hours' AND e.end_at > $3::timestamptz
      AND e.start_at < $3::timestamptz - interval '24 hours'
  ) any_of
  LIMIT ALL
),
  amount AS MATERIALIZED (SELECT count(*)::int AS matches FROM few),
  upcoming AS MATERIALIZED (
    SELECT *
    FROM (
      (
        SELECT e.id, e.start_at
        FROM few e
        WHERE e.start_at < $2::timestamptz AND e.start_at >= $3::timestamptz AND e.start_at >= $4::timestamptz
        ORDER BY start_at, id
        LIMIT 1000
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM few e
        WHERE e.start_at < $3::timestamptz AND e.start_at >= $3::timestamptz - interval '24 hours'
          AND coalesce(e.end_at, e.start_at + interval '3 hours') > $3::timestamptz
          AND e.start_at >= $4::timestamptz
        ORDER BY start_at, id
        LIMIT 1000
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM few e
        WHERE e.end_at - e.start_at > interval '24 hours' AND e.end_at > $3::timestamptz
          AND e.start_at < $3::timestamptz - interval '24 hours' AND e.start_at >= $4::timestamptz
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
        FROM few e
        WHERE e.start_at < $2::timestamptz AND e.start_at >= $3::timestamptz AND e.start_at < $4::timestamptz
          AND 1000 - (SELECT count(*) FROM upcoming) > 0
        ORDER BY start_at DESC, id
        LIMIT 1000
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM few e
        WHERE e.start_at < $3::timestamptz AND e.start_at >= $3::timestamptz - interval '24 hours'
          AND coalesce(e.end_at, e.start_at + interval '3 hours') > $3::timestamptz
          AND e.start_at < $4::timestamptz AND 1000 - (SELECT count(*) FROM upcoming) > 0
        ORDER BY start_at DESC, id
        LIMIT 1000
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM few e
        WHERE e.end_at - e.start_at > interval '24 hours' AND e.end_at > $3::timestamptz
          AND e.start_at < $3::timestamptz - interval '24 hours' AND e.start_at < $4::timestamptz
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
    ORDER BY e.start_at < $4::timestamptz,
      greatest(e.start_at - $4::timestamptz, $4::timestamptz - e.start_at), e.id
  )
SELECT id, version
FROM found
ORDER BY found.start_at < $4::timestamptz,
  greatest(found.start_at - $4::timestamptz, $4::timestamptz - found.start_at), found.id;
COMMIT;
