-- DELETE /collections/{id}/items/{eventId}
-- 4 round trips, 5 statements

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
DELETE FROM "collection_items" WHERE ("collection_id" = $1 AND "event_id" = $2);

-- trip 3
UPDATE "collections" SET "updated_at" = now() WHERE "id" = $1;

-- trip 4
COMMIT;
