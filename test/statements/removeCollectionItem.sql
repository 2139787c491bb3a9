-- DELETE /collections/{id}/items/{eventId}
-- 5 round trips, 6 statements

-- trip 1
SELECT "CollectionEntity"."id" AS "CollectionEntity_id",
  "CollectionEntity"."owner_id" AS "CollectionEntity_owner_id",
  "CollectionEntity"."name" AS "CollectionEntity_name",
  "CollectionEntity"."description" AS "CollectionEntity_description",
  "CollectionEntity"."visibility" AS "CollectionEntity_visibility",
  "CollectionEntity"."created_at" AS "CollectionEntity_created_at",
  "CollectionEntity"."updated_at" AS "CollectionEntity_updated_at"
FROM "collections" "CollectionEntity"
WHERE (("CollectionEntity"."id" = $1))
LIMIT 1;

-- trip 2
-- prepared: event
SELECT e.id AS "id", e.title AS "title", e.description AS "description", e.type AS "type",
  e.location AS "location", e.start_at AS "startAt", e.end_at AS "endAt", e.status AS "status",
  e.source AS "source", e.creator_id AS "creatorId", e.external_id AS "externalId",
  e.external_url AS "externalUrl", e.ticket_url AS "ticketUrl", e.tags AS "tags", e.summary AS "summary",
  e.category AS "category", e.compensation AS "compensation", e.apply_by AS "applyBy",
  e.positions AS "positions", e.images AS "images", e.series_id AS "seriesId", e.created_at AS "createdAt",
  e.updated_at AS "updatedAt", e.version AS "version", e.accepted_count AS "acceptedCount"
FROM events e
WHERE e.id = $1;

-- trip 3
START TRANSACTION;
DELETE FROM "collection_items" WHERE ("collection_id" = $1 AND "event_id" = $2);

-- trip 4
UPDATE "collections" SET "updated_at" = now() WHERE "id" = $1;

-- trip 5
COMMIT;
