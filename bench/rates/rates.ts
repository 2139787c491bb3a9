import { loadEvents, randomEvents } from '../data/events.js';
import { Loader } from '../data/loader.js';
import { Generators } from '../instances/generators.js';
import { log } from '../progress.js';
import { keepResults } from '../results.js';
import { median, percentile } from '../statistics.js';
import { withTestbed } from '../testbed.js';
import { signTokens } from '../tokens.js';
import { markdown, type Report } from './report.js';

/** Connections, each of a user of its own. */
const CONNECTIONS = 32;
const NAMED_EVENTS = 1_000;
/** Seconds of load before the first measurement. */
const WARM_UP = 3;

interface Options {
  rows: number;
  rounds: number;
  seconds: number;
}

/** Measures what it costs to share the counts of the rate limit: an instance that does and one that does not, in turns. */
export function runRates({ rows, rounds, seconds }: Options, stop: AbortController): Promise<void> {
  return withTestbed(stop, {}, async ({ databaseUrl, database, servers, cleanup }) => {
    await loadEvents(new Loader(databaseUrl, cleanup, stop.signal), 0, rows);
    const ids = await randomEvents(database, NAMED_EVENTS);
    const tokens = await signTokens(CONNECTIONS);
    const start = (name: string, RATE_LIMIT_SHARED: string) =>
      servers.start(name, '../src/main.js', { settings: { RATE_LIMIT: '1000000', RATE_LIMIT_SHARED } });
    const sides = [
      {
        name: 'off',
        server: await start('service that counts alone', 'off'),
        rates: [] as number[],
        latencies: [] as number[],
      },
      {
        name: 'on',
        server: await start('service that shares', 'on'),
        rates: [] as number[],
        latencies: [] as number[],
      },
    ];
    const generators = new Generators(1, cleanup, stop.signal);
    const run = (url: string, length: number) =>
      generators.run([{ url, tokens, cycle: ['one'], ids, seconds: length }]);
    for (const { server } of sides) await run(server.url, WARM_UP);
    for (let round = 0; round < rounds; round += 1) {
      log(`Round ${round + 1}`);
      for (const { server, rates, latencies } of round % 2 ? sides.toReversed() : sides) {
        const times = await run(server.url, seconds);
        rates.push(times.length / seconds);
        latencies.push(...times);
      }
    }
    const report: Report = {
      ...{ rows, rounds, seconds, connections: CONNECTIONS },
      sides: sides.map(({ name, rates, latencies }) => ({
        ...{ name, rates, rate: median(rates) },
        ...{ p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) },
      })),
    };
    process.stdout.write(`\n${markdown(report)}`);
    await keepResults('rates', report, markdown(report));
  });
}
