-- GET /conversations/{id}
-- 2 round trips, 2 statements

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
SELECT "MessageEntity"."conversation_id" AS "MessageEntity_conversation_id",
  "MessageEntity"."id" AS "MessageEntity_id", "MessageEntity"."role" AS "MessageEntity_role",
  "MessageEntity"."content" AS "MessageEntity_content",
  "MessageEntity"."event_ids" AS "MessageEntity_event_ids",
  "MessageEntity"."context" AS "MessageEntity_context",
  "MessageEntity"."created_at" AS "MessageEntity_created_at"
FROM "messages" "MessageEntity"
WHERE (("MessageEntity"."conversation_id" = $1))
ORDER BY "MessageEntity"."created_at" ASC, "MessageEntity"."id" ASC;
