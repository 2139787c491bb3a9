-- The statements of the baselines in Node and Go, so that only what surrounds them differs. `{name}` stands for
-- an earlier part of this file, or for what the program puts there. Creations count as the service counts them.

-- name: eventColumns
id, title, description, type, location, start_at AS "startAt", end_at AS "endAt", status, source,
creator_id AS "creatorId", external_id AS "externalId", external_url AS "externalUrl", ticket_url AS "ticketUrl", tags,
summary, category, compensation, apply_by AS "applyBy", positions, images, created_at AS "createdAt",
updated_at AS "updatedAt"

-- name: applicationColumns
id, gig_id AS "gigId", applicant_id AS "applicantId", message, status, withdrawn_at AS "withdrawnAt",
created_at AS "createdAt", updated_at AS "updatedAt",
(SELECT json_build_object('id', users.id, 'name', name, 'avatarUrl', avatar_url, 'headline', headline, 'bio', bio)
 FROM users WHERE users.id = applicant_id) AS applicant

-- name: user
INSERT INTO users (id, name) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING

-- name: oneEvent
{eventColumns}, version, 1 AS matches

-- name: event
SELECT {oneEvent} FROM events WHERE id = $1

-- name: hour
date_trunc('hour', now())

-- name: from
coalesce({at}::text::timestamptz, {hour})

-- name: events
-- Upcoming events by start, then the earlier ones, the latest first: those after a cursor, or all.
WITH coming AS (
  SELECT {eventColumns}, version FROM events
  WHERE {where} AND start_at >= {hour} AND {from} >= {hour} AND (start_at, id) > ({from}, {id}::uuid)
  ORDER BY start_at, id LIMIT {limit}::int + {offset}::int),
past AS (
  SELECT {eventColumns}, version FROM events
  WHERE {where} AND start_at < {hour} AND start_at <= {from} AND (start_at < {from} OR id > {id}::uuid)
  ORDER BY start_at DESC, id LIMIT {limit}::int + {offset}::int - (SELECT count(*) FROM coming))
SELECT *, (SELECT count(*)::int FROM (SELECT FROM events WHERE {where} LIMIT 1001) counted) AS matches
FROM (SELECT * FROM coming UNION ALL SELECT * FROM past) found LIMIT {limit} OFFSET {offset}

-- name: named
SELECT {eventColumns}, version, count(*) OVER ()::int AS matches FROM events WHERE id = ANY($1::uuid[])
ORDER BY array_position($1::uuid[], id)

-- name: matching
search @@ websearch_to_tsquery('pg_catalog.english', {q})

-- name: isOver
coalesce(end_at, start_at + interval '3 hours') <= now()

-- name: proximity
{isOver}, CASE WHEN {isOver} THEN now() - start_at ELSE start_at - now() END, id

-- name: search
-- The best of the thousand matches that start next, or else started last.
WITH coming AS (
  SELECT id, start_at, end_at, search, exact FROM events WHERE {where} AND start_at >= {hour}
  ORDER BY start_at, id LIMIT 1000),
past AS (
  SELECT id, start_at, end_at, search, exact FROM events WHERE {where} AND start_at < {hour}
  ORDER BY start_at DESC, id LIMIT 1000 - (SELECT count(*) FROM coming)),
best AS (
  SELECT id, ts_rank(search, websearch_to_tsquery('pg_catalog.english', {q}))
    + ts_rank(exact, websearch_to_tsquery('pg_catalog.simple', {q})) AS rank
  FROM (SELECT * FROM coming UNION ALL SELECT * FROM past) nearest
  ORDER BY rank DESC, {proximity} LIMIT {limit} OFFSET {offset})
SELECT {eventColumns}, version, (SELECT count(*)::int FROM (SELECT FROM events WHERE {where} LIMIT 1001) counted) AS matches
FROM best JOIN events USING (id) ORDER BY rank DESC, {proximity}

-- name: thisHour
floor(extract(epoch FROM now()) / 3600)::int

-- name: lately
SELECT coalesce(sum(count), 0)::int FROM creation_counts WHERE user_id = $1 AND kind = '{kind}' AND hour > {thisHour} - 25

-- name: count
INSERT INTO creation_counts AS c (user_id, kind, hour, count) SELECT $1, '{kind}', {thisHour}, 1 WHERE ({lately}) < {quota}
ON CONFLICT (user_id, kind, hour) DO UPDATE SET count = c.count + 1
  WHERE c.count + ({lately} AND hour <> excluded.hour) < {quota}
RETURNING 1

-- name: createEvent
WITH counted AS ({count})
INSERT INTO events (id, creator_id, title, description, type, location, start_at, end_at, compensation)
SELECT uuidv7(), $1, $2, $3, $4, $5, $6, $7, $8 FROM counted RETURNING {oneEvent}

-- name: updateEvent
UPDATE events SET title = coalesce($3, title), description = coalesce($4, description), version = version + 1,
  updated_at = now()
WHERE id = $1 AND version = $2 RETURNING {oneEvent}

-- name: gig
SELECT type, creator_id AS owner FROM events WHERE id = $1

-- name: lockGig
SELECT type, status IN ('CANCELLED', 'COMPLETED') OR coalesce(apply_by <= now(), false) AS "isClosed", title,
  creator_id AS owner, (SELECT name FROM users WHERE id = $2) AS name
FROM events WHERE id = $1 FOR SHARE

-- name: apply
INSERT INTO applications (id, gig_id, applicant_id, message) VALUES (uuidv7(), $1, $2, $3)
ON CONFLICT (gig_id, applicant_id) DO NOTHING RETURNING {applicationColumns}, 1 AS matches

-- name: interact
WITH counted AS ({count})
INSERT INTO interactions AS t (event_id, user_id, action, id) SELECT $2, $1, 'APPLY', uuidv7() FROM counted
ON CONFLICT (event_id, user_id, action) DO UPDATE SET count = t.count + 1, last_at = excluded.last_at

-- name: notify
INSERT INTO notifications (id, recipient_id, type, reference_id, data) VALUES (uuidv7(), $1, 'APPLICATION_RECEIVED', $2, $3)

-- name: applications
SELECT {applicationColumns}, count(*) OVER ()::int AS matches FROM applications
WHERE gig_id = $1 AND ($2::text IS NULL OR applicant_id = $2) ORDER BY created_at, id

-- name: inbox
SELECT id, type, reference_id AS "referenceId", reference_type AS "referenceType", recipient_id AS "recipientId",
  read_at AS "readAt", created_at AS "createdAt", data,
  (SELECT count(*)::int FROM (SELECT FROM notifications WHERE {where} LIMIT 1001) counted) AS matches
FROM notifications WHERE {where} AND (created_at, id) < (coalesce({at}::text::timestamptz, 'infinity'), {id}::uuid)
ORDER BY created_at DESC, id DESC LIMIT {limit} OFFSET {offset}
