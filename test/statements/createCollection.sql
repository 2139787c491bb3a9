-- POST /collections
-- 4 round trips, 6 statements

-- trip 1
START TRANSACTION;
-- prepared: hold profile
SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE users.id = $1 FOR KEY SHARE;
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR NO KEY UPDATE;

-- trip 2
SELECT COUNT(1) AS "cnt" FROM "collections" "CollectionEntity" WHERE (("CollectionEntity"."owner_id" = $1));

-- trip 3
INSERT INTO "collections"("id", "owner_id", "name", "description", "visibility", "created_at", "updated_at")
VALUES ($1, $2, $3, $4, $5, DEFAULT, DEFAULT)
RETURNING "visibility", "created_at", "updated_at";

-- trip 4
COMMIT;
