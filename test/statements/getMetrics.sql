-- GET /metrics
-- 1 round trip, 2 statements

-- trip 1, on 2 connections
SELECT name FROM migrations WHERE id >= (SELECT id FROM migrations WHERE name = $1);
SELECT "JobRunEntity"."job" AS "JobRunEntity_job", "JobRunEntity"."outcome" AS "JobRunEntity_outcome",
  "JobRunEntity"."seconds" AS "JobRunEntity_seconds", "JobRunEntity"."counts" AS "JobRunEntity_counts",
  "JobRunEntity"."succeeded_at" AS "JobRunEntity_succeeded_at"
FROM "job_runs" "JobRunEntity";
