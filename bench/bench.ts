import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedServer } from '../src/database/embedded-postgres.js';
import { migrate } from '../src/database/migrate.js';
import { Cleanup } from './cleanup.js';
import { assertSameAnswers } from './compare.js';
import { loadEvents } from './load-events.js';
import { type Contender, measureRounds, type WorkResult } from './measure.js';
import type { Options } from './options.js';
import { MemoryWatch } from './process-stats.js';
import { printReport, type Report, writeReport } from './report.js';
import { type Server, Servers } from './servers.js';
import { signTokens } from './tokens.js';
import { type Fixture, WORKS } from './works.js';

/** Connections that the load comes over, each with a user and requests of its own. */
export const CONNECTIONS = 32;
/** Milliseconds after which a server that has started is at rest. */
const SETTLE_TIME = 5_000;
/** Events that the load names, spread over the table. */
const NAMED_EVENTS = 6_400;

/**
 * Measures the service against the floor, on a database of its own.
 * @param stop ends the run early; whatever ends it, no process and no file of it stays
 * @throws Error when the two answer differently, or one of them answers a request of the load badly
 */
export async function runBench(options: Options, stop: AbortController): Promise<void> {
  const cleanup = new Cleanup();
  try {
    const folder = await temporaryFolder(cleanup);
    say('Starting PostgreSQL');
    const database = await startEmbeddedServer({ dataDir: join(folder, 'data') });
    cleanup.add(() => database.stop());
    stop.signal.throwIfAborted();

    await migrate(database.url);
    const fixture = await prepare(database.url, options.rows, stop.signal);

    say('Starting the service and the floor');
    const servers = new Servers({ folder, databaseUrl: database.url, profile: profileFolder(options) }, stop);
    cleanup.add(() => servers.stop());
    const service = await servers.start('service', '../src/main.js');
    const floor = await servers.start('floor', './floor.js');
    const report = await compare({ service, floor }, fixture, options, stop.signal);

    printReport(report);
    if (!options.only && !options.profile) await writeReport(report);
  } finally {
    await cleanup.run();
  }
}

async function compare(
  servers: { service: Server; floor: Server },
  fixture: Fixture,
  options: Options,
  signal: AbortSignal,
): Promise<Report> {
  const contenders = { service: watch(servers.service), floor: watch(servers.floor) };
  await sleep(SETTLE_TIME, undefined, { signal });
  for (const { memory } of Object.values(contenders)) await memory.rest();

  const works = WORKS.filter(({ name }) => !options.only || name === options.only);
  await assertSameAnswers(servers.service.url, servers.floor.url, works, fixture);

  const results: WorkResult[] = [];
  for (const work of works) {
    say(`Measuring ${work.title}`);
    results.push(await measureRounds(work, contenders, fixture, options, signal));
  }
  return {
    rows: options.rows,
    rounds: options.rounds,
    seconds: options.seconds,
    connections: CONNECTIONS,
    works: results,
    memory: { service: await contenders.service.memory.peak(), floor: await contenders.floor.memory.peak() },
  };
}

function watch(server: Server): Contender {
  return { ...server, memory: new MemoryWatch(server.pid) };
}

/** Fills the table and notes what the load needs to know of it. */
async function prepare(databaseUrl: string, rows: number, signal: AbortSignal): Promise<Fixture> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined); // the statement under way tells
  await client.connect();
  try {
    await loadEvents(client, rows, signal);
    const { rows: events } = await client.query<{ id: string }>(
      'SELECT id FROM events ORDER BY random() LIMIT $1',
      [NAMED_EVENTS],
    );
    return { ids: events.map(({ id }) => id), tokens: await signTokens(CONNECTIONS) };
  } finally {
    await client.end();
  }
}

async function temporaryFolder(cleanup: Cleanup): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'events-bench-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  // Where root runs this, PostgreSQL runs as another user and has to get through.
  await chmod(folder, 0o711);
  return folder;
}

function profileFolder({ profile }: Options): string | undefined {
  return profile === undefined ? undefined : resolve(profile);
}

function say(what: string): void {
  process.stderr.write(`${what}\n`);
}
