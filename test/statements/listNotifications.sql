-- GET /notifications
-- 1 round trip, 1 statement

-- trip 1
-- prepared: inbox all
SELECT id, type, reference_id AS "referenceId", reference_type AS "referenceType",
  recipient_id AS "recipientId", read_at AS "readAt", created_at AS "createdAt", data,
  (
    SELECT count(*)::int FROM (SELECT 1 FROM notifications WHERE recipient_id = $1 LIMIT 1001) counted
  ) AS matches
FROM notifications
WHERE recipient_id = $1 AND (created_at, id) < ($2, $3)
ORDER BY created_at DESC, id DESC
LIMIT $4
OFFSET $5;

-- GET /notifications?unread=true&limit=2
-- 1 round trip, 1 statement

-- trip 1
-- prepared: inbox unread
SELECT id, type, reference_id AS "referenceId", reference_type AS "referenceType",
  recipient_id AS "recipientId", read_at AS "readAt", created_at AS "createdAt", data,
  (
    SELECT count(*)::int
    FROM (SELECT 1 FROM notifications WHERE recipient_id = $1 AND read_at IS NULL LIMIT 1001) counted
  ) AS matches
FROM notifications
WHERE recipient_id = $1 AND read_at IS NULL AND (created_at, id) < ($2, $3)
ORDER BY created_at DESC, id DESC
LIMIT $4
OFFSET $5;
