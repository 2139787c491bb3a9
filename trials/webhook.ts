import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { signTokens, userId } from '../bench/servers.js';
import type { Testbed } from '../bench/testbed.js';
import { startInstances } from './instances.js';
import { Ledger } from './ledger.js';
import type { Outcome } from './trial.js';

const APPLICANTS = 1_000;
/** Each applies to a gig, which is then cancelled. */
export const NOTIFICATIONS = 2 * APPLICANTS;
/** The service is killed when so many messages have been delivered. */
const KILLS = [400, 900, 1_500];
const CLIENTS = 8;
/** Milliseconds before a request that failed is sent again, and between two looks. */
const RETRY = 100;
/** Milliseconds without a delivery after which no more is expected. */
const PATIENCE = 60_000;
/** Nobody waits for hours: what waits for longer than a lease is due at once. */
const ADVANCE = `UPDATE outbox_messages SET next_attempt_at = now() WHERE next_attempt_at > now() + interval '20 s'`;

const GIG = {
  title: 'Stage hands',
  description: 'Build the stage.',
  location: { name: 'Ohio Union' },
  startAt: '2031-03-01T18:00:00Z',
};

/** Kills the service again and again while a receiver fails for every third message. */
export async function deliverAll(testbed: Testbed, signal: AbortSignal): Promise<Outcome> {
  /** How often each notification was delivered. */
  const delivered = new Map<string, number>();
  let failures = 0;
  const receiver = createServer(async (request, response) => {
    // biome-ignore lint/suspicious/noExplicitAny: a message of the service
    const { data } = (await json(request)) as any;
    const fails = Math.random() < 1 / 3;
    response.writeHead(fails ? 500 : 204).end();
    if (fails) failures += 1;
    else delivered.set(data.id, (delivered.get(data.id) ?? 0) + 1);
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  testbed.cleanup.add(async () => void receiver.close());
  const { urls, restart } = await startInstances(testbed, 1, {
    WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
  });
  const ledger = new Ledger();
  const send = async (token: string, method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    for (;;) {
      const request = fetch(urls[0] + path, { method, headers, body: JSON.stringify(body), signal });
      const response = await request.catch(() => undefined);
      signal.throwIfAborted();
      // 409: the application was stored, and its response was lost with the service.
      if (response && (response.ok || response.status === 409))
        return (await response.json()) as { id: string };
      ledger.fail(response?.status);
      await sleep(RETRY, undefined, { signal });
    }
  };

  const [owner, ...applicants] = await signTokens(APPLICANTS + 1);
  const gig = await send(owner!, 'POST', '/gigs', GIG);
  const inTurn = pLimit(CLIENTS);
  const written = Promise.all(
    applicants.map((token, index) =>
      inTurn(async () => {
        await send(token, 'POST', `/gigs/${gig.id}/applications`, {});
        ledger.acknowledge(`applied ${userId(index + 1)}`, `applied ${userId(index + 1)}`, performance.now());
      }),
    ),
  ).then(async () => {
    await send(owner!, 'PATCH', `/gigs/${gig.id}`, { status: 'CANCELLED' });
    for (const index of applicants.keys())
      ledger.acknowledge(
        `cancelled ${userId(index + 1)}`,
        `cancelled ${userId(index + 1)}`,
        performance.now(),
      );
  });
  const kills = [...KILLS];
  let [seen, seenAt] = [0, performance.now()];
  while (delivered.size < NOTIFICATIONS && performance.now() < seenAt + PATIENCE) {
    if (delivered.size >= kills[0]!) {
      kills.shift();
      await restart(0, 'SIGKILL');
    }
    if (delivered.size > seen) [seen, seenAt] = [delivered.size, performance.now()];
    await testbed.database.query(ADVANCE);
    await sleep(RETRY, undefined, { signal });
  }
  await written;

  const { rows } = await testbed.database.query<{ id: string; key: string }>(
    `SELECT id, CASE type WHEN 'GIG_CANCELLED' THEN 'cancelled ' || recipient_id
       ELSE 'applied ' || (SELECT applicant_id FROM applications WHERE id = reference_id::uuid) END AS key
     FROM notifications`,
  );
  const sent = [...delivered.values()].reduce((sum, times) => sum + times, 0);
  return {
    ...ledger.settle(rows.filter(({ id }) => delivered.has(id)).map(({ key }) => ({ key, id: key }))),
    notes: [`${failures} attempts failed`, `${sent - delivered.size} messages came twice`],
    faults: kills.length > 0 ? ['the service was not killed three times'] : [],
  };
}
