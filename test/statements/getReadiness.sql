-- GET /health/ready
-- 1 round trip, 1 statement

-- trip 1
SELECT current_setting('transaction_read_only') = 'off' AS "takesWrites";
