-- GET /notifications/stream (at the start)
-- 2 round trips, 2 statements

-- trip 1
SELECT greatest(
  clock_timestamp() - interval '2 minutes', least(clock_timestamp() - interval '5 seconds', min(xact_start))
) AS "settledAt"
FROM pg_stat_activity
WHERE datname = current_database() AND backend_xid IS NOT NULL;

-- trip 2
SELECT id
FROM notifications
WHERE recipient_id = $1 AND created_at > $2
ORDER BY created_at DESC, id DESC
LIMIT 1000;

-- GET /notifications/stream (with Last-Event-ID)
-- 2 round trips, 2 statements

-- trip 1
SELECT "NotificationEntity"."id" AS "NotificationEntity_id",
  "NotificationEntity"."type" AS "NotificationEntity_type",
  "NotificationEntity"."reference_id" AS "NotificationEntity_reference_id",
  "NotificationEntity"."reference_type" AS "NotificationEntity_reference_type",
  "NotificationEntity"."recipient_id" AS "NotificationEntity_recipient_id",
  "NotificationEntity"."read_at" AS "NotificationEntity_read_at",
  "NotificationEntity"."created_at" AS "NotificationEntity_created_at",
  "NotificationEntity"."data" AS "NotificationEntity_data"
FROM "notifications" "NotificationEntity"
WHERE (("NotificationEntity"."recipient_id" = $1) AND ("NotificationEntity"."id" = $2))
LIMIT 1;

-- trip 2
SELECT greatest(
  clock_timestamp() - interval '2 minutes', least(clock_timestamp() - interval '5 seconds', min(xact_start))
) AS "settledAt"
FROM pg_stat_activity
WHERE datname = current_database() AND backend_xid IS NOT NULL;

-- GET /notifications/stream (twice a second, for all streams)
-- 2 round trips, 2 statements

-- trip 1
SELECT greatest(
  clock_timestamp() - interval '2 minutes', least(clock_timestamp() - interval '5 seconds', min(xact_start))
) AS "settledAt"
FROM pg_stat_activity
WHERE datname = current_database() AND backend_xid IS NOT NULL;

-- trip 2
SELECT next.*, nth::int, "createdAt" < $5 AS "isSettled"
FROM unnest($1::text[], $2::timestamptz[], $3::uuid[]) WITH ORDINALITY inbox (recipient, at, last, nth)
CROSS JOIN LATERAL (
  SELECT id, type, reference_id AS "referenceId", reference_type AS "referenceType",
    recipient_id AS "recipientId", read_at AS "readAt", created_at AS "createdAt", data
  FROM notifications
  WHERE recipient_id = inbox.recipient AND (created_at, id) > (inbox.at, inbox.last)
  ORDER BY created_at, id
  LIMIT $4
) next
ORDER BY nth, "createdAt", id;
