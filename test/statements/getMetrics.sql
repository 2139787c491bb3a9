-- GET /metrics
-- 2 round trips, 4 statements

-- trip 1, on 3 connections
SELECT has_table_privilege(to_regclass('migrations'), 'SELECT') AS "isReadable";
SELECT "JobRunEntity"."job" AS "JobRunEntity_job", "JobRunEntity"."outcome" AS "JobRunEntity_outcome",
  "JobRunEntity"."seconds" AS "JobRunEntity_seconds", "JobRunEntity"."counts" AS "JobRunEntity_counts",
  "JobRunEntity"."succeeded_at" AS "JobRunEntity_succeeded_at"
FROM "job_runs" "JobRunEntity";
SELECT (
  SELECT count(*)::int
  FROM (SELECT FROM outbox_messages WHERE next_attempt_at < 'infinity' LIMIT 10000) counted
) AS waiting,
  coalesce(
    extract(
      epoch
      FROM now() - (
        SELECT created_at FROM outbox_messages WHERE next_attempt_at < 'infinity' ORDER BY created_at LIMIT 1
      )
    ),
      0
  )::float8 AS oldest;

-- trip 2
SELECT name, to_jsonb(migrations) ->> 'build' AS build,
  to_jsonb(migrations) ->> 'oldest_build' AS "oldestBuild"
FROM migrations
ORDER BY id;
