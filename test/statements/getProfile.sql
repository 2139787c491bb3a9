-- GET /users/{id}
-- 1 round trip, 1 statement

-- trip 1
-- prepared: profiles
SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE users.id = ANY($1);
