import { execFileSync } from 'node:child_process';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';
import { changedFunctions } from '../../src/database/stored-functions.js';
import { startApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createEvent } from '../support/factories.js';
import { Service } from '../support/service.js';

const COMMAND = 'node dist/src/database/with-database.js node dist/src/run-migrations.js --restore-functions';

describe('a stored function of another version', () => {
  let database: TestDatabase;
  let service: TestApp;

  beforeAll(async () => {
    // The tests' own trigger would refuse to rewrite events.
    database = await createTestDatabase({ migrated: false });
    service = await startApp({ MIGRATE_ON_START: 'true' }, database);
    await service.ready();
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  /** The titles of the matches. */
  async function find(q: string): Promise<string[]> {
    const { body } = await service.as('alice').get(`/events?q=${q}`);
    return body.data.map(({ title }: { title: string }) => title);
  }
  /** The functions that a start would report. */
  async function changed(): Promise<string[]> {
    const dataSource = await new DataSource(dataSourceOptions(database.url)).initialize();
    return changedFunctions(dataSource.manager).finally(() => dataSource.destroy());
  }

  it('is reported at the start, with the command that restores it and rewrites the events', async () => {
    const titles = ['Écologie', 'Łódź 7', 'Plain'];
    for (const title of titles) await createEvent(service.as('alice'), { title });
    const before = await database.query('SELECT * FROM events ORDER BY id');
    const [{ definition } = { definition: '' }] = await database.query<{ definition: string }>(
      `SELECT pg_get_functiondef('plain_letters'::regproc) AS definition`,
    );
    // This one keeps accents, as a version of Unicode with fewer marks would.
    await database.query(
      definition.replace(/AS \$function\$.*\$function\$/s, 'AS $function$ SELECT lower($1) $function$'),
    );
    await database.query(`UPDATE events SET title = title`);
    expect(await find('ecologie')).toEqual([]);
    const started = await Service.start(database.url, { LOG_LEVEL: 'warn' });
    await started.ready();
    await started.stop();
    expect(started.output).toContain(
      `not those of this version: plain_letters. To restore them, run: ${COMMAND}`,
    );

    const restore = () =>
      execFileSync(process.execPath, ['dist/src/run-migrations.js', '--restore-functions'], {
        env: { ...process.env, DATABASE_URL: database.url },
        encoding: 'utf8',
      });
    expect(restore()).toBe('Restored the functions, and rewrote the events\n');
    expect(await find('ecologie')).toEqual(['Écologie']);
    expect(await find('lodz')).toEqual(['Łódź 7']);
    expect(await changed()).toEqual([]);
    expect(await database.query('SELECT * FROM events ORDER BY id')).toEqual(before);
  });
});
