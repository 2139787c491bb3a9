-- Experimental: spreads the tables over the nodes of a Citus cluster (docs/operating.md, "Citus"). Run it by hand after the
-- migrations: psql --single-transaction --file deploy/citus.sql. Tables that are in their place stay there.

-- Tables with foreign keys between them are placed in one transaction, which the engine does one shard after the other.
SET LOCAL citus.multi_shard_modify_mode TO 'sequential';

DO $$
BEGIN
  IF to_regclass('pg_dist_partition') IS NULL THEN
    RAISE EXCEPTION 'This database does not have the extension citus.';
  END IF;
END $$;

-- A unique index must contain the distribution column of its table. The id of a feed's event is made of its external
-- id, so the primary key prevents duplicates.
DROP INDEX IF EXISTS events_external_id_key;
CREATE INDEX IF NOT EXISTS events_external_id_idx ON events (external_id);

-- Citus allows no triggers either. This one adds the owner of a gig if a statement does not; those of the service do.
DROP TRIGGER IF EXISTS applications_owner_id ON applications;
-- These give events the coordinates of PLACES_FILE. Without them, only events with their own are on the map.
DROP TRIGGER IF EXISTS events_place ON events;
DROP TRIGGER IF EXISTS events_move ON events;

DO $$
DECLARE
  function_name text;
  placed record;
BEGIN
  -- Each function after those that it calls.
  FOREACH function_name IN ARRAY ARRAY[
    'plain_letters(text)',
    'fold(text)',
    'squeeze(text)',
    'event_words(text, text[], text, json, text)',
    'event_exact_words(text, text[], json)',
    'event_squeezed(text, text[], json)',
    'event_tags(text[])',
    'event_latitude(json)',
    'event_longitude(json)',
    'mercator_y(float8)'
  ] LOOP
    PERFORM create_distributed_function(function_name::regprocedure);
  END LOOP;

  -- Each after the table that it stands beside, and those that its foreign keys name. All foreign keys stay: Citus takes one
  -- to the distribution column of a table beside the child's, and one to a table that is on every node.
  FOR placed IN
    SELECT * FROM (VALUES
      -- rows of an event, beside the event
      (1, 'events', 'distributed', 'id', 'none'),
      (2, 'applications', 'distributed', 'gig_id', 'events'),
      (3, 'interactions', 'distributed', 'event_id', 'events'),
      -- small, and on every node: an item is beside its event, so its collection must be everywhere
      (4, 'collections', 'reference', NULL, NULL),
      (5, 'collection_items', 'distributed', 'event_id', 'events'),
      (6, 'calendars', 'reference', NULL, NULL),
      -- rows of a user, beside the user
      (7, 'users', 'distributed', 'id', 'none'),
      (8, 'notifications', 'distributed', 'recipient_id', 'users'),
      (9, 'idempotency_keys', 'distributed', 'user_id', 'users'),
      (10, 'creation_counts', 'distributed', 'user_id', 'users'),
      -- the messages of a conversation, beside it
      (11, 'conversations', 'distributed', 'id', 'none'),
      (12, 'messages', 'distributed', 'conversation_id', 'conversations'),
      -- on the node that the service connects to
      (13, 'ingestion_runs', 'local', NULL, NULL),
      (14, 'job_claims', 'local', NULL, NULL),
      (15, 'migrations', 'local', NULL, NULL),
      (16, 'places', 'local', NULL, NULL),
      (17, 'suggestions', 'local', NULL, NULL),
      (18, 'typeorm_metadata', 'local', NULL, NULL),
      (19, 'outbox_messages', 'local', NULL, NULL)
    ) AS t (place, name, kind, distribution_column, beside)
    WHERE kind <> 'local' AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrel = to_regclass(name))
    ORDER BY place
  LOOP
    IF placed.kind = 'reference' THEN
      PERFORM create_reference_table(placed.name::regclass);
    ELSE
      PERFORM create_distributed_table(
        placed.name::regclass, placed.distribution_column, colocate_with => placed.beside);
    END IF;
  END LOOP;
END $$;
