import { Baseline1795219200000 } from '../../migrations/1795219200000-baseline.js';
import { dataSourceOptions } from '../../ormconfig.js';
import { migrate } from '../../src/database/migrate.js';

/** The migrations that version 1.1.0 has recorded. */
const RECORDED = [
  'CreateSchema1795219200000',
  'AddParticipation1795305600000',
  'CleanSearchText1795392000000',
  'CountAttempts1795478400000',
  'AddCreationCounts1795564800000',
  'FoldAccents1795651200000',
  'SearchByTime1795737600000',
  'IndexLengths1795824000000',
  'KeepLocationAsSent1795910400000',
  'PurgeByIndex1796083200000',
  'CountOpenEvents1796083260000',
  'RemoveInBatches1796083320000',
  'ViewInPlace1796083380000',
  'ShareRates1796083440000',
  'IndexInterest1796200000000',
  'AddPositionsAndImages1796300000000',
  'ValidatePositions1796300060000',
  'ListReceivedApplications1796300120000',
  'FindOnAMap1796400000000',
  'TagsByTime1796400060000',
  'AddCalendars1796500000000',
  'IndexEnds1796600000000',
  'WordsByTime1796700000000',
  'KeepFewWordsPending1796800000000',
  'PartWordsAtSigns1796900000000',
  'TimeQueriesAtOnce1797000000000',
  'WordsOfTiles1798000000000',
  'KeepEventsWhole1799000000000',
];

export const LAST_OF_1_1 = RECORDED.at(-1)!;

/** Ids by their last digit. */
export const id = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;

/** Locations as they were sent: in the order of jsonb, and in another one. */
export const LOCATIONS = [
  '{"name":"Union","latitude":40.002,"longitude":-83.016}',
  '{"longitude": -83.01, "latitude": 40.1, "name": "Café Kerouac", "rooms": [{"zeta": 1.50, "a": 2}]}',
];

/**
 * Two gigs with dependent rows; dependent rows of a deleted gig whose removal is incomplete; a calendar of a
 * deleted collection, and calendars of a private and a public one.
 */
const CONTENT = [
  `INSERT INTO events (id, title, description, type, location, location_sent, start_at) VALUES
     ('${id(1)}', 'Moving sofas', 'Two', 'GIG', '${LOCATIONS[0]}', NULL, '2030-01-01Z'),
     ('${id(2)}', 'Poetry at the café', 'Bring “one”', 'GIG', '${LOCATIONS[1]}', '${LOCATIONS[1]}', '2030-01-02Z'),
     ('${id(3)}', 'Written by 1.0', 'x', 'EVENT', '{"name": "Moved"}', '{"name": "Before"}', '2030-01-03Z')`,
  `INSERT INTO applications (gig_id, id, applicant_id, status)
   SELECT '${id(2)}', gen_random_uuid(), name, status FROM (VALUES ('bob', 'ACCEPTED'), ('eve', 'ACCEPTED'), ('joe', 'REJECTED'))
     AS decided (name, status)`,
  `INSERT INTO collections (id, owner_id, name, visibility) VALUES
     ('${id(5)}', 'ann', 'Mine', 'PRIVATE'), ('${id(6)}', 'ann', 'For all', 'PUBLIC')`,
  ...[1, 2, 9].flatMap((gig) => [
    `INSERT INTO applications (gig_id, id, applicant_id) VALUES ('${id(gig)}', gen_random_uuid(), 'ann')`,
    `INSERT INTO interactions (event_id, user_id, action, id, listed_at, last_at)
     VALUES ('${id(gig)}', 'ann', 'VIEW', gen_random_uuid(), '2029-12-0${gig}Z', ${gig === 1 ? 'NULL' : `'2029-12-31Z'`})`,
    `INSERT INTO collection_items (event_id, collection_id) VALUES ('${id(gig)}', '${id(5)}')`,
    `INSERT INTO idempotency_keys (user_id, key, fingerprint, event_id) VALUES ('ann', '${gig}', 'f', '${id(gig)}')`,
  ]),
  `INSERT INTO event_removals (event_id) VALUES ('${id(9)}')`,
  `INSERT INTO calendars (id, owner_id, kind, collection_id, token_hash) VALUES
     ('${id(6)}', 'ann', 'COLLECTION', '${id(5)}', 'a'), ('${id(7)}', 'ann', 'COLLECTION', '${id(9)}', 'b'),
     ('${id(8)}', 'ann', 'SAVED', NULL, 'c'), ('${id(3)}', 'eve', 'COLLECTION', '${id(5)}', 'd'),
     ('${id(4)}', 'eve', 'COLLECTION', '${id(6)}', 'e'), ('${id(5)}', 'eve', 'APPLICATIONS', NULL, 'f')`,
  `INSERT INTO calendars (id, owner_id, kind, filter, token_hash) VALUES
     ('${id(1)}', 'eve', 'EVENTS', '', 'g'), ('${id(2)}', 'eve', 'EVENTS', 'type=GIG&tags=jazz', 'h')`,
  `INSERT INTO conversations (id, owner_id) VALUES ('${id(4)}', 'ann')`,
  `INSERT INTO messages (conversation_id, id, role, content) VALUES ('${id(4)}', '${id(1)}', 'USER', 'Any sofas?')`,
];

type Query = (text: string) => Promise<unknown>;

/**
 * Turns an empty database into one of version 1.1.0, with data. @param query runs a statement as the role of
 * `url`
 */
export async function makeVersion11(url: string, query: Query): Promise<void> {
  const options = dataSourceOptions(url);
  await migrate({ ...options, migrations: [Baseline1795219200000] });
  await query('DELETE FROM migrations');
  await query(
    `INSERT INTO migrations (timestamp, name)
     SELECT right(name, 13)::bigint, name FROM unnest('{${RECORDED}}'::text[]) name`,
  );
  await query(
    'CREATE TABLE migration_lease (id integer PRIMARY KEY, holder uuid NOT NULL, until timestamptz NOT NULL)',
  );
  for (const statement of CONTENT) await query(statement);
}

/** The rows of a database that was migrated from version 1.1.0, as in `MOVED`. */
export const READ_MOVED = `
  SELECT (SELECT json_agg(location::text ORDER BY id) FROM events) AS locations,
         (SELECT json_agg(DISTINCT gig_id) FROM applications) AS applications,
         (SELECT json_agg(accepted_count ORDER BY id) FROM events) AS accepted,
         (SELECT json_agg(event_id ORDER BY event_id) FROM interactions) AS interactions,
         (SELECT json_agg(to_char(last_at AT TIME ZONE 'UTC', 'DD Mon') ORDER BY event_id) FROM interactions) AS "lastDone",
         (SELECT json_agg(event_id ORDER BY event_id) FROM collection_items) AS items,
         (SELECT json_agg(event_id ORDER BY event_id) FROM idempotency_keys) AS keys,
         (SELECT json_object_agg(id, name) FROM calendars) AS calendars,
         (SELECT json_agg(content) FROM messages WHERE context IS NULL) AS messages,
         (SELECT json_agg(id) FROM events WHERE search @@ websearch_to_tsquery('english', fold('kerouac cafe one'))) AS found,
         (SELECT json_agg(id) FROM events WHERE latitude IS NULL) AS "offTheMap"`;

export const MOVED = {
  locations: [
    '{"name": "Union", "latitude": 40.002, "longitude": -83.016}',
    LOCATIONS[1],
    '{"name": "Moved"}',
  ],
  applications: [id(1), id(2)],
  accepted: [0, 2, 0],
  interactions: [id(1), id(2)],
  lastDone: ['01 Dec', '31 Dec'],
  items: [id(1), id(2)],
  keys: [id(1), id(2), id(9)],
  calendars: {
    [id(1)]: 'Events and gigs',
    [id(2)]: 'Events and gigs: type GIG, tags jazz',
    [id(3)]: 'Collection',
    [id(4)]: 'For all',
    [id(5)]: 'My gigs',
    [id(6)]: 'Mine',
    [id(8)]: 'Saved events',
  },
  messages: ['Any sofas?'],
  found: [id(2)],
  offTheMap: [id(3)],
};
