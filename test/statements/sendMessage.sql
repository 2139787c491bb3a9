-- POST /conversations/{id}/messages
-- 9 round trips, 12 statements

-- trip 1
SELECT "ConversationEntity"."id" AS "ConversationEntity_id",
  "ConversationEntity"."owner_id" AS "ConversationEntity_owner_id",
  "ConversationEntity"."title" AS "ConversationEntity_title",
  "ConversationEntity"."created_at" AS "ConversationEntity_created_at",
  "ConversationEntity"."updated_at" AS "ConversationEntity_updated_at"
FROM "conversations" "ConversationEntity"
WHERE (("ConversationEntity"."id" = $1) AND ("ConversationEntity"."owner_id" = $2))
LIMIT 1;

-- trip 2
SELECT COUNT(1) AS "cnt" FROM "messages" "MessageEntity" WHERE (("MessageEntity"."conversation_id" = $1));

-- trip 3
SELECT "MessageEntity"."conversation_id" AS "MessageEntity_conversation_id",
  "MessageEntity"."id" AS "MessageEntity_id", "MessageEntity"."role" AS "MessageEntity_role",
  "MessageEntity"."content" AS "MessageEntity_content",
  "MessageEntity"."event_ids" AS "MessageEntity_event_ids",
  "MessageEntity"."context" AS "MessageEntity_context",
  "MessageEntity"."created_at" AS "MessageEntity_created_at"
FROM "messages" "MessageEntity"
WHERE (("MessageEntity"."conversation_id" = $1) AND ("MessageEntity"."role" = $2))
ORDER BY "MessageEntity"."created_at" DESC, "MessageEntity"."id" DESC
LIMIT 1;

-- trip 4
BEGIN; SET LOCAL statement_timeout = 1000;
WITH few AS MATERIALIZED (
  SELECT *
  FROM (
    SELECT e.id, e.start_at, e.end_at, e.created_at
    FROM events e
    WHERE e.search @@ $1::tsquery AND e.status IN ('OPEN', 'IN_PROGRESS') AND ARRAY[e.status] && $2::text[]
      AND true AND e.start_at >= $3::timestamptz
    UNION ALL SELECT e.id, e.start_at, e.end_at, e.created_at
    FROM events e
    WHERE e.search @@ $1::tsquery AND e.status IN ('OPEN', 'IN_PROGRESS') AND ARRAY[e.status] && $2::text[]
      AND e.start_at < $3::timestamptz AND e.start_at >= $3::timestamptz - interval '24 hours'
      AND coalesce(e.end_at, e.start_at + interval '3 hours') > $3::timestamptz
    UNION ALL SELECT e.id, e.start_at, e.end_at, e.created_at
    FROM events e
    WHERE e.search @@ $1::tsquery AND e.status IN ('OPEN', 'IN_PROGRESS') AND ARRAY[e.status] && $2::text[]
      AND e.end_at - e.start_at > interval '24 hours' AND e.end_at > $3::timestamptz
      AND e.start_at < $3::timestamptz - interval '24 hours'
  ) any_of
  LIMIT 2001
),
  amount AS MATERIALIZED (SELECT count(*)::int AS matches FROM few),
  upcoming AS MATERIALIZED (
    SELECT *
    FROM (
      (
        SELECT e.id, e.start_at
        FROM few e
        WHERE true AND e.start_at >= $3::timestamptz AND e.start_at >= $4::timestamptz
          AND (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at, id
        LIMIT 1001
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.search @@ $1::tsquery AND e.status IN ('OPEN', 'IN_PROGRESS') AND e.status = ANY($2::text[])
          AND true AND e.start_at >= $3::timestamptz AND e.start_at >= $4::timestamptz
          AND NOT (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at, id
        LIMIT 1001
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM few e
        WHERE e.start_at < $3::timestamptz AND e.start_at >= $3::timestamptz - interval '24 hours'
          AND coalesce(e.end_at, e.start_at + interval '3 hours') > $3::timestamptz
          AND e.start_at >= $4::timestamptz AND (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at, id
        LIMIT 1001
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.search @@ $1::tsquery AND e.status IN ('OPEN', 'IN_PROGRESS') AND e.status = ANY($2::text[])
          AND e.start_at < $3::timestamptz AND e.start_at >= $3::timestamptz - interval '24 hours'
          AND coalesce(e.end_at, e.start_at + interval '3 hours') > $3::timestamptz
          AND e.start_at >= $4::timestamptz AND NOT (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at, id
        LIMIT 1001
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM few e
        WHERE e.end_at - e.start_at > interval '24 hours' AND e.end_at > $3::timestamptz
          AND e.start_at < $3::timestamptz - interval '24 hours' AND e.start_at >= $4::timestamptz
          AND (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at, id
        LIMIT 1001
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.search @@ $1::tsquery AND e.status IN ('OPEN', 'IN_PROGRESS') AND e.status = ANY($2::text[])
          AND e.end_at - e.start_at > interval '24 hours' AND e.end_at > $3::timestamptz
          AND e.start_at < $3::timestamptz - interval '24 hours' AND e.start_at >= $4::timestamptz
          AND NOT (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at, id
        LIMIT 1001
      )
    ) any_of
    ORDER BY start_at, id
    LIMIT 1001
  ),
  earlier AS MATERIALIZED (
    SELECT *
    FROM (
      (
        SELECT e.id, e.start_at
        FROM few e
        WHERE true AND e.start_at >= $3::timestamptz AND e.start_at < $4::timestamptz
          AND 1001 - (SELECT count(*) FROM upcoming) > 0 AND (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at DESC, id
        LIMIT 1001
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.search @@ $1::tsquery AND e.status IN ('OPEN', 'IN_PROGRESS') AND e.status = ANY($2::text[])
          AND true AND e.start_at >= $3::timestamptz AND e.start_at < $4::timestamptz
          AND 1001 - (SELECT count(*) FROM upcoming) > 0 AND NOT (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at DESC, id
        LIMIT 1001
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM few e
        WHERE e.start_at < $3::timestamptz AND e.start_at >= $3::timestamptz - interval '24 hours'
          AND coalesce(e.end_at, e.start_at + interval '3 hours') > $3::timestamptz
          AND e.start_at < $4::timestamptz AND 1001 - (SELECT count(*) FROM upcoming) > 0
          AND (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at DESC, id
        LIMIT 1001
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.search @@ $1::tsquery AND e.status IN ('OPEN', 'IN_PROGRESS') AND e.status = ANY($2::text[])
          AND e.start_at < $3::timestamptz AND e.start_at >= $3::timestamptz - interval '24 hours'
          AND coalesce(e.end_at, e.start_at + interval '3 hours') > $3::timestamptz
          AND e.start_at < $4::timestamptz AND 1001 - (SELECT count(*) FROM upcoming) > 0
          AND NOT (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at DESC, id
        LIMIT 1001
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM few e
        WHERE e.end_at - e.start_at > interval '24 hours' AND e.end_at > $3::timestamptz
          AND e.start_at < $3::timestamptz - interval '24 hours' AND e.start_at < $4::timestamptz
          AND 1001 - (SELECT count(*) FROM upcoming) > 0 AND (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at DESC, id
        LIMIT 1001
      )
      UNION ALL (
        SELECT e.id, e.start_at
        FROM events e
        WHERE e.search @@ $1::tsquery AND e.status IN ('OPEN', 'IN_PROGRESS') AND e.status = ANY($2::text[])
          AND e.end_at - e.start_at > interval '24 hours' AND e.end_at > $3::timestamptz
          AND e.start_at < $3::timestamptz - interval '24 hours' AND e.start_at < $4::timestamptz
          AND 1001 - (SELECT count(*) FROM upcoming) > 0 AND NOT (SELECT matches <= 2000 FROM amount)
        ORDER BY start_at DESC, id
        LIMIT 1001
      )
    ) any_of
    ORDER BY start_at DESC, id
    LIMIT 1001 - (SELECT count(*) FROM upcoming)
  ),
  nearest AS (SELECT * FROM upcoming UNION ALL SELECT * FROM earlier),
  found AS MATERIALIZED (
    SELECT e.id, e.start_at,
      ts_rank(
        e.search, regexp_replace($1::text, ' (&|<[-0-9]+>) ', ' | ', 'g')::tsquery
      ) + ts_rank(e.exact, regexp_replace($5::text, ' (&|<[-0-9]+>) ', ' | ', 'g')::tsquery) AS rank,
      coalesce(e.end_at, e.start_at + interval '3 hours') <= $6::timestamptz AS "isOver"
    FROM events e
    WHERE e.id = ANY(ARRAY(SELECT id FROM nearest))
    ORDER BY e.start_at < $4::timestamptz,
      greatest(e.start_at - $4::timestamptz, $4::timestamptz - e.start_at), e.id
  ),
  best AS MATERIALIZED (
    SELECT ARRAY(
      SELECT id
      FROM (SELECT * FROM found LIMIT 1000) candidates
      ORDER BY rank DESC, "isOver", CASE WHEN "isOver" THEN $6::timestamptz - start_at
        ELSE start_at - $6::timestamptz END, id
      LIMIT 5
      OFFSET 0
    ) AS ids
  )
SELECT e.id AS "id", e.title AS "title", e.start_at AS "startAt", e.end_at AS "endAt",
  e.location AS "location", e.status AS "status", (SELECT count(*)::int FROM found) AS matches
FROM best
LEFT JOIN events e ON e.id = ANY(best.ids)
ORDER BY array_position(best.ids, e.id);
COMMIT;

-- trip 5
START TRANSACTION;
SELECT "ConversationEntity"."id" AS "ConversationEntity_id",
  "ConversationEntity"."owner_id" AS "ConversationEntity_owner_id",
  "ConversationEntity"."title" AS "ConversationEntity_title",
  "ConversationEntity"."created_at" AS "ConversationEntity_created_at",
  "ConversationEntity"."updated_at" AS "ConversationEntity_updated_at"
FROM "conversations" "ConversationEntity"
WHERE (("ConversationEntity"."id" = $1))
LIMIT 1
FOR UPDATE;

-- trip 6
SELECT COUNT(1) AS "cnt" FROM "messages" "MessageEntity" WHERE (("MessageEntity"."conversation_id" = $1));

-- trip 7
INSERT INTO "messages"("conversation_id", "id", "role", "content", "event_ids", "context", "created_at")
VALUES ($1, $2, $3, $4, $5, $6, DEFAULT), ($7, $8, $9, $10, $11, $12, DEFAULT)
RETURNING "event_ids", "created_at";

-- trip 8
UPDATE "conversations" SET "title" = $1, "updated_at" = CURRENT_TIMESTAMP WHERE "id" = $2;

-- trip 9
COMMIT;

-- POST /conversations/{id}/messages (one of the list)
-- 9 round trips, 10 statements

-- trip 1
SELECT "ConversationEntity"."id" AS "ConversationEntity_id",
  "ConversationEntity"."owner_id" AS "ConversationEntity_owner_id",
  "ConversationEntity"."title" AS "ConversationEntity_title",
  "ConversationEntity"."created_at" AS "ConversationEntity_created_at",
  "ConversationEntity"."updated_at" AS "ConversationEntity_updated_at"
FROM "conversations" "ConversationEntity"
WHERE (("ConversationEntity"."id" = $1) AND ("ConversationEntity"."owner_id" = $2))
LIMIT 1;

-- trip 2
SELECT COUNT(1) AS "cnt" FROM "messages" "MessageEntity" WHERE (("MessageEntity"."conversation_id" = $1));

-- trip 3
SELECT "MessageEntity"."conversation_id" AS "MessageEntity_conversation_id",
  "MessageEntity"."id" AS "MessageEntity_id", "MessageEntity"."role" AS "MessageEntity_role",
  "MessageEntity"."content" AS "MessageEntity_content",
  "MessageEntity"."event_ids" AS "MessageEntity_event_ids",
  "MessageEntity"."context" AS "MessageEntity_context",
  "MessageEntity"."created_at" AS "MessageEntity_created_at"
FROM "messages" "MessageEntity"
WHERE (("MessageEntity"."conversation_id" = $1) AND ("MessageEntity"."role" = $2))
ORDER BY "MessageEntity"."created_at" DESC, "MessageEntity"."id" DESC
LIMIT 1;

-- trip 4
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

-- trip 5
START TRANSACTION;
SELECT "ConversationEntity"."id" AS "ConversationEntity_id",
  "ConversationEntity"."owner_id" AS "ConversationEntity_owner_id",
  "ConversationEntity"."title" AS "ConversationEntity_title",
  "ConversationEntity"."created_at" AS "ConversationEntity_created_at",
  "ConversationEntity"."updated_at" AS "ConversationEntity_updated_at"
FROM "conversations" "ConversationEntity"
WHERE (("ConversationEntity"."id" = $1))
LIMIT 1
FOR UPDATE;

-- trip 6
SELECT COUNT(1) AS "cnt" FROM "messages" "MessageEntity" WHERE (("MessageEntity"."conversation_id" = $1));

-- trip 7
INSERT INTO "messages"("conversation_id", "id", "role", "content", "event_ids", "context", "created_at")
VALUES ($1, $2, $3, $4, $5, $6, DEFAULT), ($7, $8, $9, $10, $11, $12, DEFAULT)
RETURNING "event_ids", "created_at";

-- trip 8
UPDATE "conversations" SET "title" = $1, "updated_at" = CURRENT_TIMESTAMP WHERE "id" = $2;

-- trip 9
COMMIT;
