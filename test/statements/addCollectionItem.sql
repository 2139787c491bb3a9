-- POST /collections/{id}/items
-- 6 round trips, 7 statements

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
-- prepared: events_by_id_card
SELECT now.id AS "heldId", e.id AS "id", e.title AS "title", e.type AS "type", e.location AS "location",
  e.start_at AS "startAt", e.end_at AS "endAt", e.status AS "status", e.source AS "source",
  e.creator_id AS "creatorId", e.external_id AS "externalId", e.external_url AS "externalUrl",
  e.ticket_url AS "ticketUrl", e.tags AS "tags", e.summary AS "summary", e.category AS "category",
  e.compensation AS "compensation", e.apply_by AS "applyBy", e.positions AS "positions", e.images AS "images",
  e.series_id AS "seriesId", e.created_at AS "createdAt", e.updated_at AS "updatedAt", e.version AS "version",
  e.xmin AS "xmin"
FROM (SELECT *, xmin, array_position($1::uuid[], id) AS nth FROM events WHERE id = ANY($1::uuid[])) now
LEFT JOIN LATERAL (SELECT now.*) e ON (now.version, now.updated_at, now.xmin) IS DISTINCT FROM (
  ($2::int[])[now.nth], ($3::timestamptz[])[now.nth], ($4::xid[])[now.nth]
);

-- trip 3
START TRANSACTION;
UPDATE "collections" SET "updated_at" = now() WHERE "id" = $1;

-- trip 4
SELECT "CollectionItemEntity"."event_id" AS "CollectionItemEntity_event_id",
  "CollectionItemEntity"."collection_id" AS "CollectionItemEntity_collection_id"
FROM "collection_items" "CollectionItemEntity"
WHERE (("CollectionItemEntity"."collection_id" = $1));

-- trip 5
INSERT INTO "collection_items"("event_id", "collection_id", "note", "added_at")
VALUES ($1, $2, $3, DEFAULT)
RETURNING "added_at";

-- trip 6
COMMIT;
