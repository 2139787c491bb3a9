-- GET /collections
-- 1 round trip, 1 statement

-- trip 1
SELECT "collection"."id" AS "collection_id", "collection"."owner_id" AS "collection_owner_id",
  "collection"."name" AS "collection_name", "collection"."description" AS "collection_description",
  "collection"."visibility" AS "collection_visibility",
  (
    SELECT count(*)::int FROM collection_items WHERE collection_id = "collection".id
  ) AS "collection_itemCount",
  "collection"."created_at" AS "collection_created_at", "collection"."updated_at" AS "collection_updated_at"
FROM "collections" "collection"
WHERE "collection"."owner_id" = $1
ORDER BY "collection"."created_at" DESC, "collection"."id" DESC
LIMIT 21
OFFSET 0;

-- GET /collections?ownerId=ann (another user's)
-- 1 round trip, 1 statement

-- trip 1
SELECT "collection"."id" AS "collection_id", "collection"."owner_id" AS "collection_owner_id",
  "collection"."name" AS "collection_name", "collection"."description" AS "collection_description",
  "collection"."visibility" AS "collection_visibility",
  (
    SELECT count(*)::int FROM collection_items WHERE collection_id = "collection".id
  ) AS "collection_itemCount",
  "collection"."created_at" AS "collection_created_at", "collection"."updated_at" AS "collection_updated_at"
FROM "collections" "collection"
WHERE "collection"."owner_id" = $1 AND "collection"."visibility" = $2
ORDER BY "collection"."created_at" DESC, "collection"."id" DESC
LIMIT 21
OFFSET 0;
