-- GET /notifications/stream (at the start)
-- 1 round trip, 1 statement

-- trip 1
SELECT statement_timestamp() - make_interval(secs => $2) AS "createdAt",
  ARRAY(
    SELECT id
    FROM notifications
    WHERE recipient_id = $1 AND created_at > statement_timestamp() - make_interval(secs => $2)
    ORDER BY created_at DESC, id DESC
    LIMIT 1000
  ) AS seen;

-- GET /notifications/stream (with Last-Event-ID)
-- 1 round trip, 1 statement

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

-- GET /notifications/stream (twice a second, for all streams)
-- 1 round trip, 1 statement

-- trip 1
SELECT next.*, nth::int, "createdAt" <= statement_timestamp() - make_interval(secs => $5) AS "isSettled"
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
