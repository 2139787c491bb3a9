import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../sandbox/random.js';
import { percentile } from '../statistics.js';
import type { Arrival, StreamClient } from './stream-client.js';

/** Milliseconds that a notification may take before it counts as lost. */
const PATIENCE = 10_000;
const SEED = 20_261_123;

/** An application to be made, of which the gig's owner is notified. */
export interface Delivery {
  /** The owner of the gig, on whose stream the notification has to come. */
  recipient: number;
  /** Which of the applicants makes it: one who has not applied to that gig. */
  applicant: number;
}

/** The result of the deliveries. */
export interface Delivered {
  made: number;
  lost: number;
  /** Notifications that came again, which the API allows. */
  repeated: number;
  /** Milliseconds from the answer to the application until its notification was there. */
  p50: number;
  p99: number;
  max: number;
}

/** So many deliveries to random streams. */
export function planDeliveries(count: number, streams: number): Delivery[] {
  const random = seededRandom(SEED);
  const applied = Array<number>(streams).fill(0);
  return Array.from({ length: count }, () => {
    const recipient = Math.floor(random() * streams);
    const applicant = applied[recipient]!;
    applied[recipient] = applicant + 1;
    return { recipient, applicant };
  });
}

interface Made {
  applicationId: string;
  recipient: number;
  /** Milliseconds on this process's clock. */
  answeredAt: number;
}

/**
 * Makes the deliveries at a steady pace, without waiting for answers, and then waits for the notifications.
 * @param apply sends an application to a gig of the recipient
 * @param rate deliveries a second
 * @throws Error when an application is refused, or a notification comes on a wrong stream
 */
export async function deliver(
  deliveries: Delivery[],
  apply: (delivery: Delivery) => Promise<Response>,
  rate: number,
  client: StreamClient,
  signal: AbortSignal,
): Promise<Delivered> {
  const start = performance.now();
  const making: Promise<Made>[] = [];
  for (const [index, delivery] of deliveries.entries()) {
    const wait = start + (index * 1_000) / rate - performance.now();
    await sleep(Math.max(0, wait), undefined, { signal });
    const made = make(delivery, apply);
    made.catch(() => {}); // thrown below, when all have been sent
    making.push(made);
  }
  const made = await Promise.all(making);
  const arrived = () => new Set(client.arrivals.map(({ applicationId }) => applicationId)).size;
  for (const deadline = performance.now() + PATIENCE; performance.now() < deadline; ) {
    if (arrived() >= made.length) break;
    await sleep(50, undefined, { signal });
  }
  return summarize(made, client.arrivals);
}

async function make(delivery: Delivery, apply: (delivery: Delivery) => Promise<Response>): Promise<Made> {
  const response = await apply(delivery);
  const answeredAt = performance.now();
  const body = (await response.json()) as { id: string; code?: string };
  if (response.status !== 201) throw new Error(`An application is answered ${response.status} ${body.code}`);
  return { applicationId: body.id, recipient: delivery.recipient, answeredAt };
}

function summarize(made: Made[], arrivals: readonly Arrival[]): Delivered {
  const first = new Map<string, Arrival>();
  for (const arrival of arrivals)
    if (!first.has(arrival.applicationId)) first.set(arrival.applicationId, arrival);
  const latencies: number[] = [];
  for (const { applicationId, recipient, answeredAt } of made) {
    const arrival = first.get(applicationId);
    if (!arrival) continue;
    if (arrival.stream !== recipient)
      throw new Error(`A notification for stream ${recipient} came on stream ${arrival.stream}`);
    // The notification may come before the answer.
    latencies.push(Math.max(0, arrival.at - answeredAt));
  }
  return {
    made: made.length,
    lost: made.length - latencies.length,
    repeated: arrivals.length - first.size,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    max: percentile(latencies, 1),
  };
}
