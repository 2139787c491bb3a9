-- POST /conversations
-- 5 round trips, 7 statements

-- trip 1
START TRANSACTION;
-- prepared: hold profile
SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE users.id = $1 FOR KEY SHARE;
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR NO KEY UPDATE;

-- trip 2
SELECT COUNT(1) AS "cnt"
FROM "conversations" "ConversationEntity"
WHERE (("ConversationEntity"."owner_id" = $1));

-- trip 3
-- prepared: count creation CONVERSATION
INSERT INTO creation_counts AS c (user_id, kind, hour, count)
SELECT $1, 'CONVERSATION', floor(extract(epoch FROM now()) / 3600)::int, 1
WHERE (
  SELECT coalesce(sum(count), 0)::int
  FROM creation_counts
  WHERE user_id = $1 AND kind = 'CONVERSATION' AND hour > floor(extract(epoch FROM now()) / 3600)::int - 25
) + 1 <= $2
ON CONFLICT (user_id, kind, hour) DO UPDATE
SET count = c.count + 1
WHERE c.count + (
  SELECT coalesce(sum(count), 0)::int
  FROM creation_counts
  WHERE user_id = $1 AND kind = 'CONVERSATION' AND hour > floor(extract(epoch FROM now()) / 3600)::int - 25
    AND hour <> excluded.hour
) + 1 <= $2
RETURNING 1;

-- trip 4
INSERT INTO "conversations"("id", "owner_id", "title", "created_at", "updated_at")
VALUES ($1, $2, $3, DEFAULT, DEFAULT)
RETURNING "created_at", "updated_at";

-- trip 5
COMMIT;
