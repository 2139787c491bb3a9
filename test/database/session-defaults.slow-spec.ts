import { dataSourceOptions } from '../../ormconfig.js';
import { migrate } from '../../src/database/migrate.js';
import { type Environment, startApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createEvent, gigBody } from '../support/factories.js';

/**
 * Settings that change the text or the meaning of values, as an administrator may set them for a database.
 */
const DEFAULTS: [name: string, value: string][] = [
  ['datestyle', 'German, DMY'],
  ['datestyle', 'Postgres, YMD'],
  ['intervalstyle', 'iso_8601'],
  ['bytea_output', 'escape'],
  ['timezone', 'Africa/Monrovia'], // until 1972 its offset has seconds
  ['default_transaction_isolation', 'serializable'],
  ['extra_float_digits', '-10'],
  ['array_nulls', 'off'],
];
const LAST_OF_EACH = [...new Map(DEFAULTS)];

/** A value without ids and times of now. */
const settled = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'id')
      .replaceAll(
        /"(createdAt|updatedAt|lastAt|firstAt|addedAt)":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g,
        '"$1":"now"',
      ),
  );

describe('the session defaults of the database', () => {
  let database: TestDatabase;
  let name: string;
  let usual: unknown;

  /** The responses of a service that has migrated the database. */
  async function responses(): Promise<unknown> {
    const service = await startApp({ MIGRATE_ON_START: 'true' }, database);
    try {
      const [alice, bob] = [service.as('alice'), service.as('bob')];
      await service.ready();
      const location = { name: 'Oval', latitude: 39.99771234567891, longitude: -83.01234567890123 };
      const event = await createEvent(alice, { location, startAt: '1971-07-01T10:00:00.123+02:00' });
      const upcoming = await createEvent(alice, { location, endAt: null });
      const gig = await createEvent(alice, gigBody());
      const calendar = await bob.post('/calendars', { kind: 'EVENTS' });
      const [feed] = calendar.body.icsUrl.match(/\/calendars.*/);
      const applied = await bob.post(`/gigs/${gig.id}/applications`, { message: 'Me' });
      const changed = await alice.patch(`/events/${event.id}`, { endAt: '1971-07-01T12:00:00Z' });
      const ics = await service.as(null).get(feed);
      return settled([
        [event, upcoming, gig, applied.body, changed.body],
        (await bob.get(`/events/${event.id}`)).body,
        (await bob.get('/events?near=39.9977,-83.0123')).body,
        (await bob.get('/events?from=2031-03-01&to=2031-03-02&tz=America/New_York')).body,
        (await bob.get('/applications')).body,
        (await alice.get('/notifications')).body,
        [ics.status, ics.text.match(/^DT(START|END).*/gm)],
        (await alice.get('/users/me/export')).body.events,
      ]);
    } finally {
      await service.close();
    }
  }

  beforeAll(async () => {
    database = await createTestDatabase({ migrated: false });
    usual = await responses();
    await database.drop();
    expect(usual).toMatchObject([
      [{ startAt: '1971-07-01T08:00:00.123Z', location: { latitude: 39.99771234567891 } }, {}, {}, {}, {}],
      { endAt: '1971-07-01T12:00:00.000Z' },
      { total: 2 },
      { total: 2 },
      { data: [{ status: 'PENDING' }] },
      { data: [{ type: 'APPLICATION_RECEIVED' }] },
      [200, expect.any(Array)],
      { length: 3 },
    ]);
  });
  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false });
    name = new URL(database.url).pathname.slice(1);
  });
  afterEach(() => database.drop());

  const set = (setting: string, value: string) =>
    database.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`);

  it.each([
    ['the first', [...new Map(DEFAULTS.toReversed())]],
    ['the last', LAST_OF_EACH],
  ])('may be %s of each without a change of responses', async (_which, settings) => {
    for (const [setting, value] of settings) await set(setting, value);
    expect(await responses()).toEqual(usual);
  });

  it('may all differ even if the role has them', async () => {
    for (const [setting, value] of LAST_OF_EACH) {
      await set(setting, value);
      await database.query(`ALTER ROLE events IN DATABASE ${name} SET ${setting} = '${value}'`);
    }
    expect(await responses()).toEqual(usual);
  });

  describe('with a role that no migration has set up', () => {
    let role: string;
    let url: string;

    beforeEach(async () => {
      role = `other_${name.slice(-8)}`;
      await database.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret' IN ROLE events`);
      url = Object.assign(new URL(database.url), { username: role, password: 'secret' }).href;
    });
    afterEach(async () => {
      await database.query(`DROP OWNED BY ${role} CASCADE`);
      await database.query(`DROP ROLE ${role}`);
    });
    const start = (environment: Environment = {}) =>
      startApp({ DATABASE_URL: url, ...environment }, database);
    const refusal = (environment?: Environment): Promise<string[]> =>
      start(environment).then(
        () => ['It started.'],
        (error) => error.message.split('\n  '),
      );
    const statement = (setting: string) =>
      expect.stringMatching(`^ALTER ROLE ${role} IN DATABASE ${name} SET ${setting} = '.*';$`);

    it('end the start with instructions', async () => {
      await migrate(dataSourceOptions(database.url));
      for (const [setting, value] of DEFAULTS) {
        await set(setting, value);
        expect(await refusal()).toEqual([expect.stringContaining('would change values'), statement(setting)]);
        await database.query(`ALTER DATABASE ${name} RESET ${setting}`);
      }
      for (const [setting, value] of LAST_OF_EACH) await set(setting, value);
      const [, ...statements] = await refusal();
      expect(statements).toHaveLength(LAST_OF_EACH.length);
      expect(statements).toEqual(expect.arrayContaining(LAST_OF_EACH.map(([setting]) => statement(setting))));
      for (const text of statements) await database.query(text);
      const service = await start();
      await createEvent(service.as('alice'));
      await service.close();
    });

    it('end the start if the role may not change its own, even if all else is migrated', async () => {
      await database.query(`ALTER ROLE ${role} IN DATABASE ${name} SET role = 'events'`);
      await set('datestyle', 'German');
      // Before the start, which waits a second for it.
      await migrate(dataSourceOptions(url));
      const environment = { MIGRATE_ON_START: 'true' };
      const [, text] = await refusal(environment);
      expect(text).toEqual(statement('datestyle'));
      await database.query(text!);
      const service = await start(environment);
      await createEvent(service.as('alice'));
      await service.close();
    });

    it('may have equivalent values', async () => {
      await migrate(dataSourceOptions(database.url));
      for (const [setting, value] of [
        ['datestyle', 'ISO, DMY'],
        ['timezone', 'Etc/UTC'],
        ['extra_float_digits', '3'],
      ] as const)
        await set(setting, value);
      const service = await start();
      await createEvent(service.as('alice'));
      await service.close();
    });
  });
});
