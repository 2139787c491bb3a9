-- DELETE /conversations/{id}
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
DELETE FROM "conversations" WHERE "id" = $1;
