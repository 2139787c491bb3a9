-- GET /conversations
-- 1 round trip, 1 statement

-- trip 1
SELECT "conversation"."id" AS "conversation_id", "conversation"."owner_id" AS "conversation_owner_id",
  "conversation"."title" AS "conversation_title", "conversation"."created_at" AS "conversation_created_at",
  "conversation"."updated_at" AS "conversation_updated_at"
FROM "conversations" "conversation"
WHERE "conversation"."owner_id" = $1
ORDER BY "conversation"."created_at" DESC, "conversation"."id" DESC
LIMIT 21
OFFSET 0;
