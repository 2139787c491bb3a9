-- DELETE /users/me
-- 89 round trips, 89 statements

-- trip 1
START TRANSACTION;

-- trip 2
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

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

-- trip 5
DELETE FROM events WHERE id = ANY($1);

-- trip 6
COMMIT;

-- trip 7
START TRANSACTION;

-- trip 8
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 9
SELECT "EventEntity"."id" AS "EventEntity_id", "EventEntity"."type" AS "EventEntity_type",
  "EventEntity"."title" AS "EventEntity_title"
FROM "events" "EventEntity"
WHERE (("EventEntity"."creator_id" = $1))
ORDER BY "EventEntity_id" ASC
LIMIT 100
FOR UPDATE;

-- trip 10
COMMIT;

-- trip 11
START TRANSACTION;

-- trip 12
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 13
SELECT "ApplicationEntity"."gig_id" AS "ApplicationEntity_gig_id",
  "ApplicationEntity"."id" AS "ApplicationEntity_id"
FROM "applications" "ApplicationEntity"
WHERE (("ApplicationEntity"."applicant_id" = $1))
LIMIT 100;

-- trip 14
SELECT "EventEntity"."id" AS "EventEntity_id"
FROM "events" "EventEntity"
WHERE (("EventEntity"."id" IN ($1, $2, $3, $4)))
ORDER BY "EventEntity_id" ASC
FOR NO KEY UPDATE;

-- trip 15
DELETE FROM applications WHERE applicant_id = $1 AND gig_id = ANY($2) RETURNING gig_id AS "gigId", status;

-- trip 16
UPDATE "events"
SET "accepted_count" = "accepted_count" - 1, "version" = "version", "updated_at" = "updated_at"
WHERE "id" IN ($1, $2);

-- trip 17
COMMIT;

-- trip 18
START TRANSACTION;

-- trip 19
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 20
SELECT "ApplicationEntity"."gig_id" AS "ApplicationEntity_gig_id",
  "ApplicationEntity"."id" AS "ApplicationEntity_id"
FROM "applications" "ApplicationEntity"
WHERE (("ApplicationEntity"."applicant_id" = $1))
LIMIT 100;

-- trip 21
SELECT "EventEntity"."id" AS "EventEntity_id"
FROM "events" "EventEntity"
WHERE ((0=1))
ORDER BY "EventEntity_id" ASC
FOR NO KEY UPDATE;

-- trip 22
DELETE FROM applications WHERE applicant_id = $1 AND gig_id = ANY($2) RETURNING gig_id AS "gigId", status;

-- trip 23
COMMIT;

-- trip 24
START TRANSACTION;

-- trip 25
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 26
SET LOCAL statement_timeout = 30000;

-- trip 27
DELETE FROM interactions
WHERE (event_id, user_id, action) IN (
  SELECT event_id, user_id, action FROM interactions WHERE user_id = $1 LIMIT 100
);

-- trip 28
COMMIT;

-- trip 29
START TRANSACTION;

-- trip 30
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 31
SET LOCAL statement_timeout = 30000;

-- trip 32
DELETE FROM interactions
WHERE (event_id, user_id, action) IN (
  SELECT event_id, user_id, action FROM interactions WHERE user_id = $1 LIMIT 100
);

-- trip 33
COMMIT;

-- trip 34
START TRANSACTION;

-- trip 35
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 36
SET LOCAL statement_timeout = 30000;

-- trip 37
DELETE FROM collections WHERE (id) IN (SELECT id FROM collections WHERE owner_id = $1 LIMIT 100);

-- trip 38
COMMIT;

-- trip 39
START TRANSACTION;

-- trip 40
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 41
SET LOCAL statement_timeout = 30000;

-- trip 42
DELETE FROM conversations WHERE (id) IN (SELECT id FROM conversations WHERE owner_id = $1 LIMIT 100);

-- trip 43
COMMIT;

-- trip 44
START TRANSACTION;

-- trip 45
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 46
SET LOCAL statement_timeout = 30000;

-- trip 47
DELETE FROM notifications
WHERE (id, recipient_id) IN (SELECT id, recipient_id FROM notifications WHERE recipient_id = $1 LIMIT 100);

-- trip 48
COMMIT;

-- trip 49
START TRANSACTION;

-- trip 50
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 51
SET LOCAL statement_timeout = 30000;

-- trip 52
DELETE FROM notifications
WHERE (id, recipient_id) IN (SELECT id, recipient_id FROM notifications WHERE recipient_id = $1 LIMIT 100);

-- trip 53
COMMIT;

-- trip 54
START TRANSACTION;

-- trip 55
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 56
SET LOCAL statement_timeout = 30000;

-- trip 57
DELETE FROM calendars WHERE (id) IN (SELECT id FROM calendars WHERE owner_id = $1 LIMIT 100);

-- trip 58
COMMIT;

-- trip 59
START TRANSACTION;

-- trip 60
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 61
SET LOCAL statement_timeout = 30000;

-- trip 62
DELETE FROM calendars WHERE (id) IN (SELECT id FROM calendars WHERE owner_id = $1 LIMIT 100);

-- trip 63
COMMIT;

-- trip 64
START TRANSACTION;

-- trip 65
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 66
SET LOCAL statement_timeout = 30000;

-- trip 67
DELETE FROM idempotency_keys
WHERE (user_id, key) IN (SELECT user_id, key FROM idempotency_keys WHERE user_id = $1 LIMIT 100);

-- trip 68
COMMIT;

-- trip 69
START TRANSACTION;

-- trip 70
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked;

-- trip 71
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "users" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR UPDATE;

-- trip 72
SELECT "EventEntity"."id" AS "EventEntity_id", "EventEntity"."type" AS "EventEntity_type",
  "EventEntity"."title" AS "EventEntity_title"
FROM "events" "EventEntity"
WHERE (("EventEntity"."creator_id" = $1))
ORDER BY "EventEntity_id" ASC
LIMIT 100
FOR UPDATE;

-- trip 73
SELECT "ApplicationEntity"."gig_id" AS "ApplicationEntity_gig_id",
  "ApplicationEntity"."id" AS "ApplicationEntity_id"
FROM "applications" "ApplicationEntity"
WHERE (("ApplicationEntity"."applicant_id" = $1))
LIMIT 100;

-- trip 74
SELECT "EventEntity"."id" AS "EventEntity_id"
FROM "events" "EventEntity"
WHERE ((0=1))
ORDER BY "EventEntity_id" ASC
FOR NO KEY UPDATE;

-- trip 75
DELETE FROM applications WHERE applicant_id = $1 AND gig_id = ANY($2) RETURNING gig_id AS "gigId", status;

-- trip 76
SET LOCAL statement_timeout = 30000;

-- trip 77
DELETE FROM interactions
WHERE (event_id, user_id, action) IN (
  SELECT event_id, user_id, action FROM interactions WHERE user_id = $1 LIMIT 100
);

-- trip 78
SET LOCAL statement_timeout = 30000;

-- trip 79
DELETE FROM collections WHERE (id) IN (SELECT id FROM collections WHERE owner_id = $1 LIMIT 100);

-- trip 80
SET LOCAL statement_timeout = 30000;

-- trip 81
DELETE FROM conversations WHERE (id) IN (SELECT id FROM conversations WHERE owner_id = $1 LIMIT 100);

-- trip 82
SET LOCAL statement_timeout = 30000;

-- trip 83
DELETE FROM notifications
WHERE (id, recipient_id) IN (SELECT id, recipient_id FROM notifications WHERE recipient_id = $1 LIMIT 100);

-- trip 84
SET LOCAL statement_timeout = 30000;

-- trip 85
DELETE FROM calendars WHERE (id) IN (SELECT id FROM calendars WHERE owner_id = $1 LIMIT 100);

-- trip 86
SET LOCAL statement_timeout = 30000;

-- trip 87
DELETE FROM idempotency_keys
WHERE (user_id, key) IN (SELECT user_id, key FROM idempotency_keys WHERE user_id = $1 LIMIT 100);

-- trip 88
DELETE FROM "users" WHERE "id" = $1;

-- trip 89
COMMIT;
