-- PATCH /notifications/{id}
-- 3 round trips, 3 statements

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

-- trip 2
UPDATE "notifications" SET "read_at" = now() WHERE ("recipient_id" = $1 AND "id" = $2 AND "read_at" IS NULL);

-- trip 3
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
