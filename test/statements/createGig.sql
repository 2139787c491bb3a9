-- POST /gigs
-- 1 round trip, 1 statement

-- trip 1
-- prepared: create event
WITH profile AS (
  SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE users.id = $1 FOR KEY SHARE
),
  counted AS (
    INSERT INTO creation_counts AS c (user_id, kind, hour, count)
    SELECT $1, 'EVENT', floor(extract(epoch FROM now()) / 3600)::int, 1
    FROM profile
    WHERE (
      SELECT coalesce(sum(count), 0)::int
      FROM creation_counts
      WHERE user_id = $1 AND kind = 'EVENT' AND hour > floor(extract(epoch FROM now()) / 3600)::int - 25
    ) + 1 <= $2
    ON CONFLICT (user_id, kind, hour) DO UPDATE
    SET count = c.count + 1
    WHERE c.count + (
      SELECT coalesce(sum(count), 0)::int
      FROM creation_counts
      WHERE user_id = $1 AND kind = 'EVENT' AND hour > floor(extract(epoch FROM now()) / 3600)::int - 25
        AND hour <> excluded.hour
    ) + 1 <= $2
    RETURNING 1
  ),
  created AS (
    INSERT INTO events (
      id, title, description, type, location, start_at, end_at, creator_id, tags, summary, category,
        compensation, apply_by, positions, images
    )
    SELECT $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17
    FROM profile
    WHERE $2::int IS NULL OR EXISTS (TABLE counted)
    RETURNING events.id AS "id", events.title AS "title", events.description AS "description",
      events.type AS "type", events.location AS "location", events.start_at AS "startAt",
      events.end_at AS "endAt", events.status AS "status", events.source AS "source",
      events.creator_id AS "creatorId", events.external_id AS "externalId",
      events.external_url AS "externalUrl", events.ticket_url AS "ticketUrl", events.tags AS "tags",
      events.summary AS "summary", events.category AS "category", events.compensation AS "compensation",
      events.apply_by AS "applyBy", events.positions AS "positions", events.images AS "images",
      events.series_id AS "seriesId", events.created_at AS "createdAt", events.updated_at AS "updatedAt",
      events.version AS "version", events.accepted_count AS "acceptedCount"
  )
SELECT created.*
FROM profile
LEFT JOIN created ON true;
