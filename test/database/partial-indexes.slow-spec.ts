import pg from 'pg';
import { DataSource } from 'typeorm';
import { createEvent, gigBody } from '../support/factories.js';
import { type InsideApp, startInside } from '../support/inside.js';
import { statementsDuring } from '../support/sent-statements.js';

interface Index {
  name: string;
  table: string;
  /** The constraint that it belongs to, if any. */
  constraint: string | null;
  predicate: string | null;
}

const INDEXES = `
  SELECT i.relname AS name, t.relname AS "table", c.conname AS constraint, pg_get_expr(indpred, indrelid) AS predicate
  FROM pg_index JOIN pg_class i ON i.oid = indexrelid JOIN pg_class t ON t.oid = indrelid
  LEFT JOIN pg_constraint c ON c.conindid = i.oid AND c.conrelid = indrelid
  WHERE t.relnamespace = 'public'::regnamespace ORDER BY 1`;

/**
 * A partial index serves only a statement whose conditions imply its own, and no response shows that.
 * `plans.slow-spec.ts` has the plans for many rows; these only show what is possible.
 */
describe('a partial index', () => {
  let service: InsideApp;
  let explainer: pg.Client;
  let gig: string;

  beforeAll(async () => {
    service = await startInside({ TAGGER: 'off' });
    gig = (await createEvent(service.as('owner'), gigBody())).id;
    await service.as('ann').post(`/gigs/${gig}/applications`);
    explainer = new pg.Client({ connectionString: service.database.url });
    await explainer.connect();
  });
  beforeEach(() => explainer.query('BEGIN'));
  afterEach(() => explainer.query('ROLLBACK'));
  afterAll(async () => {
    await explainer.end();
    await service.close();
  });

  const indexes = async () => (await explainer.query<Index>(INDEXES)).rows;
  const get = (path: string) => async () => expect((await service.as('owner').get(path)).status).toBe(200);
  const job = (name: 'auto-completion' | 'purge' | 'reminders' | 'suggestions') => () => service.runJob(name);

  /** Each partial index, with the requests and jobs that need it. Add a new one here. */
  const USES: Record<string, Record<string, () => Promise<unknown>>> = {
    events_unended_start_at_idx: {
      'GET /events?status=OPEN': get('/events?status=OPEN'),
      'GET /events?status=IN_PROGRESS,OPEN&when=now': get('/events?status=IN_PROGRESS,OPEN&when=now'),
      'GET /events?when=week': get('/events?when=week'),
      'GET /categories': get('/categories'),
      suggestions: job('suggestions'),
      'auto-completion': job('auto-completion'),
    },
    events_long_start_at_idx: {
      'GET /events?from=': get('/events?from=2031-01-01'),
      'GET /events?when=now&sort=startAt': get('/events?when=now&sort=startAt'),
    },
    events_taking_start_at_idx: {
      'GET /gigs?takesApplications=true': get('/gigs?takesApplications=true'),
      'GET /events?takesApplications=true': get('/events?takesApplications=true&sort=-startAt'),
    },
    events_paid_start_at_idx: {
      'GET /gigs?payType=': get('/gigs?payType=HOURLY'),
      'GET /events?minPay=': get('/events?minPay=15'),
    },
    events_point_idx: {
      'GET /events?bbox=': get('/events?bbox=1,1,2,2'),
      'GET /events?near=&sort=distance': get('/events?near=1,1&sort=distance'),
      'GET /events/facets?near=': get('/events/facets?near=1,1'),
    },
    interactions_interested_idx: { 'GET /events?include=counts': get('/events?include=counts') },
    interactions_passing_idx: { purge: job('purge') },
    notifications_read_at_idx: { purge: job('purge') },
    notifications_unread_idx: {
      'GET /notifications?unread=true': get('/notifications?unread=true'),
      'GET /notifications/unread-count': get('/notifications/unread-count'),
      'PATCH /notifications': () => service.as('owner').patch('/notifications', { read: true }),
    },
    notifications_unread_of_gig_idx: {
      'PATCH /gigs/:id': async () => {
        const { status } = await service
          .as('owner')
          .patch(`/gigs/${gig}`, { location: { name: 'Elsewhere' } });
        expect(status).toBe(200);
      },
    },
    events_series_id_start_at_idx: {
      'GET /events?seriesId=': get('/events?seriesId=0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11'),
    },
    reminders_reached_idx: { reminders: job('reminders') },
    reports_event_deleted_at_idx: { purge: job('purge') },
    suggestions_beginnings_idx: { 'GET /suggestions?q=': get('/suggestions?q=a') },
  };

  it('has a named use', async () => {
    const partial = (await indexes()).filter(({ predicate }) => predicate !== null);
    expect(partial.map(({ name }) => name)).toEqual(Object.keys(USES).sort());
  });

  it('has the condition of its entity', async () => {
    const declared = service.app.get(DataSource).entityMetadatas.flatMap(({ tableName, indices }) =>
      indices.map(({ name, where, columns }) => ({
        ...{ name, where, table: tableName, columns: columns.map(({ databaseName }) => databaseName) },
      })),
    );
    const partial = declared.filter(({ where }) => where);
    expect(partial.length).toBeGreaterThan(3);
    for (const { name, table, where, columns } of partial) {
      await explainer.query(`CREATE INDEX as_declared ON ${table} (${columns}) WHERE ${where}`);
      const all = await indexes();
      const predicateOf = (index: string) => all.find((each) => each.name === index)?.predicate;
      expect([name, predicateOf(name)]).toEqual([name, predicateOf('as_declared')]);
      await explainer.query('DROP INDEX as_declared');
    }
    const whole = declared.filter(({ where, columns }) => !where && columns.length > 0);
    const all = await indexes();
    for (const { name } of whole)
      expect([name, all.find((each) => each.name === name)?.predicate]).toEqual([name, null]);
  });

  it.each(Object.entries(USES).flatMap(([index, uses]) => Object.keys(uses).map((use) => [index, use])))(
    '%s can serve %s',
    async (name, use) => {
      const statements = await statementsDuring(USES[name]![use]!);
      const all = await indexes();
      const { table } = all.find((each) => each.name === name)!;
      expect(statements.some(({ text }) => text.includes(table))).toBe(true);
      // Drops the alternatives until the end of the transaction.
      for (const other of all.filter((each) => each.table === table && each.name !== name))
        await explainer.query(
          other.constraint
            ? `ALTER TABLE ${table} DROP CONSTRAINT ${other.constraint} CASCADE`
            : `DROP INDEX ${other.name}`,
        );
      await explainer.query('SET LOCAL enable_seqscan = off');
      const plans: string[] = [];
      for (const { name, text, values } of statements.filter(({ text }) => text.includes(table))) {
        // A named statement has a generic plan.
        const explained = name ? `EXPLAIN (GENERIC_PLAN) ${text}` : `EXPLAIN ${text}`;
        const { rows } = await explainer.query(explained, name ? [] : values);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      }
      expect(plans.join('\n')).toMatch(new RegExp(`\\b${name}\\b`));
    },
  );
});
