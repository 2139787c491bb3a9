-- PATCH /notifications
-- 1 round trip, 1 statement

-- trip 1
UPDATE notifications
SET read_at = now()
WHERE recipient_id = $1
  AND id = ANY(
    ARRAY(
      SELECT id
      FROM notifications
      WHERE recipient_id = $1 AND read_at IS NULL
        AND ($2::timestamptz IS NULL OR coalesce(merged_at, created_at) <= $2)
      ORDER BY created_at, id
      LIMIT 1000
      FOR NO KEY UPDATE
    )
  );
