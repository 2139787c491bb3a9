-- GET /notifications/unread-count
-- 1 round trip, 1 statement

-- trip 1
SELECT (
  SELECT count(*)::int
  FROM (SELECT 1 FROM notifications WHERE recipient_id = $1 AND read_at IS NULL LIMIT 1001) counted
) AS matches;
