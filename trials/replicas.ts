import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { signTokens } from '../bench/servers.js';
import { Instances } from './instances.js';
import { startHaproxy } from './proxies.js';
import { type Standby, startStandby } from './standby.js';
import type { Outcome, Trial } from './trial.js';

const WRITES = 1_000;
const USERS = 8;
const DELAY = '500ms';
/** Milliseconds until the proxy has seen that the instances are there. */
const UP_AFTER = 2_000;

/** Somebody writes, and reads a list at once. What the list lacks counts as lost. */
export const REPLICAS: Trial = {
  name: 'replicas',
  title: `two instances behind haproxy read lists from a replica held ${DELAY} behind: ${WRITES.toLocaleString('en')} writes, each looked for in a list at once`,
  needs: ['haproxy'],
  holds: ['lost', 'repeated', 'unavailable', 'errors', 'broken'],
  async run(testbed, { haproxy }, signal): Promise<Outcome> {
    const standby = await startStandby(testbed, { recovery_min_apply_delay: DELAY });
    const settings = { DATABASE_READ_URL: standby.url, DATABASE_READ_MAX_LAG_MS: '1000' };
    const instances = await new Instances(testbed, settings).start(2);
    const url = await startHaproxy(haproxy!, testbed, instances.servers);
    await sleep(UP_AFTER, undefined, { signal });
    const before = await transactionsOf(standby);
    const readers = await signTokens(USERS, USERS);
    const writers = await signTokens(USERS);
    let missed = 0;
    const work = async (token: string, user: number) => {
      const client = new Client(url);
      try {
        for (let turn = user; turn < WRITES; turn += USERS) {
          signal.throwIfAborted();
          const { id } = JSON.parse(await send(client, creation(`trial ${turn}`), token));
          const list = JSON.parse(await send(client, LIST, token));
          if (!list.data.some((event: { id: string }) => event.id === id)) missed += 1;
          // Somebody else, who has written nothing.
          await send(client, LIST, readers[user]!);
        }
      } finally {
        await client.close();
      }
    };
    await Promise.all(writers.map(work));
    const asked = (await transactionsOf(standby)) - before;
    return {
      ...{
        acknowledged: WRITES,
        lost: missed,
        repeated: 0,
        unavailable: 0,
        errors: 0,
        broken: 0,
        longestPause: 0,
      },
      notes: [`the replica answered ${asked.toLocaleString('en')} statements`],
      faults: asked < WRITES / 2 ? ['the replica was not asked'] : [],
    };
  },
};

const LIST: LoadRequest = { method: 'GET', path: '/events?sort=-createdAt&limit=50', status: 200 };

const creation = (title: string): LoadRequest => ({
  method: 'POST',
  path: '/events',
  status: 201,
  body: JSON.stringify({
    ...{ title, description: 'Stage hands for the spring concert.', location: { name: 'Ohio Union' } },
    type: 'EVENT',
    startAt: '2031-03-01T18:00:00Z',
  }),
});

/** A request of the trial, with the status of a good response. */
interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  status: number;
  body?: string;
}

/** @returns the body of the response */
async function send(
  client: Client,
  { method, path, body, status }: LoadRequest,
  token: string,
): Promise<string> {
  const type = body && { 'content-type': 'application/json' };
  const headers = { authorization: `Bearer ${token}`, ...type };
  const response = await client.request({ method, path, body, headers });
  const text = await response.body.text();
  if (response.statusCode === status) return text;
  throw new Error(
    `${method} ${path} is answered ${response.statusCode}, not ${status}: ${text.slice(0, 200)}`,
  );
}

/** Transactions that the service's database of a server has ended. */
async function transactionsOf({ database }: Standby): Promise<number> {
  await database.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await database.query(
    `SELECT xact_commit::float8 AS count FROM pg_stat_database WHERE datname = 'events'`,
  );
  return rows[0].count;
}
