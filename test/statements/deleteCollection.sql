-- DELETE /collections/{id}
-- 2 round trips, 2 statements

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
DELETE FROM "collections" WHERE "id" = $1;
