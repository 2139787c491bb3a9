-- DELETE /users/me
-- 64 round trips, 97 statements

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
  "EventEntity"."title" AS "EventEntity_title", "EventEntity"."version" AS "EventEntity_version"
FROM "events" "EventEntity"
WHERE (("EventEntity"."creator_id" = $1))
ORDER BY "EventEntity_id" ASC
LIMIT 100
FOR UPDATE;

-- trip 4
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
UPDATE reports SET event_deleted_at = now() WHERE event_id = ANY($1);

-- trip 5
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM events WHERE id = ANY($1);

-- trip 6
COMMIT;

-- trip 7
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 8
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR UPDATE;

-- trip 9
SELECT "EventEntity"."id" AS "EventEntity_id", "EventEntity"."type" AS "EventEntity_type",
  "EventEntity"."title" AS "EventEntity_title", "EventEntity"."version" AS "EventEntity_version"
FROM "events" "EventEntity"
WHERE (("EventEntity"."creator_id" = $1))
ORDER BY "EventEntity_id" ASC
LIMIT 100
FOR UPDATE;

-- trip 10
SELECT "ApplicationEntity"."gig_id" AS "ApplicationEntity_gig_id",
  "ApplicationEntity"."id" AS "ApplicationEntity_id"
FROM "applications" "ApplicationEntity"
WHERE (("ApplicationEntity"."applicant_id" = $1))
LIMIT 100;

-- trip 11
SELECT "EventEntity"."id" AS "EventEntity_id"
FROM "events" "EventEntity"
WHERE (("EventEntity"."id" IN ($1, $2, $3, $4)))
ORDER BY "EventEntity_id" ASC
FOR NO KEY UPDATE;

-- trip 12
DELETE FROM "applications"
WHERE ("applicant_id" = $1 AND "gig_id" IN ($2, $3, $4, $5))
RETURNING "gig_id", "status";

-- trip 13
-- prepared: free positions
UPDATE events e SET accepted_count = e.accepted_count - 1 WHERE e.id = ANY($1);

-- trip 14
COMMIT;

-- trip 15
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 16
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR UPDATE;

-- trip 17
SELECT "EventEntity"."id" AS "EventEntity_id", "EventEntity"."type" AS "EventEntity_type",
  "EventEntity"."title" AS "EventEntity_title", "EventEntity"."version" AS "EventEntity_version"
FROM "events" "EventEntity"
WHERE (("EventEntity"."creator_id" = $1))
ORDER BY "EventEntity_id" ASC
LIMIT 100
FOR UPDATE;

-- trip 18
SELECT "ApplicationEntity"."gig_id" AS "ApplicationEntity_gig_id",
  "ApplicationEntity"."id" AS "ApplicationEntity_id"
FROM "applications" "ApplicationEntity"
WHERE (("ApplicationEntity"."applicant_id" = $1))
LIMIT 100;

-- trip 19
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM interactions
WHERE (user_id = $1)
  AND (event_id, user_id, action) IN (
    SELECT event_id, user_id, action FROM interactions WHERE user_id = $1 LIMIT 100
  );

-- trip 20
COMMIT;

-- trip 21
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 22
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR UPDATE;

-- trip 23
SELECT "EventEntity"."id" AS "EventEntity_id", "EventEntity"."type" AS "EventEntity_type",
  "EventEntity"."title" AS "EventEntity_title", "EventEntity"."version" AS "EventEntity_version"
FROM "events" "EventEntity"
WHERE (("EventEntity"."creator_id" = $1))
ORDER BY "EventEntity_id" ASC
LIMIT 100
FOR UPDATE;

-- trip 24
SELECT "ApplicationEntity"."gig_id" AS "ApplicationEntity_gig_id",
  "ApplicationEntity"."id" AS "ApplicationEntity_id"
FROM "applications" "ApplicationEntity"
WHERE (("ApplicationEntity"."applicant_id" = $1))
LIMIT 100;

-- trip 25
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM interactions
WHERE (user_id = $1)
  AND (event_id, user_id, action) IN (
    SELECT event_id, user_id, action FROM interactions WHERE user_id = $1 LIMIT 100
  );

-- trip 26
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM collections
WHERE (owner_id = $1) AND (id) IN (SELECT id FROM collections WHERE owner_id = $1 LIMIT 100);

-- trip 27
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM conversations
WHERE (owner_id = $1) AND (id) IN (SELECT id FROM conversations WHERE owner_id = $1 LIMIT 100);

-- trip 28
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM notifications
WHERE (recipient_id = $1)
  AND (id, recipient_id) IN (SELECT id, recipient_id FROM notifications WHERE recipient_id = $1 LIMIT 100);

-- trip 29
COMMIT;

-- trip 30
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 31
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR UPDATE;

-- trip 32
SELECT "EventEntity"."id" AS "EventEntity_id", "EventEntity"."type" AS "EventEntity_type",
  "EventEntity"."title" AS "EventEntity_title", "EventEntity"."version" AS "EventEntity_version"
FROM "events" "EventEntity"
WHERE (("EventEntity"."creator_id" = $1))
ORDER BY "EventEntity_id" ASC
LIMIT 100
FOR UPDATE;

-- trip 33
SELECT "ApplicationEntity"."gig_id" AS "ApplicationEntity_gig_id",
  "ApplicationEntity"."id" AS "ApplicationEntity_id"
FROM "applications" "ApplicationEntity"
WHERE (("ApplicationEntity"."applicant_id" = $1))
LIMIT 100;

-- trip 34
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM interactions
WHERE (user_id = $1)
  AND (event_id, user_id, action) IN (
    SELECT event_id, user_id, action FROM interactions WHERE user_id = $1 LIMIT 100
  );

-- trip 35
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM collections
WHERE (owner_id = $1) AND (id) IN (SELECT id FROM collections WHERE owner_id = $1 LIMIT 100);

-- trip 36
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM conversations
WHERE (owner_id = $1) AND (id) IN (SELECT id FROM conversations WHERE owner_id = $1 LIMIT 100);

-- trip 37
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM notifications
WHERE (recipient_id = $1)
  AND (id, recipient_id) IN (SELECT id, recipient_id FROM notifications WHERE recipient_id = $1 LIMIT 100);

-- trip 38
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM calendars
WHERE (owner_id = $1) AND (id) IN (SELECT id FROM calendars WHERE owner_id = $1 LIMIT 100);

-- trip 39
COMMIT;

-- trip 40
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 41
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR UPDATE;

-- trip 42
SELECT "EventEntity"."id" AS "EventEntity_id", "EventEntity"."type" AS "EventEntity_type",
  "EventEntity"."title" AS "EventEntity_title", "EventEntity"."version" AS "EventEntity_version"
FROM "events" "EventEntity"
WHERE (("EventEntity"."creator_id" = $1))
ORDER BY "EventEntity_id" ASC
LIMIT 100
FOR UPDATE;

-- trip 43
SELECT "ApplicationEntity"."gig_id" AS "ApplicationEntity_gig_id",
  "ApplicationEntity"."id" AS "ApplicationEntity_id"
FROM "applications" "ApplicationEntity"
WHERE (("ApplicationEntity"."applicant_id" = $1))
LIMIT 100;

-- trip 44
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM interactions
WHERE (user_id = $1)
  AND (event_id, user_id, action) IN (
    SELECT event_id, user_id, action FROM interactions WHERE user_id = $1 LIMIT 100
  );

-- trip 45
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM collections
WHERE (owner_id = $1) AND (id) IN (SELECT id FROM collections WHERE owner_id = $1 LIMIT 100);

-- trip 46
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM conversations
WHERE (owner_id = $1) AND (id) IN (SELECT id FROM conversations WHERE owner_id = $1 LIMIT 100);

-- trip 47
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM notifications
WHERE (recipient_id = $1)
  AND (id, recipient_id) IN (SELECT id, recipient_id FROM notifications WHERE recipient_id = $1 LIMIT 100);

-- trip 48
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM calendars
WHERE (owner_id = $1) AND (id) IN (SELECT id FROM calendars WHERE owner_id = $1 LIMIT 100);

-- trip 49
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM reports
WHERE (reporter_id = $1)
  AND (event_id, reporter_id) IN (SELECT event_id, reporter_id FROM reports WHERE reporter_id = $1 LIMIT 100);

-- trip 50
COMMIT;

-- trip 51
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 52
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR UPDATE;

-- trip 53
SELECT "EventEntity"."id" AS "EventEntity_id", "EventEntity"."type" AS "EventEntity_type",
  "EventEntity"."title" AS "EventEntity_title", "EventEntity"."version" AS "EventEntity_version"
FROM "events" "EventEntity"
WHERE (("EventEntity"."creator_id" = $1))
ORDER BY "EventEntity_id" ASC
LIMIT 100
FOR UPDATE;

-- trip 54
SELECT "ApplicationEntity"."gig_id" AS "ApplicationEntity_gig_id",
  "ApplicationEntity"."id" AS "ApplicationEntity_id"
FROM "applications" "ApplicationEntity"
WHERE (("ApplicationEntity"."applicant_id" = $1))
LIMIT 100;

-- trip 55
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM interactions
WHERE (user_id = $1)
  AND (event_id, user_id, action) IN (
    SELECT event_id, user_id, action FROM interactions WHERE user_id = $1 LIMIT 100
  );

-- trip 56
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM collections
WHERE (owner_id = $1) AND (id) IN (SELECT id FROM collections WHERE owner_id = $1 LIMIT 100);

-- trip 57
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM conversations
WHERE (owner_id = $1) AND (id) IN (SELECT id FROM conversations WHERE owner_id = $1 LIMIT 100);

-- trip 58
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM notifications
WHERE (recipient_id = $1)
  AND (id, recipient_id) IN (SELECT id, recipient_id FROM notifications WHERE recipient_id = $1 LIMIT 100);

-- trip 59
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM calendars
WHERE (owner_id = $1) AND (id) IN (SELECT id FROM calendars WHERE owner_id = $1 LIMIT 100);

-- trip 60
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM reports
WHERE (reporter_id = $1)
  AND (event_id, reporter_id) IN (SELECT event_id, reporter_id FROM reports WHERE reporter_id = $1 LIMIT 100);

-- trip 61
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM idempotency_keys
WHERE (user_id = $1)
  AND (user_id, key) IN (SELECT user_id, key FROM idempotency_keys WHERE user_id = $1 LIMIT 100);

-- trip 62
SET LOCAL statement_timeout = 30000; SET LOCAL work_mem = '64MB';
DELETE FROM outbox_messages
WHERE (user_id = $1)
  AND (user_id, id) IN (SELECT user_id, id FROM outbox_messages WHERE user_id = $1 LIMIT 100);

-- trip 63
DELETE FROM "users" WHERE "id" = $1;

-- trip 64
COMMIT;
