-- GET /suggestions?q=ja
-- 2 round trips, 6 statements

-- trip 1
BEGIN; SET LOCAL statement_timeout = 1000;
WITH found AS (
  SELECT *, starts_with(folded, btrim(fold($5))) AS begins
  FROM suggestions
  WHERE kind <> 'WORD'
    AND beginnings @> ARRAY(SELECT left(plain_letters(word), 3) FROM unnest($2::text[]) word)
    AND ' ' || folded LIKE ALL (ARRAY(SELECT '% ' || plain_letters(word) || '%' FROM unnest($1::text[]) word))
)
SELECT kind, text, event_id AS "eventId", count, creator
FROM (
  SELECT *, CASE
    WHEN creator IS NOT NULL THEN row_number() OVER (
      PARTITION BY creator
      ORDER BY begins DESC, array_position(ARRAY['CATEGORY', 'TAG', 'PLACE', 'EVENT'], kind), starts, folded
    ) END AS nth
  FROM found
) counted
WHERE nth IS NULL OR nth <= $4
ORDER BY begins DESC, creators DESC, nth, begins DESC,
  array_position(ARRAY['CATEGORY', 'TAG', 'PLACE', 'EVENT'], kind), starts, folded
LIMIT $3;
COMMIT;

-- trip 2
BEGIN; SET LOCAL statement_timeout = 1000;
SELECT typed, (array_agg(other ORDER BY typos, distance, differs, creators DESC, other))[:3] AS others
FROM (
  SELECT *, CASE
    WHEN ARRAY(
      SELECT unnest(string_to_array(meant, NULL)) ORDER BY 1
    ) = ARRAY(SELECT unnest(string_to_array(word, NULL)) ORDER BY 1) THEN 1
    WHEN char_length(word) <= 3 AND char_length(other) = char_length(word) THEN 3 ELSE distance END AS typos
  FROM (
    SELECT typed, word, near.*, left(other, 1) <> left(word, 1) AS differs
    FROM (
      SELECT typed, word
      FROM unnest($1::text[]) WITH ORDINALITY AS sent (typed, nth), btrim(fold(typed)) AS word
      WHERE char_length(word) BETWEEN 3 AND 40
        AND NOT EXISTS (
          SELECT
          FROM suggestions known
          WHERE known.kind = 'WORD' AND CASE WHEN $2 THEN starts_with(known.folded, word)
            ELSE known.folded = word END
        )
      ORDER BY nth
      LIMIT 4
    ) unknown
    CROSS JOIN LATERAL (
      SELECT text AS other, meant, creators, CASE WHEN $2
        AND same_length = 2 THEN least(
          same_length, levenshtein_less_equal(left(text, char_length(word) - 1), word, 2),
            levenshtein_less_equal(left(text, char_length(word) + 1), word, 2)
        )
        ELSE same_length END AS distance
      FROM suggestions,
        LATERAL (SELECT CASE WHEN $2 THEN left(text, char_length(word)) ELSE text END AS meant) part,
        LATERAL (SELECT levenshtein_less_equal(meant, word, 2) AS same_length) compared
      WHERE kind = 'WORD' AND abs(char_length(meant) - char_length(word)) <= 2
    ) near
    WHERE distance <= 2
    ORDER BY distance, differs, creators DESC, other
    LIMIT 1000
  ) nearest
) alike
WHERE typos <= CASE WHEN char_length(word) < 7 THEN 1 ELSE 2 END
GROUP BY typed;
COMMIT;

-- GET /suggestions?q=loange (misspelled)
-- 3 round trips, 9 statements

-- trip 1
BEGIN; SET LOCAL statement_timeout = 1000;
WITH found AS (
  SELECT *, starts_with(folded, btrim(fold($5))) AS begins
  FROM suggestions
  WHERE kind <> 'WORD'
    AND beginnings @> ARRAY(SELECT left(plain_letters(word), 3) FROM unnest($2::text[]) word)
    AND ' ' || folded LIKE ALL (ARRAY(SELECT '% ' || plain_letters(word) || '%' FROM unnest($1::text[]) word))
)
SELECT kind, text, event_id AS "eventId", count, creator
FROM (
  SELECT *, CASE
    WHEN creator IS NOT NULL THEN row_number() OVER (
      PARTITION BY creator
      ORDER BY begins DESC, array_position(ARRAY['CATEGORY', 'TAG', 'PLACE', 'EVENT'], kind), starts, folded
    ) END AS nth
  FROM found
) counted
WHERE nth IS NULL OR nth <= $4
ORDER BY begins DESC, creators DESC, nth, begins DESC,
  array_position(ARRAY['CATEGORY', 'TAG', 'PLACE', 'EVENT'], kind), starts, folded
LIMIT $3;
COMMIT;

-- trip 2
BEGIN; SET LOCAL statement_timeout = 1000;
SELECT typed, (array_agg(other ORDER BY typos, distance, differs, creators DESC, other))[:3] AS others
FROM (
  SELECT *, CASE
    WHEN ARRAY(
      SELECT unnest(string_to_array(meant, NULL)) ORDER BY 1
    ) = ARRAY(SELECT unnest(string_to_array(word, NULL)) ORDER BY 1) THEN 1
    WHEN char_length(word) <= 3 AND char_length(other) = char_length(word) THEN 3 ELSE distance END AS typos
  FROM (
    SELECT typed, word, near.*, left(other, 1) <> left(word, 1) AS differs
    FROM (
      SELECT typed, word
      FROM unnest($1::text[]) WITH ORDINALITY AS sent (typed, nth), btrim(fold(typed)) AS word
      WHERE char_length(word) BETWEEN 3 AND 40
        AND NOT EXISTS (
          SELECT
          FROM suggestions known
          WHERE known.kind = 'WORD' AND CASE WHEN $2 THEN starts_with(known.folded, word)
            ELSE known.folded = word END
        )
      ORDER BY nth
      LIMIT 4
    ) unknown
    CROSS JOIN LATERAL (
      SELECT text AS other, meant, creators, CASE WHEN $2
        AND same_length = 2 THEN least(
          same_length, levenshtein_less_equal(left(text, char_length(word) - 1), word, 2),
            levenshtein_less_equal(left(text, char_length(word) + 1), word, 2)
        )
        ELSE same_length END AS distance
      FROM suggestions,
        LATERAL (SELECT CASE WHEN $2 THEN left(text, char_length(word)) ELSE text END AS meant) part,
        LATERAL (SELECT levenshtein_less_equal(meant, word, 2) AS same_length) compared
      WHERE kind = 'WORD' AND abs(char_length(meant) - char_length(word)) <= 2
    ) near
    WHERE distance <= 2
    ORDER BY distance, differs, creators DESC, other
    LIMIT 1000
  ) nearest
) alike
WHERE typos <= CASE WHEN char_length(word) < 7 THEN 1 ELSE 2 END
GROUP BY typed;
COMMIT;

-- trip 3
BEGIN; SET LOCAL statement_timeout = 1000;
WITH found AS (
  SELECT *, starts_with(folded, btrim(fold($5))) AS begins
  FROM suggestions
  WHERE kind <> 'WORD'
    AND beginnings @> ARRAY(SELECT left(plain_letters(word), 3) FROM unnest($2::text[]) word)
    AND ' ' || folded LIKE ALL (ARRAY(SELECT '% ' || plain_letters(word) || '%' FROM unnest($1::text[]) word))
)
SELECT kind, text, event_id AS "eventId", count, creator
FROM (
  SELECT *, CASE
    WHEN creator IS NOT NULL THEN row_number() OVER (
      PARTITION BY creator
      ORDER BY begins DESC, array_position(ARRAY['CATEGORY', 'TAG', 'PLACE', 'EVENT'], kind), starts, folded
    ) END AS nth
  FROM found
) counted
WHERE nth IS NULL OR nth <= $4
ORDER BY begins DESC, creators DESC, nth, begins DESC,
  array_position(ARRAY['CATEGORY', 'TAG', 'PLACE', 'EVENT'], kind), starts, folded
LIMIT $3;
COMMIT;
