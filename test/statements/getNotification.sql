-- GET /notifications/{id}
-- 1 round trip, 1 statement

-- trip 1
SELECT "NotificationEntity"."id" AS "NotificationEntity_id",
  "NotificationEntity"."type" AS "NotificationEntity_type",
  "NotificationEntity"."reference_id" AS "NotificationEntity_reference_id",
  "NotificationEntity"."reference_type" AS "NotificationEntity_reference_type",
  "NotificationEntity"."recipient_id" AS "NotificationEntity_recipient_id",
  "NotificationEntity"."read_at" AS "NotificationEntity_read_at",
  "NotificationEntity"."created_at" AS "NotificationEntity_created_at",
  "NotificationEntity"."data" AS "NotificationEntity_data"
FROM "notifications" "NotificationEntity"
WHERE (("NotificationEntity"."recipient_id" = $1) AND ("NotificationEntity"."id" = $2))
LIMIT 1;
