-- POST /calendars/{id}/rotate
-- 2 round trips, 2 statements

-- trip 1
SELECT "CalendarEntity"."id" AS "CalendarEntity_id", "CalendarEntity"."owner_id" AS "CalendarEntity_owner_id",
  "CalendarEntity"."kind" AS "CalendarEntity_kind", "CalendarEntity"."name" AS "CalendarEntity_name",
  "CalendarEntity"."filter" AS "CalendarEntity_filter",
  "CalendarEntity"."collection_id" AS "CalendarEntity_collection_id",
  "CalendarEntity"."alarm_minutes" AS "CalendarEntity_alarm_minutes",
  "CalendarEntity"."created_at" AS "CalendarEntity_created_at"
FROM "calendars" "CalendarEntity"
WHERE (("CalendarEntity"."id" = $1) AND ("CalendarEntity"."owner_id" = $2))
LIMIT 1;

-- trip 2
UPDATE "calendars" SET "token_hash" = $1 WHERE "id" = $2;
