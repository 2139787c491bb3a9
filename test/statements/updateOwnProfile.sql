-- PATCH /users/me
-- 2 round trips, 2 statements

-- trip 1
UPDATE "users" SET "headline" = $1, "updated_at" = CURRENT_TIMESTAMP WHERE "id" = $2;

-- trip 2
SELECT "UserEntity"."id" AS "UserEntity_id", "UserEntity"."name" AS "UserEntity_name",
  "UserEntity"."avatar_url" AS "UserEntity_avatar_url", "UserEntity"."headline" AS "UserEntity_headline",
  "UserEntity"."bio" AS "UserEntity_bio", "UserEntity"."email" AS "UserEntity_email",
  "UserEntity"."created_at" AS "UserEntity_created_at", "UserEntity"."updated_at" AS "UserEntity_updated_at"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1;
