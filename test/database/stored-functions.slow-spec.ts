import { execFileSync } from 'node:child_process';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createEvent } from '../support/factories.js';
import { Service } from '../support/service.js';

const COMMAND = 'npm run migration:run -- --restore-functions';

describe('a stored function of another version', () => {
  let database: TestDatabase;
  const outputs: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase({ migrated: false });
  });
  afterAll(() => database.drop());

  /** The titles of the matches in a service that is started and stopped. */
  async function find(q: string): Promise<string[]> {
    const service = await Service.start(database.url, { LOG_LEVEL: 'warn' });
    await service.ready();
    const { body } = await service.as('alice').get(`/events?q=${encodeURIComponent(q)}`);
    await service.stop();
    outputs.push(service.output);
    return body.data.map(({ title }: { title: string }) => title);
  }

  it('is reported at the start, with the command that restores it and rewrites the events', async () => {
    const titles = ['Écologie', 'Łódź 7', 'Plain'];
    const service = await Service.start(database.url, { MIGRATE_ON_START: 'true' });
    await service.ready();
    for (const title of titles) await createEvent(service.as('alice'), { title });
    await service.stop();
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
    expect(outputs.at(-1)).toContain(
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
    expect(outputs.at(-1)).not.toContain('not those of this version');
    expect(await database.query('SELECT * FROM events ORDER BY id')).toEqual(before);
  });
});
