-- POST /events/{id}/copies (the first)
-- 4 round trips, 6 statements

-- trip 1
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

-- trip 2
START TRANSACTION;
-- prepared: hold profile
SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE users.id = $1 FOR KEY SHARE;
SELECT "EventEntity"."id" AS "EventEntity_id", "EventEntity"."start_at" AS "EventEntity_start_at",
  "EventEntity"."end_at" AS "EventEntity_end_at", "EventEntity"."apply_by" AS "EventEntity_apply_by"
FROM "events" "EventEntity"
WHERE (("EventEntity"."id" = $1))
LIMIT 1
FOR NO KEY UPDATE;

-- trip 3
-- prepared: copy event
WITH counted AS (
  INSERT INTO creation_counts AS c (user_id, kind, hour, count)
  SELECT $1, 'EVENT', floor(extract(epoch FROM now()) / 3600)::int, $3::int
  WHERE (
    SELECT coalesce(sum(count), 0)::int
    FROM creation_counts
    WHERE user_id = $1 AND kind = 'EVENT' AND hour > floor(extract(epoch FROM now()) / 3600)::int - 25
  ) + $3::int <= $2
  ON CONFLICT (user_id, kind, hour) DO UPDATE
  SET count = c.count + $3::int
  WHERE c.count + (
    SELECT coalesce(sum(count), 0)::int
    FROM creation_counts
    WHERE user_id = $1 AND kind = 'EVENT' AND hour > floor(extract(epoch FROM now()) / 3600)::int - 25
      AND hour <> excluded.hour
  ) + $3::int <= $2
  RETURNING 1
),
  series AS (
    UPDATE events
    SET series_id = $5, version = version + 1, updated_at = now()
    WHERE id = $4 AND series_id IS NULL
  ),
  created AS (
    INSERT INTO events (
      id, start_at, end_at, apply_by, series_id, title, description, type, location, creator_id, tags,
        summary, category, compensation, positions, images
    )
    SELECT copy.id, start, start + (end_at - start_at), start + (apply_by - start_at),
      coalesce(series_id, $5), title, description, type, location, creator_id, tags, summary, category,
      compensation, positions, images
    FROM events, unnest($6::uuid[], $7::timestamptz[]) AS copy (id, start)
    WHERE events.id = $4 AND ($2::int IS NULL OR EXISTS (TABLE counted))
    RETURNING events.id AS "id", events.title AS "title", events.description AS "description",
      events.type AS "type", events.location AS "location", events.start_at AS "startAt",
      events.end_at AS "endAt", events.status AS "status", events.source AS "source",
      events.creator_id AS "creatorId", events.external_id AS "externalId",
      events.external_url AS "externalUrl", events.ticket_url AS "ticketUrl", events.tags AS "tags",
      events.summary AS "summary", events.category AS "category", events.compensation AS "compensation",
      events.apply_by AS "applyBy", events.positions AS "positions", events.images AS "images",
      events.series_id AS "seriesId", events.created_at AS "createdAt", events.updated_at AS "updatedAt"
  )
SELECT *
FROM created
ORDER BY id;

-- trip 4
COMMIT;

-- POST /events/{id}/copies (with an Idempotency-Key)
-- 6 round trips, 8 statements

-- trip 1
-- prepared: event, as above

-- trip 2
SELECT "IdempotencyKeyEntity"."user_id" AS "IdempotencyKeyEntity_user_id",
  "IdempotencyKeyEntity"."key" AS "IdempotencyKeyEntity_key",
  "IdempotencyKeyEntity"."fingerprint" AS "IdempotencyKeyEntity_fingerprint",
  "IdempotencyKeyEntity"."event_id" AS "IdempotencyKeyEntity_event_id",
  "IdempotencyKeyEntity"."further_event_ids" AS "IdempotencyKeyEntity_further_event_ids",
  "IdempotencyKeyEntity"."created_at" AS "IdempotencyKeyEntity_created_at"
FROM "idempotency_keys" "IdempotencyKeyEntity"
WHERE (
  ("IdempotencyKeyEntity"."user_id" = $1) AND ("IdempotencyKeyEntity"."key" = $2)
    AND ("IdempotencyKeyEntity"."created_at" > now() - interval '24 hours')
)
LIMIT 1;

-- trip 3
START TRANSACTION;
-- prepared: hold profile, as above
-- prepared: claim idempotency key
INSERT INTO idempotency_keys AS k (user_id, key, fingerprint, event_id, further_event_ids)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (user_id, key) DO UPDATE
SET fingerprint = excluded.fingerprint, event_id = excluded.event_id,
  further_event_ids = excluded.further_event_ids, created_at = now()
WHERE k.created_at <= now() - interval '24 hours'
RETURNING 1;

-- trip 4
SELECT "EventEntity"."id" AS "EventEntity_id", "EventEntity"."start_at" AS "EventEntity_start_at",
  "EventEntity"."end_at" AS "EventEntity_end_at", "EventEntity"."apply_by" AS "EventEntity_apply_by"
FROM "events" "EventEntity"
WHERE (("EventEntity"."id" = $1))
LIMIT 1
FOR NO KEY UPDATE;

-- trip 5
-- prepared: copy event, as above

-- trip 6
COMMIT;

-- POST /events/{id}/copies (with a known key)
-- 3 round trips, 3 statements

-- trip 1
-- prepared: event, as above

-- trip 2
SELECT "IdempotencyKeyEntity"."user_id" AS "IdempotencyKeyEntity_user_id",
  "IdempotencyKeyEntity"."key" AS "IdempotencyKeyEntity_key",
  "IdempotencyKeyEntity"."fingerprint" AS "IdempotencyKeyEntity_fingerprint",
  "IdempotencyKeyEntity"."event_id" AS "IdempotencyKeyEntity_event_id",
  "IdempotencyKeyEntity"."further_event_ids" AS "IdempotencyKeyEntity_further_event_ids",
  "IdempotencyKeyEntity"."created_at" AS "IdempotencyKeyEntity_created_at"
FROM "idempotency_keys" "IdempotencyKeyEntity"
WHERE (
  ("IdempotencyKeyEntity"."user_id" = $1) AND ("IdempotencyKeyEntity"."key" = $2)
    AND ("IdempotencyKeyEntity"."created_at" > now() - interval '24 hours')
)
LIMIT 1;

-- trip 3
-- prepared: events_by_id_whole
SELECT now.id AS "heldId", e.id AS "id", e.title AS "title", e.description AS "description", e.type AS "type",
  e.location AS "location", e.start_at AS "startAt", e.end_at AS "endAt", e.status AS "status",
  e.source AS "source", e.creator_id AS "creatorId", e.external_id AS "externalId",
  e.external_url AS "externalUrl", e.ticket_url AS "ticketUrl", e.tags AS "tags", e.summary AS "summary",
  e.category AS "category", e.compensation AS "compensation", e.apply_by AS "applyBy",
  e.positions AS "positions", e.images AS "images", e.series_id AS "seriesId", e.created_at AS "createdAt",
  e.updated_at AS "updatedAt", e.version AS "version", e.xmin AS "xmin"
FROM (SELECT *, xmin, array_position($1::uuid[], id) AS nth FROM events WHERE id = ANY($1::uuid[])) now
LEFT JOIN LATERAL (SELECT now.*) e ON (now.version, now.updated_at, now.xmin) IS DISTINCT FROM (
  ($2::int[])[now.nth], ($3::timestamptz[])[now.nth], ($4::xid[])[now.nth]
);
