import { loadOpenGigs } from '../data/events.js';
import { Loader } from '../data/loader.js';
import { loadNotifications } from '../data/participation.js';
import { log } from '../progress.js';
import { keepResults } from '../results.js';
import type { HeldMemory } from '../servers.js';
import { atDatabase, connect, type Testbed, withTestbed } from '../testbed.js';
import { signTokens, userId } from '../tokens.js';
import { type Delivery, deliver, planDeliveries } from './deliveries.js';
import { type IdleCost, watchIdle } from './idle-cost.js';
import { assertOpenFiles } from './open-files.js';
import { markdown, type Report } from './report.js';
import { StreamClient } from './stream-client.js';

/** Notifications that are stored before, so that the streams' users have inboxes. */
const NOTIFICATIONS = 100_000;
const MESSAGE = 'I have done stage work for two years and live around the corner. I can start at any time.';

interface Options {
  /** Notification streams that are open at the same time, each of a user of its own. */
  streams: number;
  /** Notifications a second that are made for them, and for how many seconds. */
  rate: number;
  seconds: number;
}

/**
 * Opens the streams on one instance, makes notifications on another, and shows what that costs and how long it takes.
 * @throws Error when a stream does not stay open or a notification is lost
 */
export async function runStreams(options: Options, stop: AbortController): Promise<void> {
  assertOpenFiles(options.streams);
  await withTestbed(stop, { countsStatements: true }, async (testbed) => {
    const gigs = await prepare(testbed, options.streams, stop.signal);
    const { report, broken } = await measure(testbed, gigs, options, stop.signal);
    process.stdout.write(`\n${markdown(report)}`);
    if (broken.length > 0)
      throw new Error(`${broken.length} streams did not stay open; the first: ${broken[0]}`);
    if (report.delivered.lost > 0) throw new Error(`${report.delivered.lost} notifications were lost`);
    await keepResults('streams', report, markdown(report));
  });
}

/** Gives each stream's user a gig and an inbox. @returns the gigs */
async function prepare(
  { databaseUrl, cleanup }: Testbed,
  streams: number,
  signal: AbortSignal,
): Promise<string[]> {
  const loader = new Loader(databaseUrl, cleanup, signal);
  const users = Array.from({ length: streams }, (_, index) => userId(index));
  const gigs = await loadOpenGigs(loader, users);
  const recipients = Array.from({ length: NOTIFICATIONS }, (_, index) => users[index % streams]!);
  await loadNotifications(loader, recipients);
  return gigs;
}

async function measure(
  { databaseUrl, servers, cleanup }: Testbed,
  gigs: string[],
  { streams, rate, seconds }: Options,
  signal: AbortSignal,
): Promise<{ report: Report; broken: string[] }> {
  const deliveries = planDeliveries(rate * seconds, streams);
  const applicants = 1 + Math.max(...deliveries.map(({ applicant }) => applicant));
  const tokens = await signTokens(streams + applicants);

  log('Starting two instances');
  const holder = await servers.start('instance with the streams', '../src/main.js', { collects: true });
  const maker = await servers.start('instance that notifies', '../src/main.js');
  const client = new StreamClient(holder.url, tokens);
  cleanup.add(() => client.close());

  const statistics = await connect(atDatabase(databaseUrl, 'postgres'), cleanup);
  const idle: (IdleCost & HeldMemory)[] = [];
  for (const open of [0, 1, streams]) {
    log(`Watching the instance idle with ${open.toLocaleString('en')} streams`);
    await client.openUpTo(open, signal);
    const cost = await watchIdle(open, holder.pid, statistics, signal);
    idle.push({ ...cost, ...(await servers.heldMemory(holder)) });
  }

  log(`Making ${deliveries.length.toLocaleString('en')} notifications`);
  const apply = ({ recipient, applicant }: Delivery) =>
    fetch(`${maker.url}/gigs/${gigs[recipient]}/applications`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens[streams + applicant]}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ message: MESSAGE }),
    });
  const delivered = await deliver(deliveries, apply, rate, client, signal);
  const report = {
    ...{ streams, rate, stored: NOTIFICATIONS, held: client.open, alive: client.alive.size },
    ...{ idle, memoryPerStream: (idle[2]!.ownMemory - idle[1]!.ownMemory) / (streams - 1) },
    ...{ after: await servers.heldMemory(holder), delivered },
  };
  return { report, broken: [...client.broken.values()] };
}
