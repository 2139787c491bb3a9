-- GET /categories
-- 1 round trip, 1 statement

-- trip 1
SELECT category, least(count(*), 10000)::int AS "openEvents"
FROM events e
WHERE e.status IN ('OPEN', 'IN_PROGRESS') AND status = 'OPEN' AND category IS NOT NULL
GROUP BY category;

-- GET /categories (cached)
-- 0 round trips, 0 statements
