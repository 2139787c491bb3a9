import { Client } from 'undici';
import { Mix, type RequestKind } from '../load/mix.js';
import { send } from '../load/request.js';

/** A message to a load generator: a load to run. */
export interface ToGenerator {
  url: string;
  /** A bearer token for each connection, which has one request under way at any time. */
  tokens: string[];
  /** What each connection sends, over and over. */
  cycle: RequestKind[];
  ids: string[];
  seconds: number;
}

/** Its answer: the milliseconds of each request, or why it stopped. */
export type FromGenerator = { latencies: number[] } | { fault: string };

// A load generator, in a process of its own.
process.on('message', (load: ToGenerator) => {
  run(load).then(
    (latencies) => process.send?.({ latencies } satisfies FromGenerator),
    (error: Error) => process.send?.({ fault: error.message } satisfies FromGenerator),
  );
});
process.on('disconnect', () => process.exit(0));

async function run({ url, tokens, cycle, ids, seconds }: ToGenerator): Promise<number[]> {
  const mix = new Mix(cycle, ids, tokens.length);
  const latencies: number[] = [];
  const end = performance.now() + seconds * 1_000;
  const connect = async (token: string, connection: number) => {
    const client = new Client(url);
    try {
      for (let start = performance.now(); start < end; start = performance.now()) {
        const request = mix.next(connection);
        mix.onAnswer(connection, request, await send(client, request, token));
        latencies.push(performance.now() - start);
      }
    } finally {
      await client.close();
    }
  };
  await Promise.all(tokens.map(connect));
  return latencies;
}
