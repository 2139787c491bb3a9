-- PATCH /conversations/{id}
-- 3 round trips, 3 statements

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
UPDATE "conversations" SET "title" = $1, "updated_at" = CURRENT_TIMESTAMP WHERE "id" = $2;

-- trip 3
SELECT "ConversationEntity"."id" AS "ConversationEntity_id",
  "ConversationEntity"."owner_id" AS "ConversationEntity_owner_id",
  "ConversationEntity"."title" AS "ConversationEntity_title",
  "ConversationEntity"."created_at" AS "ConversationEntity_created_at",
  "ConversationEntity"."updated_at" AS "ConversationEntity_updated_at"
FROM "conversations" "ConversationEntity"
WHERE (("ConversationEntity"."id" = $1))
LIMIT 1;
