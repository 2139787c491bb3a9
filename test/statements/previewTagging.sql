-- POST /tagging/preview
-- 1 round trip, 1 statement

-- trip 1
-- prepared: count creation EVENT
INSERT INTO creation_counts AS c (user_id, kind, hour, count)
SELECT $1, 'EVENT', floor(extract(epoch FROM now()) / 3600)::int, 1
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
RETURNING 1;
