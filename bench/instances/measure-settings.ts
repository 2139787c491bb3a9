import { cpus } from 'node:os';
import type pg from 'pg';
import type { RequestKind } from '../load/mix.js';
import { processorTime, processorTimeOfFamily } from '../process-stats.js';
import type { Server } from '../servers.js';
import { median, percentile } from '../statistics.js';
import type { Generators } from './generators.js';
import { type Waits, WaitWatch } from './waits.js';

/** Seconds of load before each measurement. */
const WARM_UP = 1;

/** A load over one instance or more. */
export interface Setting {
  title: string;
  cycle: RequestKind[];
  instances: number;
  /** Of each instance; each has one request under way. */
  connections: number;
}

/** Busy processors, by the kind of process, and in all; undefined outside Linux. */
export type Busy = Record<'services' | 'database' | 'generators' | 'all', number | undefined>;

/** The result of a setting, of the median round. */
export interface Result extends Setting {
  /** Requests a second. */
  rate: number;
  rates: number[];
  /** Milliseconds. */
  p50: number;
  p99: number;
  busy: Busy;
  waits: Waits;
}

/** What the settings are measured on. */
export interface Stage {
  services: Server[];
  generators: Generators;
  database: pg.Client;
  /** PostgreSQL's first process, whose children the others are. */
  postmaster: number | undefined;
  metricsToken: string;
  tokens: string[];
  ids: string[];
}

/** Measures every setting in every round: what slows the machine for a while slows all of them. */
export async function measureSettings(
  stage: Stage,
  settings: Setting[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Result[]> {
  const results = settings.map(() => [] as Result[]);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, setting] of settings.entries())
      results[index]!.push(await measure(stage, setting, seconds));
  return results.map((samples) => {
    const rates = samples.map(({ rate }) => rate);
    const sorted = samples.sort((left, right) => left.rate - right.rate);
    return { ...sorted[Math.floor((sorted.length - 1) / 2)]!, rate: median(rates), rates };
  });
}

async function measure(stage: Stage, setting: Setting, seconds: number): Promise<Result> {
  const { services, generators, database, metricsToken, tokens, ids } = stage;
  const loaded = services.slice(0, setting.instances);
  const loads = (length: number) =>
    loaded.map(({ url }, index) => ({
      url,
      tokens: tokens.slice(index * setting.connections, (index + 1) * setting.connections),
      ...{ cycle: setting.cycle, ids, seconds: length },
    }));
  await generators.run(loads(WARM_UP));

  const urls = loaded.map(({ url }) => url);
  const before = await processors(stage);
  const watch = new WaitWatch(database, urls, metricsToken);
  const start = performance.now();
  const latencies = await generators.run(loads(seconds));
  const [elapsed, after] = [performance.now() - start, await processors(stage)];
  const share = (who: keyof Busy) => {
    const [from, to] = [before[who], after[who]];
    return from === undefined || to === undefined ? undefined : (to - from) / elapsed;
  };
  const rate = latencies.length / (elapsed / 1_000);
  return {
    ...setting,
    ...{ rate, rates: [rate], p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) },
    busy: {
      ...{ services: share('services'), database: share('database') },
      ...{ generators: share('generators'), all: share('all') },
    },
    waits: await watch.stop(),
  };
}

/** Milliseconds of processor time that each kind of process has used so far. */
async function processors({ services, generators, postmaster }: Stage): Promise<Busy> {
  const total = async (pids: number[]) => {
    const times = await Promise.all(pids.map(processorTime));
    return times.reduce<number | undefined>(
      (sum, time) => (sum === undefined || time === undefined ? undefined : sum + time),
      0,
    );
  };
  return {
    services: await total(services.map(({ pid }) => pid)),
    database: postmaster === undefined ? undefined : await processorTimeOfFamily(postmaster),
    generators: await total(generators.pids),
    all: cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0),
  };
}
