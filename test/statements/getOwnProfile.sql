-- GET /users/me
-- 1 round trip, 1 statement

-- trip 1
SELECT "UserEntity"."id" AS "UserEntity_id", "UserEntity"."name" AS "UserEntity_name",
  "UserEntity"."avatar_url" AS "UserEntity_avatar_url", "UserEntity"."headline" AS "UserEntity_headline",
  "UserEntity"."bio" AS "UserEntity_bio", "UserEntity"."email" AS "UserEntity_email",
  "UserEntity"."created_at" AS "UserEntity_created_at", "UserEntity"."updated_at" AS "UserEntity_updated_at"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1;

-- GET /users/me (a new user)
-- 3 round trips, 3 statements

-- trip 1
SELECT "UserEntity"."id" AS "UserEntity_id", "UserEntity"."name" AS "UserEntity_name",
  "UserEntity"."avatar_url" AS "UserEntity_avatar_url", "UserEntity"."headline" AS "UserEntity_headline",
  "UserEntity"."bio" AS "UserEntity_bio", "UserEntity"."email" AS "UserEntity_email",
  "UserEntity"."created_at" AS "UserEntity_created_at", "UserEntity"."updated_at" AS "UserEntity_updated_at"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1;

-- trip 2
INSERT INTO "users" AS "UserEntity"(
  "id", "name", "avatar_url", "headline", "bio", "email", "created_at", "updated_at"
)
VALUES ($1, $2, $3, DEFAULT, DEFAULT, $4, DEFAULT, DEFAULT)
ON CONFLICT DO NOTHING;

-- trip 3
SELECT "UserEntity"."id" AS "UserEntity_id", "UserEntity"."name" AS "UserEntity_name",
  "UserEntity"."avatar_url" AS "UserEntity_avatar_url", "UserEntity"."headline" AS "UserEntity_headline",
  "UserEntity"."bio" AS "UserEntity_bio", "UserEntity"."email" AS "UserEntity_email",
  "UserEntity"."created_at" AS "UserEntity_created_at", "UserEntity"."updated_at" AS "UserEntity_updated_at"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1;
