-- GET /collections/{id}
-- 3 round trips, 3 statements

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
SELECT "CollectionItemEntity"."event_id" AS "CollectionItemEntity_event_id",
  "CollectionItemEntity"."collection_id" AS "CollectionItemEntity_collection_id",
  "CollectionItemEntity"."note" AS "CollectionItemEntity_note",
  "CollectionItemEntity"."added_at" AS "CollectionItemEntity_added_at"
FROM "collection_items" "CollectionItemEntity"
WHERE (("CollectionItemEntity"."collection_id" = $1))
ORDER BY "CollectionItemEntity"."added_at" ASC, "CollectionItemEntity"."event_id" ASC;

-- trip 3
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

-- GET /collections/{id}?include=creator,viewer,counts (another user's)
-- 4 round trips, 9 statements

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
SELECT "CollectionItemEntity"."event_id" AS "CollectionItemEntity_event_id",
  "CollectionItemEntity"."collection_id" AS "CollectionItemEntity_collection_id",
  "CollectionItemEntity"."note" AS "CollectionItemEntity_note",
  "CollectionItemEntity"."added_at" AS "CollectionItemEntity_added_at"
FROM "collection_items" "CollectionItemEntity"
WHERE (("CollectionItemEntity"."collection_id" = $1))
ORDER BY "CollectionItemEntity"."added_at" ASC, "CollectionItemEntity"."event_id" ASC;

-- trip 3
-- prepared: events_by_id_card, as above

-- trip 4, on 6 connections
-- prepared: profiles
SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE users.id = ANY($1);
-- prepared: applied to of a page
SELECT gig_id AS "gigId", id, status, withdrawn_at AS "withdrawnAt"
FROM applications
WHERE gig_id = ANY($1) AND applicant_id = $2;
-- prepared: saves of a page
SELECT event_id AS id, bool_or(action = 'SAVE') AS saved, bool_or(action = 'BOOKMARK') AS bookmarked
FROM interactions
WHERE event_id = ANY($1) AND user_id = $2 AND action IN ('SAVE', 'BOOKMARK')
GROUP BY event_id;
-- prepared: collections of a page
SELECT i.event_id AS id, array_agg(c.id ORDER BY c.id) AS "collectionIds"
FROM collections c
JOIN collection_items i ON i.collection_id = c.id AND i.event_id = ANY($1)
WHERE c.owner_id = $2
GROUP BY i.event_id;
-- prepared: applications of a page
SELECT g.id, counts.*
FROM unnest($1::uuid[]) AS g (id)
CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE status = 'PENDING' AND withdrawn_at IS NULL)::int AS pending,
    count(*) FILTER (WHERE status = 'ACCEPTED')::int AS accepted,
    count(*) FILTER (WHERE status = 'REJECTED')::int AS rejected,
    count(*) FILTER (WHERE status = 'PENDING' AND withdrawn_at IS NOT NULL)::int AS withdrawn
  FROM (SELECT status, withdrawn_at FROM applications WHERE gig_id = g.id LIMIT 10000) counted
) counts;
-- prepared: interested in a page
SELECT e.id, counts.*
FROM unnest($1::uuid[]) AS e (id)
CROSS JOIN LATERAL (
  SELECT count(*)::int AS interested
  FROM (
    SELECT DISTINCT user_id
    FROM interactions
    WHERE event_id = e.id AND action IN ('SAVE', 'BOOKMARK')
    LIMIT 10000
  ) counted
) counts;
