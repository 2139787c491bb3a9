-- DELETE /users/me
-- 59 round trips, 89 statements

-- trip 1
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 2
SELECT "EventEntity"."id" AS "EventEntity_id", "EventEntity"."type" AS "EventEntity_type",
  "EventEntity"."title" AS "EventEntity_title"
FROM "events" "EventEntity"
WHERE (("EventEntity"."creator_id" = $1))
ORDER BY "EventEntity_id" ASC
LIMIT 100
FOR UPDATE;

-- trip 3
SET LOCAL statement_timeout = 30000;
DELETE FROM events WHERE id = ANY($1);

-- trip 4
COMMIT;

-- trip 5
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 6
SELECT "EventEntity"."id" AS "EventEntity_id", "EventEntity"."type" AS "EventEntity_type",
  "EventEntity"."title" AS "EventEntity_title"
FROM "events" "EventEntity"
WHERE (("EventEntity"."creator_id" = $1))
ORDER BY "EventEntity_id" ASC
LIMIT 100
FOR UPDATE;

-- trip 7
COMMIT;

-- trip 8
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

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
DELETE FROM applications WHERE applicant_id = $1 AND gig_id = ANY($2) RETURNING gig_id AS "gigId", status;

-- trip 12
-- prepared: free positions
UPDATE events SET accepted_count = accepted_count - 1 WHERE id = ANY($1);

-- trip 13
COMMIT;

-- trip 14
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 15
SELECT "ApplicationEntity"."gig_id" AS "ApplicationEntity_gig_id",
  "ApplicationEntity"."id" AS "ApplicationEntity_id"
FROM "applications" "ApplicationEntity"
WHERE (("ApplicationEntity"."applicant_id" = $1))
LIMIT 100;

-- trip 16
SELECT "EventEntity"."id" AS "EventEntity_id"
FROM "events" "EventEntity"
WHERE ((0=1))
ORDER BY "EventEntity_id" ASC
FOR NO KEY UPDATE;

-- trip 17
DELETE FROM applications WHERE applicant_id = $1 AND gig_id = ANY($2) RETURNING gig_id AS "gigId", status;

-- trip 18
COMMIT;

-- trip 19
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 20
SET LOCAL statement_timeout = 30000;
DELETE FROM interactions
WHERE (event_id, user_id, action) IN (
  SELECT event_id, user_id, action FROM interactions WHERE user_id = $1 LIMIT 100
);

-- trip 21
COMMIT;

-- trip 22
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 23
SET LOCAL statement_timeout = 30000;
DELETE FROM interactions
WHERE (event_id, user_id, action) IN (
  SELECT event_id, user_id, action FROM interactions WHERE user_id = $1 LIMIT 100
);

-- trip 24
COMMIT;

-- trip 25
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 26
SET LOCAL statement_timeout = 30000;
DELETE FROM collections WHERE (id) IN (SELECT id FROM collections WHERE owner_id = $1 LIMIT 100);

-- trip 27
COMMIT;

-- trip 28
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 29
SET LOCAL statement_timeout = 30000;
DELETE FROM conversations WHERE (id) IN (SELECT id FROM conversations WHERE owner_id = $1 LIMIT 100);

-- trip 30
COMMIT;

-- trip 31
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 32
SET LOCAL statement_timeout = 30000;
DELETE FROM notifications
WHERE (id, recipient_id) IN (SELECT id, recipient_id FROM notifications WHERE recipient_id = $1 LIMIT 100);

-- trip 33
COMMIT;

-- trip 34
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 35
SET LOCAL statement_timeout = 30000;
DELETE FROM notifications
WHERE (id, recipient_id) IN (SELECT id, recipient_id FROM notifications WHERE recipient_id = $1 LIMIT 100);

-- trip 36
COMMIT;

-- trip 37
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 38
SET LOCAL statement_timeout = 30000;
DELETE FROM calendars WHERE (id) IN (SELECT id FROM calendars WHERE owner_id = $1 LIMIT 100);

-- trip 39
COMMIT;

-- trip 40
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 41
SET LOCAL statement_timeout = 30000;
DELETE FROM calendars WHERE (id) IN (SELECT id FROM calendars WHERE owner_id = $1 LIMIT 100);

-- trip 42
COMMIT;

-- trip 43
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 44
SET LOCAL statement_timeout = 30000;
DELETE FROM idempotency_keys
WHERE (user_id, key) IN (SELECT user_id, key FROM idempotency_keys WHERE user_id = $1 LIMIT 100);

-- trip 45
COMMIT;

-- trip 46
START TRANSACTION;
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 47
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR UPDATE;

-- trip 48
SELECT "EventEntity"."id" AS "EventEntity_id", "EventEntity"."type" AS "EventEntity_type",
  "EventEntity"."title" AS "EventEntity_title"
FROM "events" "EventEntity"
WHERE (("EventEntity"."creator_id" = $1))
ORDER BY "EventEntity_id" ASC
LIMIT 100
FOR UPDATE;

-- trip 49
SELECT "ApplicationEntity"."gig_id" AS "ApplicationEntity_gig_id",
  "ApplicationEntity"."id" AS "ApplicationEntity_id"
FROM "applications" "ApplicationEntity"
WHERE (("ApplicationEntity"."applicant_id" = $1))
LIMIT 100;

-- trip 50
SELECT "EventEntity"."id" AS "EventEntity_id"
FROM "events" "EventEntity"
WHERE ((0=1))
ORDER BY "EventEntity_id" ASC
FOR NO KEY UPDATE;

-- trip 51
DELETE FROM applications WHERE applicant_id = $1 AND gig_id = ANY($2) RETURNING gig_id AS "gigId", status;

-- trip 52
SET LOCAL statement_timeout = 30000;
DELETE FROM interactions
WHERE (event_id, user_id, action) IN (
  SELECT event_id, user_id, action FROM interactions WHERE user_id = $1 LIMIT 100
);

-- trip 53
SET LOCAL statement_timeout = 30000;
DELETE FROM collections WHERE (id) IN (SELECT id FROM collections WHERE owner_id = $1 LIMIT 100);

-- trip 54
SET LOCAL statement_timeout = 30000;
DELETE FROM conversations WHERE (id) IN (SELECT id FROM conversations WHERE owner_id = $1 LIMIT 100);

-- trip 55
SET LOCAL statement_timeout = 30000;
DELETE FROM notifications
WHERE (id, recipient_id) IN (SELECT id, recipient_id FROM notifications WHERE recipient_id = $1 LIMIT 100);

-- trip 56
SET LOCAL statement_timeout = 30000;
DELETE FROM calendars WHERE (id) IN (SELECT id FROM calendars WHERE owner_id = $1 LIMIT 100);

-- trip 57
SET LOCAL statement_timeout = 30000;
DELETE FROM idempotency_keys
WHERE (user_id, key) IN (SELECT user_id, key FROM idempotency_keys WHERE user_id = $1 LIMIT 100);

-- trip 58
DELETE FROM "users" WHERE "id" = $1;

-- trip 59
COMMIT;
