-- GET /calendars
-- 1 round trip, 1 statement

-- trip 1
SELECT "calendar"."id" AS "calendar_id", "calendar"."owner_id" AS "calendar_owner_id",
  "calendar"."kind" AS "calendar_kind", "calendar"."name" AS "calendar_name",
  "calendar"."filter" AS "calendar_filter", "calendar"."collection_id" AS "calendar_collection_id",
  "calendar"."alarm_minutes" AS "calendar_alarm_minutes", "calendar"."created_at" AS "calendar_created_at"
FROM "calendars" "calendar"
WHERE "calendar"."owner_id" = $1
ORDER BY "calendar"."created_at" DESC, "calendar"."id" DESC
LIMIT 21
OFFSET 0;
