-- GET /ingestion/runs
-- 1 round trip, 1 statement

-- trip 1
SELECT "run"."id" AS "run_id", "run"."source" AS "run_source", "run"."started_at" AS "run_started_at",
  "run"."finished_at" AS "run_finished_at", "run"."outcome" AS "run_outcome",
  "run"."received" AS "run_received", "run"."created" AS "run_created", "run"."updated" AS "run_updated",
  "run"."unchanged" AS "run_unchanged", "run"."ignored" AS "run_ignored", "run"."rejected" AS "run_rejected",
  "run"."completed" AS "run_completed", "run"."tagged" AS "run_tagged", "run"."untagged" AS "run_untagged",
  "run"."error" AS "run_error", "run"."reasons" AS "run_reasons"
FROM "ingestion_runs" "run"
ORDER BY "run"."started_at" DESC, "run"."id" DESC
LIMIT 21
OFFSET 0;
