-- DELETE /users/me
-- 51 round trips, 75 statements

-- trip 1
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 2
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR UPDATE;

-- trip 3
SELECT "EventEntity"."id" AS "EventEntity_id", "EventEntity"."type" AS "EventEntity_type",
  "EventEntity"."title" AS "EventEntity_title"
FROM "events" "EventEntity"
WHERE (("EventEntity"."creator_id" = $1))
ORDER BY "EventEntity_id" ASC
LIMIT 100
FOR UPDATE;

-- trip 4
SET LOCAL statement_timeout = 30000;
DELETE FROM events WHERE id = ANY($1);

-- trip 5
COMMIT;

-- trip 6
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 7
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR UPDATE;

-- trip 8
SELECT "EventEntity"."id" AS "EventEntity_id", "EventEntity"."type" AS "EventEntity_type",
  "EventEntity"."title" AS "EventEntity_title"
FROM "events" "EventEntity"
WHERE (("EventEntity"."creator_id" = $1))
ORDER BY "EventEntity_id" ASC
LIMIT 100
FOR UPDATE;

-- trip 9
SELECT "ApplicationEntity"."gig_id" AS "ApplicationEntity_gig_id",
  "ApplicationEntity"."id" AS "ApplicationEntity_id"
FROM "applications" "ApplicationEntity"
WHERE (("ApplicationEntity"."applicant_id" = $1))
LIMIT 100;

-- trip 10
SELECT "EventEntity"."id" AS "EventEntity_id"
FROM "events" "EventEntity"
WHERE (("EventEntity"."id" IN ($1, $2, $3, $4)))
ORDER BY "EventEntity_id" ASC
FOR NO KEY UPDATE;

-- trip 11
DELETE FROM "applications"
WHERE ("applicant_id" = $1 AND "gig_id" IN ($2, $3, $4, $5))
RETURNING "gig_id", "status";

-- trip 12
-- prepared: free positions
UPDATE events e SET accepted_count = e.accepted_count - 1 WHERE e.id = ANY($1);

-- trip 13
COMMIT;

-- trip 14
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 15
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR UPDATE;

-- trip 16
SELECT "EventEntity"."id" AS "EventEntity_id", "EventEntity"."type" AS "EventEntity_type",
  "EventEntity"."title" AS "EventEntity_title"
FROM "events" "EventEntity"
WHERE (("EventEntity"."creator_id" = $1))
ORDER BY "EventEntity_id" ASC
LIMIT 100
FOR UPDATE;

-- trip 17
SELECT "ApplicationEntity"."gig_id" AS "ApplicationEntity_gig_id",
  "ApplicationEntity"."id" AS "ApplicationEntity_id"
FROM "applications" "ApplicationEntity"
WHERE (("ApplicationEntity"."applicant_id" = $1))
LIMIT 100;

-- trip 18
SET LOCAL statement_timeout = 30000;
DELETE FROM interactions
WHERE (event_id, user_id, action) IN (
  SELECT event_id, user_id, action FROM interactions WHERE user_id = $1 LIMIT 100
);

-- trip 19
COMMIT;

-- trip 20
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 21
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR UPDATE;

-- trip 22
SELECT "EventEntity"."id" AS "EventEntity_id", "EventEntity"."type" AS "EventEntity_type",
  "EventEntity"."title" AS "EventEntity_title"
FROM "events" "EventEntity"
WHERE (("EventEntity"."creator_id" = $1))
ORDER BY "EventEntity_id" ASC
LIMIT 100
FOR UPDATE;

-- trip 23
SELECT "ApplicationEntity"."gig_id" AS "ApplicationEntity_gig_id",
  "ApplicationEntity"."id" AS "ApplicationEntity_id"
FROM "applications" "ApplicationEntity"
WHERE (("ApplicationEntity"."applicant_id" = $1))
LIMIT 100;

-- trip 24
SET LOCAL statement_timeout = 30000;
DELETE FROM interactions
WHERE (event_id, user_id, action) IN (
  SELECT event_id, user_id, action FROM interactions WHERE user_id = $1 LIMIT 100
);

-- trip 25
SET LOCAL statement_timeout = 30000;
DELETE FROM collections WHERE (id) IN (SELECT id FROM collections WHERE owner_id = $1 LIMIT 100);

-- trip 26
SET LOCAL statement_timeout = 30000;
DELETE FROM conversations WHERE (id) IN (SELECT id FROM conversations WHERE owner_id = $1 LIMIT 100);

-- trip 27
SET LOCAL statement_timeout = 30000;
DELETE FROM notifications
WHERE (id, recipient_id) IN (SELECT id, recipient_id FROM notifications WHERE recipient_id = $1 LIMIT 100);

-- trip 28
COMMIT;

-- trip 29
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 30
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR UPDATE;

-- trip 31
SELECT "EventEntity"."id" AS "EventEntity_id", "EventEntity"."type" AS "EventEntity_type",
  "EventEntity"."title" AS "EventEntity_title"
FROM "events" "EventEntity"
WHERE (("EventEntity"."creator_id" = $1))
ORDER BY "EventEntity_id" ASC
LIMIT 100
FOR UPDATE;

-- trip 32
SELECT "ApplicationEntity"."gig_id" AS "ApplicationEntity_gig_id",
  "ApplicationEntity"."id" AS "ApplicationEntity_id"
FROM "applications" "ApplicationEntity"
WHERE (("ApplicationEntity"."applicant_id" = $1))
LIMIT 100;

-- trip 33
SET LOCAL statement_timeout = 30000;
DELETE FROM interactions
WHERE (event_id, user_id, action) IN (
  SELECT event_id, user_id, action FROM interactions WHERE user_id = $1 LIMIT 100
);

-- trip 34
SET LOCAL statement_timeout = 30000;
DELETE FROM collections WHERE (id) IN (SELECT id FROM collections WHERE owner_id = $1 LIMIT 100);

-- trip 35
SET LOCAL statement_timeout = 30000;
DELETE FROM conversations WHERE (id) IN (SELECT id FROM conversations WHERE owner_id = $1 LIMIT 100);

-- trip 36
SET LOCAL statement_timeout = 30000;
DELETE FROM notifications
WHERE (id, recipient_id) IN (SELECT id, recipient_id FROM notifications WHERE recipient_id = $1 LIMIT 100);

-- trip 37
SET LOCAL statement_timeout = 30000;
DELETE FROM calendars WHERE (id) IN (SELECT id FROM calendars WHERE owner_id = $1 LIMIT 100);

-- trip 38
COMMIT;

-- trip 39
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 40
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR UPDATE;

-- trip 41
SELECT "EventEntity"."id" AS "EventEntity_id", "EventEntity"."type" AS "EventEntity_type",
  "EventEntity"."title" AS "EventEntity_title"
FROM "events" "EventEntity"
WHERE (("EventEntity"."creator_id" = $1))
ORDER BY "EventEntity_id" ASC
LIMIT 100
FOR UPDATE;

-- trip 42
SELECT "ApplicationEntity"."gig_id" AS "ApplicationEntity_gig_id",
  "ApplicationEntity"."id" AS "ApplicationEntity_id"
FROM "applications" "ApplicationEntity"
WHERE (("ApplicationEntity"."applicant_id" = $1))
LIMIT 100;

-- trip 43
SET LOCAL statement_timeout = 30000;
DELETE FROM interactions
WHERE (event_id, user_id, action) IN (
  SELECT event_id, user_id, action FROM interactions WHERE user_id = $1 LIMIT 100
);

-- trip 44
SET LOCAL statement_timeout = 30000;
DELETE FROM collections WHERE (id) IN (SELECT id FROM collections WHERE owner_id = $1 LIMIT 100);

-- trip 45
SET LOCAL statement_timeout = 30000;
DELETE FROM conversations WHERE (id) IN (SELECT id FROM conversations WHERE owner_id = $1 LIMIT 100);

-- trip 46
SET LOCAL statement_timeout = 30000;
DELETE FROM notifications
WHERE (id, recipient_id) IN (SELECT id, recipient_id FROM notifications WHERE recipient_id = $1 LIMIT 100);

-- trip 47
SET LOCAL statement_timeout = 30000;
DELETE FROM calendars WHERE (id) IN (SELECT id FROM calendars WHERE owner_id = $1 LIMIT 100);

-- trip 48
SET LOCAL statement_timeout = 30000;
DELETE FROM idempotency_keys
WHERE (user_id, key) IN (SELECT user_id, key FROM idempotency_keys WHERE user_id = $1 LIMIT 100);

-- trip 49
SET LOCAL statement_timeout = 30000;
DELETE FROM outbox_messages
WHERE (user_id, id) IN (SELECT user_id, id FROM outbox_messages WHERE user_id = $1 LIMIT 100);

-- trip 50
DELETE FROM "users" WHERE "id" = $1;

-- trip 51
COMMIT;
