-- GET /collections
-- 2 round trips, 2 statements

-- trip 1
SELECT "collection"."id" AS "collection_id", "collection"."owner_id" AS "collection_owner_id",
  "collection"."name" AS "collection_name", "collection"."description" AS "collection_description",
  "collection"."visibility" AS "collection_visibility", "collection"."created_at" AS "collection_created_at",
  "collection"."updated_at" AS "collection_updated_at"
FROM "collections" "collection"
WHERE "collection"."owner_id" = $1
ORDER BY "collection"."created_at" DESC, "collection"."id" DESC
LIMIT 21
OFFSET 0;

-- trip 2
SELECT "item"."collection_id" AS "id", count(*)::int AS "count"
FROM "collection_items" "item"
WHERE "item"."collection_id" IN ($1)
GROUP BY "item"."collection_id";

-- GET /collections?ownerId=ann (another user's)
-- 2 round trips, 2 statements

-- trip 1
SELECT "collection"."id" AS "collection_id", "collection"."owner_id" AS "collection_owner_id",
  "collection"."name" AS "collection_name", "collection"."description" AS "collection_description",
  "collection"."visibility" AS "collection_visibility", "collection"."created_at" AS "collection_created_at",
  "collection"."updated_at" AS "collection_updated_at"
FROM "collections" "collection"
WHERE "collection"."owner_id" = $1 AND "collection"."visibility" = $2
ORDER BY "collection"."created_at" DESC, "collection"."id" DESC
LIMIT 21
OFFSET 0;

-- trip 2
SELECT "item"."collection_id" AS "id", count(*)::int AS "count"
FROM "collection_items" "item"
WHERE "item"."collection_id" IN ($1)
GROUP BY "item"."collection_id";
