-- GET /users/me/export
-- 12 round trips, 12 statements

-- trip 1
SELECT "UserEntity"."id" AS "UserEntity_id", "UserEntity"."name" AS "UserEntity_name",
  "UserEntity"."avatar_url" AS "UserEntity_avatar_url", "UserEntity"."headline" AS "UserEntity_headline",
  "UserEntity"."bio" AS "UserEntity_bio", "UserEntity"."email" AS "UserEntity_email",
  "UserEntity"."created_at" AS "UserEntity_created_at", "UserEntity"."updated_at" AS "UserEntity_updated_at"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1;

-- trip 2
SELECT "own"."id" AS "own_id", "own"."title" AS "own_title", "own"."description" AS "own_description",
  "own"."type" AS "own_type", "own"."location" AS "own_location", "own"."start_at" AS "own_start_at",
  "own"."end_at" AS "own_end_at", "own"."status" AS "own_status", "own"."source" AS "own_source",
  "own"."creator_id" AS "own_creator_id", "own"."external_id" AS "own_external_id",
  "own"."external_url" AS "own_external_url", "own"."ticket_url" AS "own_ticket_url",
  "own"."tags" AS "own_tags", "own"."summary" AS "own_summary", "own"."category" AS "own_category",
  "own"."compensation" AS "own_compensation", "own"."apply_by" AS "own_apply_by",
  "own"."positions" AS "own_positions", "own"."images" AS "own_images", "own"."series_id" AS "own_series_id",
  "own"."created_at" AS "own_created_at", "own"."updated_at" AS "own_updated_at"
FROM "events" "own"
WHERE "own"."creator_id" = $1
ORDER BY "own"."start_at" ASC, "own"."id" ASC
LIMIT 100;

-- trip 3
SELECT "own"."id" AS "own_id", "own"."gig_id" AS "own_gig_id", "own"."applicant_id" AS "own_applicant_id",
  "own"."message" AS "own_message", "own"."note" AS "own_note", "own"."status" AS "own_status",
  "own"."withdrawn_at" AS "own_withdrawn_at", "own"."created_at" AS "own_created_at",
  "own"."updated_at" AS "own_updated_at"
FROM "applications" "own"
WHERE "own"."applicant_id" = $1
ORDER BY "own"."created_at" ASC, "own"."id" ASC
LIMIT 100;

-- trip 4
-- prepared: profiles
SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE users.id = ANY($1);

-- trip 5
SELECT "own"."id" AS "own_id", "own"."event_id" AS "own_event_id", "own"."user_id" AS "own_user_id",
  "own"."action" AS "own_action", "own"."count" AS "own_count", "own"."first_at" AS "own_first_at",
  "own"."last_at" AS "own_last_at"
FROM "interactions" "own"
WHERE "own"."user_id" = $1
ORDER BY "own"."last_at" ASC, "own"."id" ASC
LIMIT 100;

-- trip 6
SELECT "own"."id" AS "own_id", "own"."owner_id" AS "own_owner_id", "own"."name" AS "own_name",
  "own"."description" AS "own_description", "own"."visibility" AS "own_visibility",
  (SELECT count(*)::int FROM collection_items WHERE collection_id = "own".id) AS "own_itemCount",
  "own"."created_at" AS "own_created_at", "own"."updated_at" AS "own_updated_at"
FROM "collections" "own"
WHERE "own"."owner_id" = $1
ORDER BY "own"."created_at" ASC, "own"."id" ASC
LIMIT 1;

-- trip 7
SELECT "own"."id" AS "own_id", "own"."owner_id" AS "own_owner_id", "own"."title" AS "own_title",
  "own"."created_at" AS "own_created_at", "own"."updated_at" AS "own_updated_at"
FROM "conversations" "own"
WHERE "own"."owner_id" = $1
ORDER BY "own"."created_at" ASC, "own"."id" ASC
LIMIT 1;

-- trip 8
SELECT "own"."id" AS "own_id", "own"."type" AS "own_type", "own"."reference_id" AS "own_reference_id",
  "own"."reference_type" AS "own_reference_type", "own"."recipient_id" AS "own_recipient_id",
  "own"."read_at" AS "own_read_at", "own"."created_at" AS "own_created_at", "own"."data" AS "own_data"
FROM "notifications" "own"
WHERE "own"."recipient_id" = $1
ORDER BY "own"."created_at" ASC, "own"."id" ASC
LIMIT 100;

-- trip 9
SELECT "own"."id" AS "own_id", "own"."owner_id" AS "own_owner_id", "own"."kind" AS "own_kind",
  "own"."name" AS "own_name", "own"."filter" AS "own_filter", "own"."collection_id" AS "own_collection_id",
  "own"."alarm_minutes" AS "own_alarm_minutes", "own"."created_at" AS "own_created_at"
FROM "calendars" "own"
WHERE "own"."owner_id" = $1
ORDER BY "own"."created_at" ASC, "own"."id" ASC
LIMIT 100;

-- trip 10
SELECT "own"."id" AS "own_id", "own"."event_id" AS "own_event_id", "own"."event_title" AS "own_event_title",
  "own"."event_creator" AS "own_event_creator", "own"."reporter_id" AS "own_reporter_id",
  "own"."reason" AS "own_reason", "own"."message" AS "own_message", "own"."created_at" AS "own_created_at",
  "own"."event_deleted_at" AS "own_event_deleted_at"
FROM "reports" "own"
WHERE "own"."reporter_id" = $1
ORDER BY "own"."created_at" ASC, "own"."id" ASC
LIMIT 100;

-- trip 11
SELECT "own"."user_id" AS "own_user_id", "own"."key" AS "own_key", "own"."fingerprint" AS "own_fingerprint",
  "own"."event_id" AS "own_event_id", "own"."further_event_ids" AS "own_further_event_ids",
  "own"."created_at" AS "own_created_at"
FROM "idempotency_keys" "own"
WHERE "own"."user_id" = $1
ORDER BY "own"."key" ASC
LIMIT 100;

-- trip 12
SELECT "own"."user_id" AS "own_user_id", "own"."kind" AS "own_kind", "own"."hour" AS "own_hour",
  "own"."count" AS "own_count"
FROM "creation_counts" "own"
WHERE "own"."user_id" = $1
ORDER BY "own"."kind" ASC, "own"."hour" ASC
LIMIT 100;
