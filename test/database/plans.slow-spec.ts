import pg from 'pg';
import type { Statement } from '../../src/database/statements.js';
import { CompletionService } from '../../src/events/completion.service.js';
import { EventTagging } from '../../src/events/event-tagging.service.js';
import { EventStream } from '../support/event-stream.js';
import { type InsideApp, startInside } from '../support/inside.js';
import { statementsDuring } from '../support/sent-statements.js';

/** A node of `EXPLAIN (ANALYZE, FORMAT JSON)`. */
interface PlanNode {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** A value of a parameter as SQL. */
const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value))
    return literal(`{${value.map((item) => (item === undefined ? 'NULL' : JSON.stringify(String(item))))}}`);
  return value instanceof Date ? literal(value.toISOString()) : pg.escapeLiteral(String(value));
};

const ROWS = 50_000;
/**
 * Rows with realistic statistics: most events are past and of the campus, and users have some hundred each.
 */
const LOAD = `
  INSERT INTO users (id, name) SELECT 'user-' || n, 'User ' || n FROM generate_series(0, 9999) n;
  INSERT INTO events (id, title, description, type, location, start_at, end_at, status, source, creator_id, external_id,
                      category, tags, created_at)
  SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Event ' || n, 'Some words about it',
         CASE n % 5 WHEN 0 THEN 'GIG' ELSE 'EVENT' END,
         CASE n % 4 WHEN 1 THEN jsonb_build_object('name', 'Hall', 'latitude', 39.9 + n % 199 / 1000.0,
                                                   'longitude', -83.1 + n / 200 % 199 / 1000.0)
                    ELSE '{"name": "Union"}' END, at, at + interval '2 hours',
         CASE WHEN n % 40 = 3 THEN 'CANCELLED' WHEN at + interval '2 hours' < now() THEN 'COMPLETED' ELSE 'OPEN' END,
         (ARRAY['USER', 'CAMPUS_API', 'TICKET_API'])[1 + n % 3],
         CASE n % 3 WHEN 0 THEN 'user-' || n / 3 % 200 END, CASE n % 3 WHEN 0 THEN NULL ELSE 'external-' || n END,
         (ARRAY['MUSIC', 'SOCIAL', 'ACADEMIC', 'TUTORING', NULL])[1 + n / 7 % 5],
         CASE n % 11 WHEN 0 THEN '{free,outdoors}' ELSE '{}' END::text[], at - interval '30 days'
  FROM (SELECT n, now() + (n::bigint * 7919 % ${ROWS} - ${ROWS * 0.6}) * interval '10 minutes' AS at
        FROM generate_series(1, ${ROWS}) n) made;
  INSERT INTO applications (id, gig_id, applicant_id, created_at)
  SELECT gen_random_uuid(), e.id, 'user-' || u, now() - u * interval '1 minute'
  FROM (SELECT id FROM events WHERE type = 'GIG' AND source = 'USER' ORDER BY id LIMIT 200) e, generate_series(0, 99) u;
  INSERT INTO notifications (recipient_id, id, type, reference_id, reference_type, data, created_at, read_at)
  SELECT 'user-' || n % 200, gen_random_uuid(), 'APPLICATION_RECEIVED', gen_random_uuid(), 'APPLICATION', '{}',
         now() - n * interval '1 minute', CASE WHEN n % 10 > 0 THEN now() END
  FROM generate_series(1, ${ROWS}) n;
  INSERT INTO interactions (id, event_id, user_id, action, last_at)
  SELECT gen_random_uuid(), id, 'user-' || u, 'VIEW', now() - u * interval '1 minute'
  FROM (SELECT id FROM events ORDER BY id LIMIT 500) e, generate_series(0, 99) u;
  INSERT INTO interactions (id, event_id, user_id, action)
  SELECT gen_random_uuid(), id, 'user-' || u, action
  FROM (SELECT id FROM events ORDER BY id LIMIT 500) e, generate_series(0, 199, 10) u, unnest(ARRAY['SAVE', 'BOOKMARK']) action;
  INSERT INTO collections (id, owner_id, name, created_at)
  SELECT gen_random_uuid(), 'user-' || n % 200, 'Collection', now() - n * interval '1 minute' FROM generate_series(1, 8000) n;
  INSERT INTO collection_items (event_id, collection_id)
  SELECT e.id, c.id FROM (SELECT id FROM events ORDER BY id LIMIT 500) e, (SELECT id FROM collections LIMIT 100) c;
  INSERT INTO conversations (id, owner_id, created_at)
  SELECT gen_random_uuid(), 'user-' || n % 200, now() - n * interval '1 minute' FROM generate_series(1, 8000) n;
  UPDATE events SET status = 'OPEN' WHERE status = 'COMPLETED' AND substr(id::text, 33) LIKE '%f0';
  UPDATE events SET compensation = jsonb_build_object('amount', 8 + n % 40, 'currency', 'USD', 'type',
                      CASE n % 3 WHEN 0 THEN 'FIXED' ELSE 'HOURLY' END),
                    positions = CASE n % 2 WHEN 0 THEN 2 END, accepted_count = 2 * (n / 2 % 2)
    FROM (SELECT id AS gig, row_number() OVER (ORDER BY id)::int AS n FROM events WHERE type = 'GIG') gigs WHERE id = gig;
  UPDATE events SET ticket_url = 'https://tickets.example.com' WHERE source = 'TICKET_API';`;

/**
 * The plans of hot queries for 50 000 rows use an index in the right order, and read a bounded number of
 * rows.
 */
describe('the query plans of frequent requests', () => {
  let service: InsideApp;
  let gig: string;
  let explainer: pg.Client;

  beforeAll(async () => {
    service = await startInside();
    explainer = new pg.Client({ connectionString: service.database.url });
    await explainer.connect();
    await service.database.query(LOAD);
    for (const table of [
      'users',
      'events',
      'applications',
      'notifications',
      'interactions',
      'collections',
      'collection_items',
      'conversations',
    ])
      await service.database.query(`VACUUM (ANALYZE) ${table}`);
    const [row] = await service.database.query<{ id: string }>(
      `SELECT gig_id AS id FROM applications JOIN events e ON e.id = gig_id WHERE creator_id = 'user-5' LIMIT 1`,
    );
    gig = row!.id;
  });
  afterAll(async () => {
    await explainer.end();
    await service.close();
  });

  /** The plan for these values, and the generic one of a named statement. */
  async function explain({ name, text, values }: Statement): Promise<PlanNode[]> {
    const plans = async (explained: string, parameters?: unknown[]) => {
      const { rows } = await explainer.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${explained}`, parameters);
      return rows.map((row) => row['QUERY PLAN'][0].Plan as PlanNode);
    };
    const ofValues = await plans(text, values);
    if (name === undefined) return ofValues;
    await explainer.query(
      `SET plan_cache_mode = force_generic_plan; DEALLOCATE ALL; PREPARE generic AS ${text}`,
    );
    const ofAll = await plans(
      values.length > 0 ? `EXECUTE generic (${values.map(literal)})` : 'EXECUTE generic',
    );
    await explainer.query('RESET plan_cache_mode');
    return [...ofValues, ...ofAll];
  }

  /** The nodes of the statement's plans. @param isPageAlone excludes those of the total */
  async function plan(statement: Statement, isPageAlone = false): Promise<PlanNode[]> {
    const nodes: PlanNode[] = [];
    const visit = (node: PlanNode) => {
      if (isPageAlone && node['Parent Relationship'] === 'InitPlan') return;
      nodes.push(node);
      for (const child of node.Plans ?? []) visit(child);
    };
    for (const root of await explain(statement)) visit(root);
    return nodes;
  }

  /** The number of rows that a node reads from a table: none in an index-only scan. */
  const rowsRead = (node: PlanNode) => (node['Node Type'] === 'Index Only Scan' ? 0 : rowsPassed(node));
  const rowsPassed = (node: PlanNode) =>
    (node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)) *
    node['Actual Loops'];

  /** The maximum rows of a page, which is the most that a statement sorts. */
  const SORTED = 101;
  /** Checks that the plan reads at most so many rows of each table, and sorts a page at most. */
  async function expectBounded(statements: Statement[], most: number): Promise<void> {
    expect(statements.length).toBeGreaterThan(0);
    for (const { name, text, values } of statements) {
      const nodes = await plan({ name, text, values });
      const sorted = nodes.filter(
        (node) => node['Node Type'].includes('Sort') && node['Actual Rows'] * node['Actual Loops'] > SORTED,
      );
      const reads = nodes.filter((node) => node['Relation Name'] && rowsRead(node) > most);
      expect({ text, sorted, reads }).toEqual({ text, sorted: [], reads: [] });
    }
  }

  /** A page, with its total counted up to one more than 1 000. */
  const PAGE = 1_001;
  const date = '2026-11-20';

  it.each([
    '/events',
    '/events?sort=-startAt',
    '/events?sort=createdAt',
    '/events?sort=-createdAt',
    `/events?startDate=${date}`,
    `/events?startDate=${date}&endDate=${date}`,
    `/events?endDate=${date}&sort=-startAt`,
    ...['type=GIG', 'category=MUSIC', 'source=CAMPUS_API', 'status=OPEN', 'creatorId=user-7'].flatMap(
      (filter) => [
        `/events?${filter}`,
        `/events?${filter}&startDate=${date}`,
        `/events?${filter}&sort=-startAt&endDate=${date}`,
      ],
    ),
    ...['status=OPEN,COMPLETED', 'category=MUSIC,SOCIAL,TUTORING', 'source=USER,TICKET_API'].flatMap(
      (filter) => [
        `/events?${filter}`,
        `/events?${filter}&startDate=${date}`,
        `/events?${filter}&sort=-startAt&endDate=${date}`,
        `/events?${filter}&offset=40`,
      ],
    ),
    '/events?type=EVENT,GIG&status=COMPLETED,CANCELLED',
    '/gigs',
    `/gigs?startDate=${date}`,
    '/gigs?takesApplications=true',
    '/gigs?takesApplications=true&payType=FIXED&minPay=40&sort=-startAt',
    '/events?payType=FIXED,DAILY&minPay=47&status=OPEN',
    '/applications/received?withdrawn=false',
    '/notifications',
    '/notifications?offset=40',
    '/notifications?unread=true',
    '/notifications/unread-count',
    '/applications',
    '/applications?offset=40',
    '/applications/received',
    '/applications/received?offset=40',
    '/applications/received?status=PENDING',
    '/applications/received?status=REJECTED&offset=40',
    '/interactions',
    '/interactions?action=VIEW',
    '/interactions?offset=40',
    `/events?offset=40&creatorId=user-7`,
    '/collections',
    '/conversations',
  ])('GET %s', async (path) => {
    await expectBounded(await statementsDuring(() => service.as('user-7').get(path)), PAGE);
  });

  it.each(['/events?takesApplications=false', '/events?category=MUSIC&sort=-createdAt'])(
    'GET %s collects a bounded number of rows',
    async (path) => {
      await expectBounded(await statementsDuring(() => service.as('user-7').get(path)), 2_001);
    },
  );

  it.each([
    '/events?',
    '/events?type=GIG&',
    '/events?status=COMPLETED,CANCELLED&',
    '/events?category=MUSIC,SOCIAL&sort=-startAt&',
    '/events?sort=-createdAt&',
    `/events?category=MUSIC&startDate=${date}&`,
    '/notifications?',
  ])('GET %scursor=... is as cheap as the first page', async (path) => {
    const user = service.as('user-7');
    let cursor = (await user.get(`${path}limit=100`)).body.nextCursor;
    if (!path.startsWith('/notifications'))
      for (let page = 0; page < 5; page += 1)
        cursor = (await user.get(`${path}limit=100&cursor=${cursor}`)).body.nextCursor;
    const [page] = await statementsDuring(() => user.get(`${path}cursor=${cursor}`));
    const nodes = await plan(page!, true);
    expect(nodes.filter((node) => rowsRead(node) > 21)).toEqual([]);
    expect(nodes.length).toBeGreaterThan(1);
  });

  it('GET /events?include= reads expansions by keys', async () => {
    const statements = await statementsDuring(() =>
      service.as('user-5').get('/events?type=GIG&creatorId=user-5&include=creator,viewer,counts'),
    );
    const expansions = statements.filter(({ text }) => !/AS matches|AS "heldId"/.test(text));
    expect(expansions).toHaveLength(6); // all gigs are the caller's own
    for (const expansion of expansions) {
      const nodes = await plan(expansion);
      const whole = nodes.filter(
        (node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== 'users',
      );
      expect(whole).toEqual([]); // the table of users is too small for an index
      // Own gigs have 100 applications each.
      expect(nodes.filter((node) => node['Relation Name'] && rowsRead(node) > 2_000)).toEqual([]);
    }
    const [counts] = expansions.filter(({ name }) => name === 'interested in a page');
    const indexes = (await plan(counts!)).map((node) => node['Index Name']);
    expect(indexes).toContain('interactions_interested_idx');
  });

  it('GET /events?offset=10000 scans only the index', async () => {
    const [page] = await statementsDuring(() => service.as('user-7').get('/events?offset=10000'));
    const nodes = await plan(page!, true);
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    const fetched = nodes.filter((node) => node['Relation Name'] && node['Node Type'] !== 'Index Only Scan');
    expect(fetched.map(rowsRead)).toEqual([21]);
  });

  it.each(['', '&status=OPEN', '&status=OPEN,IN_PROGRESS'])(
    'GET /events?from=&to=%s reads little but the events of that time',
    async (filter) => {
      const range = `from=${date}T12:00:00Z&to=${date}T13:00:00Z${filter}`;
      const [page] = await statementsDuring(() => service.as('user-7').get(`/events?${range}`));
      const nodes = (await plan(page!)).filter((node) => node['Relation Name']);
      expect(nodes.filter((node) => rowsPassed(node) > 300 || rowsRead(node) > 21)).toEqual([]);
    },
  );

  it.each(['/events?q=31415 event', '/events?q=31415 event&sort=startAt'])(
    'GET %s reads the matches of the index',
    async (path) => {
      const statements = await statementsDuring(() => service.as('user-7').get(path));
      const [search] = statements.filter(({ text }) => text.includes('::tsquery'));
      const nodes = await plan(search!);
      const reads = nodes.filter((node) => node['Relation Name']);
      expect(reads.filter((node) => node['Node Type'] === 'Seq Scan' || rowsRead(node) > 1)).toEqual([]);
      expect(nodes.map((node) => node['Index Name'])).toContain('events_words_tags_idx');
    },
  );

  it.each([
    ['the street', 'bbox=-83.0101,39.9499,-83.0049,39.9551', 100],
    ['the town', 'bbox=-83.1,39.9,-82.9,40.1', 5_001],
    ['the world', 'bbox=-180,-90,180,90', 5_001],
    ['the town backwards', 'bbox=-83.1,39.9,-82.9,40.1&sort=-startAt', 5_001],
    ['the sea', 'bbox=-40,30,-30,40', 0],
    ['a neighbourhood', 'near=39.95,-83.05&radius=3000', 4_000],
    ['a neighbourhood, the nearest first', 'near=39.95,-83.05&radius=3000&sort=distance', 4_000],
  ])('GET /events of %s reads the events there, or a part of them', async (_part, query, most) => {
    for (const statement of await statementsDuring(() => service.as('user-7').get(`/events?${query}`))) {
      const reads = (await plan(statement)).filter((node) => node['Relation Name']);
      expect(reads.map(rowsRead).filter((rows) => rows > Math.max(most, 21))).toEqual([]);
      expect(reads.length).toBeGreaterThan(0);
    }
  });

  it.each([
    ['type=GIG&category=MUSIC', ROWS],
    ['q=31415', 1],
    ['bbox=-83.0101,39.9499,-83.0049,39.9551', 100],
    [`from=${date}&to=${date}T23:00:00Z`, 1_000],
  ])('GET /events/facets?%s reads little more than it counts', async (query, most) => {
    const statements = await statementsDuring(() => service.as('user-7').get(`/events/facets?${query}`));
    const counts = statements.filter(({ text }) => text.includes('counted'));
    expect(counts.length).toBeGreaterThan(0);
    for (const statement of counts) {
      const reads = (await plan(statement)).filter((node) => node['Relation Name']);
      expect(reads.filter((node) => rowsRead(node) > most)).toEqual([]);
    }
  });

  it('GET /events/:id/similar compares a bounded number of events', async () => {
    const statements = await statementsDuring(() => service.as('user-7').get(`/events/${gig}/similar`));
    const [comparison] = statements.filter(({ text }) => text.includes('likeness'));
    const reads = (await plan(comparison!)).filter((node) => node['Relation Name']);
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.filter((node) => node['Node Type'] === 'Seq Scan' || rowsRead(node) > 2_100)).toEqual([]);
  });

  it('GET /categories reads only open events, in their index', async () => {
    const [statement] = await statementsDuring(() => service.as('user-7').get('/categories'));
    const nodes = await plan(statement!);
    expect(nodes.map((node) => node['Index Name'])).toContain('events_unended_start_at_idx');
    expect(nodes.map(rowsRead).filter((rows) => rows > SORTED)).toEqual([]);
    expect(Math.max(...nodes.map(rowsPassed))).toBeGreaterThan(1_000);
  });

  it('GET /events/:id and its summary read single rows', async () => {
    await expectBounded(await statementsDuring(() => service.as('user-7').get(`/events/${gig}`)), 1);
    await expectBounded(
      await statementsDuring(() => service.as('user-5').get(`/events/${gig}/interactions/summary`)),
      100,
    );
  });

  it('GET /gigs/:gigId/applications reads the applications of the gig', async () => {
    const statements = await statementsDuring(() => service.as('user-5').get(`/gigs/${gig}/applications`));
    const applications = statements.filter(({ text }) => text.includes('FROM applications'));
    await expectBounded(applications, 100);
    const own = await statementsDuring(() => service.as('user-9').get(`/gigs/${gig}/applications`));
    await expectBounded(
      own.filter(({ text }) => text.includes('ORDER BY')),
      1,
    );
  });

  it('GET /applications/received?gigId= reads the applications of the gig, even if its owner has many', async () => {
    const [page] = await statementsDuring(() =>
      service.as('user-5').get(`/applications/received?gigId=${gig}`),
    );
    await expectBounded([page!], 101);
  });

  it('an acceptance counts no applications', async () => {
    const owner = service.as('user-5');
    await owner.patch(`/gigs/${gig}`, { positions: 5 });
    const { data } = (await owner.get(`/gigs/${gig}/applications?limit=1`)).body;
    const path = `/gigs/${gig}/applications/${data[0].id}`;
    const statements = await statementsDuring(async () => {
      expect((await owner.patch(path, { status: 'ACCEPTED' })).status).toBe(200);
    });
    expect(statements.filter(({ text }) => /\bcount\(/i.test(text))).toEqual([]);
  });

  it('notification streams read only new notifications', async () => {
    const statements = await statementsDuring(async () => {
      const stream = await EventStream.open(service.as('user-7'));
      await service.database.query(
        `INSERT INTO notifications (recipient_id, id, type, reference_id, reference_type, data)
         VALUES ('user-7', gen_random_uuid(), 'APPLICATION_RECEIVED', gen_random_uuid(), 'APPLICATION', '{}')`,
      );
      await stream.next(1);
      stream.close();
    });
    await expectBounded(
      statements.filter(({ text }) => text.includes('unnest($1::text[]')),
      20,
    );
  });

  it.each(['', 'type=GIG', 'category=MUSIC', 'when=week'])(
    'a calendar of %j reads only events around now, in the order of their start',
    async (filter) => {
      const { icsUrl } = (await service.as('user-7').post('/calendars', { kind: 'EVENTS', filter })).body;
      const statements = await statementsDuring(() => service.as(null).get(new URL(icsUrl).pathname));
      const [entries, batch] = statements.filter(({ text }) => /(FROM|JOIN) events\b/.test(text));
      for (const statement of [entries!, batch!]) {
        const read = (await plan(statement)).filter((node) => node['Relation Name']);
        expect(read.filter((node) => node['Node Type'] === 'Seq Scan' || rowsRead(node) > PAGE)).toEqual([]);
      }
      await service.database.query('DELETE FROM calendars');
    },
  );

  it('GET /suggestions reads a bounded number of rows with 400 000 tags of forty creators and one prefix', async () => {
    await service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at, tags, creator_id, source)
       SELECT gen_random_uuid(), 'Attack a' || n, '', 'EVENT', json_build_object('name', 'Arena a' || n),
         now() + n * interval '1 second' + interval '1 hour',
         ARRAY(SELECT 'a' || n || 'x' || t FROM generate_series(1, 20) t), 'mallory-' || n % 40, 'USER'
       FROM generate_series(1, 20000) n
       UNION ALL SELECT gen_random_uuid(), 'Music', '', 'EVENT', '{"name": "Union"}', now() + interval '2 days', '{accordion}',
         'user-' || n, 'USER' FROM generate_series(1, 2) n`,
    );
    expect(await service.runJob('suggestions')).toMatchObject({ outcome: 'SUCCEEDED' });
    const [bound] = await service.database.query<{ most: number; rows: number }>(
      `SELECT max(rows)::int AS most, sum(rows)::int AS rows
       FROM (SELECT count(*) AS rows FROM suggestions WHERE creator LIKE 'mallory%' GROUP BY creator, kind) each`,
    );
    expect(bound!.most).toBe(200);
    expect(bound!.rows).toBeLessThanOrEqual(40 * 200 * 4);
    for (const [query, expected] of [
      ['', undefined],
      ['a', 'accordion'],
      ['ac', 'accordion'],
      ['acc', 'accordion'],
      ['a1', undefined],
      ['a a1', undefined],
      ['a1234x', undefined],
    ] as const) {
      let data: { text: string }[] = [];
      const statements = await statementsDuring(async () => {
        ({ data } = (
          await service.as('user-7').get(`/suggestions?limit=20&q=${encodeURIComponent(query)}`)
        ).body);
      });
      if (expected) expect(data.map(({ text }) => text)).toContain(expected);
      const finding = statements.filter(({ text }) => text.includes('beginnings'));
      expect(finding.length).toBeGreaterThan(0);
      const reads = (await plan(finding[0]!)).filter((node) => node['Relation Name'] === 'suggestions');
      expect(reads.map(rowsRead)).toEqual([expect.any(Number)]);
      expect({
        query,
        reads: reads.filter((node) => node['Node Type'] === 'Seq Scan' || rowsRead(node) > 1_000),
      }).toEqual({ query, reads: [] });
    }
  });

  it('the job auto-completion reads only ended events that are not completed', async () => {
    const completion = service.app.get(CompletionService, { strict: false });
    const [statement] = await statementsDuring(() =>
      completion.completeEnded({ signal: AbortSignal.timeout(60_000) }),
    );
    await expectBounded([statement!], 500);
  });

  it('the job retag reads events without a category in the order of an index', async () => {
    const tagging = service.app.get(EventTagging, { strict: false });
    const [statement] = await statementsDuring(() =>
      tagging.retag({ signal: AbortSignal.abort() }).catch(() => {}),
    );
    await expectBounded([statement!], 1_000);
  });
});
