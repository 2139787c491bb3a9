-- POST /events
-- 1 round trip, 1 statement

-- trip 1
-- prepared: create event
WITH profile AS (
  SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE users.id = $1 FOR KEY SHARE
),
  counted AS (
    INSERT INTO creation_counts AS c (user_id, kind, hour, count)
    SELECT $1, 'EVENT', floor(extract(epoch FROM now()) / 3600)::int, 1
    FROM profile
    WHERE (
      SELECT coalesce(sum(count), 0)::int
      FROM creation_counts
      WHERE user_id = $1 AND kind = 'EVENT' AND hour > floor(extract(epoch FROM now()) / 3600)::int - 25
    ) + 1 <= $2
    ON CONFLICT (user_id, kind, hour) DO UPDATE
    SET count = c.count + 1
    WHERE c.count + (
      SELECT coalesce(sum(count), 0)::int
      FROM creation_counts
      WHERE user_id = $1 AND kind = 'EVENT' AND hour > floor(extract(epoch FROM now()) / 3600)::int - 25
        AND hour <> excluded.hour
    ) + 1 <= $2
    RETURNING 1
  ),
  created AS (
    INSERT INTO events (
      id, title, description, type, location, start_at, end_at, creator_id, tags, summary, category,
        compensation, apply_by, positions, images
    )
    SELECT $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17
    FROM profile
    WHERE $2::int IS NULL OR EXISTS (TABLE counted)
    RETURNING events.id AS "id", events.title AS "title", events.description AS "description",
      events.type AS "type", events.location AS "location", events.start_at AS "startAt",
      events.end_at AS "endAt", events.status AS "status", events.source AS "source",
      events.creator_id AS "creatorId", events.external_id AS "externalId",
      events.external_url AS "externalUrl", events.ticket_url AS "ticketUrl", events.tags AS "tags",
      events.summary AS "summary", events.category AS "category", events.compensation AS "compensation",
      events.apply_by AS "applyBy", events.positions AS "positions", events.images AS "images",
      events.series_id AS "seriesId", events.created_at AS "createdAt", events.updated_at AS "updatedAt",
      events.version AS "version", events.accepted_count AS "acceptedCount"
  )
SELECT created.*
FROM profile
LEFT JOIN created ON true;

-- POST /events (with an Idempotency-Key)
-- 4 round trips, 6 statements

-- trip 1
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

-- trip 2
START TRANSACTION;
-- prepared: hold profile
SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE users.id = $1 FOR KEY SHARE;
-- prepared: claim idempotency key
INSERT INTO idempotency_keys AS k (user_id, key, fingerprint, event_id, further_event_ids)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (user_id, key) DO UPDATE
SET fingerprint = excluded.fingerprint, event_id = excluded.event_id,
  further_event_ids = excluded.further_event_ids, created_at = now()
WHERE k.created_at <= now() - interval '24 hours'
RETURNING 1;

-- trip 3
-- prepared: create event, as above

-- trip 4
COMMIT;

-- POST /events (with a known key)
-- 2 round trips, 2 statements

-- trip 1
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

-- POST /events (a new user)
-- 4 round trips, 5 statements

-- trip 1
-- prepared: create event, as above

-- trip 2
START TRANSACTION;
INSERT INTO "users" AS "UserEntity"(
  "id", "name", "avatar_url", "headline", "bio", "email", "created_at", "updated_at"
)
VALUES ($1, $2, $3, DEFAULT, DEFAULT, $4, DEFAULT, DEFAULT)
ON CONFLICT DO NOTHING;

-- trip 3
-- prepared: create event, as above

-- trip 4
COMMIT;
