-- POST /calendars (EVENTS)
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
SELECT COUNT(1) AS "cnt" FROM "calendars" "CalendarEntity" WHERE (("CalendarEntity"."owner_id" = $1));

-- trip 3
INSERT INTO "calendars"(
  "id", "owner_id", "kind", "name", "filter", "collection_id", "alarm_minutes", "token_hash", "created_at"
)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, DEFAULT)
RETURNING "created_at";

-- trip 4
COMMIT;

-- POST /calendars (COLLECTION)
-- 5 round trips, 7 statements

-- trip 1
SELECT "CollectionEntity"."id" AS "CollectionEntity_id",
  "CollectionEntity"."owner_id" AS "CollectionEntity_owner_id",
  "CollectionEntity"."name" AS "CollectionEntity_name",
  "CollectionEntity"."description" AS "CollectionEntity_description",
  "CollectionEntity"."visibility" AS "CollectionEntity_visibility",
  (
    SELECT count(*)::int FROM collection_items WHERE collection_id = "CollectionEntity".id
  ) AS "CollectionEntity_itemCount",
  "CollectionEntity"."created_at" AS "CollectionEntity_created_at",
  "CollectionEntity"."updated_at" AS "CollectionEntity_updated_at"
FROM "collections" "CollectionEntity"
WHERE (("CollectionEntity"."id" = $1))
LIMIT 1;

-- trip 2
START TRANSACTION;
-- prepared: hold profile, as above
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR NO KEY UPDATE;

-- trip 3
SELECT COUNT(1) AS "cnt" FROM "calendars" "CalendarEntity" WHERE (("CalendarEntity"."owner_id" = $1));

-- trip 4
INSERT INTO "calendars"(
  "id", "owner_id", "kind", "name", "filter", "collection_id", "alarm_minutes", "token_hash", "created_at"
)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, DEFAULT)
RETURNING "created_at";

-- trip 5
COMMIT;

-- POST /calendars (SAVED)
-- 4 round trips, 6 statements

-- trip 1
START TRANSACTION;
-- prepared: hold profile, as above
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR NO KEY UPDATE;

-- trip 2
SELECT COUNT(1) AS "cnt" FROM "calendars" "CalendarEntity" WHERE (("CalendarEntity"."owner_id" = $1));

-- trip 3
INSERT INTO "calendars"(
  "id", "owner_id", "kind", "name", "filter", "collection_id", "alarm_minutes", "token_hash", "created_at"
)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, DEFAULT)
RETURNING "created_at";

-- trip 4
COMMIT;

-- POST /calendars (APPLICATIONS)
-- 4 round trips, 6 statements

-- trip 1
START TRANSACTION;
-- prepared: hold profile, as above
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR NO KEY UPDATE;

-- trip 2
SELECT COUNT(1) AS "cnt" FROM "calendars" "CalendarEntity" WHERE (("CalendarEntity"."owner_id" = $1));

-- trip 3
INSERT INTO "calendars"(
  "id", "owner_id", "kind", "name", "filter", "collection_id", "alarm_minutes", "token_hash", "created_at"
)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, DEFAULT)
RETURNING "created_at";

-- trip 4
COMMIT;
