import { setTimeout as sleep } from 'node:timers/promises';
import { Instances } from './instances.js';
import { Load } from './load.js';
import { byDefault, startHaproxy } from './proxies.js';
import type { Trial } from './trial.js';

const INSTANCES = 4;
/** Milliseconds between the restarts: the proxy has to see that an instance is back. */
const PAUSE = 4_500;

function rollingRestart(
  name: string,
  title: string,
  { drain, checks }: { drain: number; checks?: (config: string) => string },
): Trial {
  return {
    ...{ name, title, needs: ['haproxy'], holds: ['lost', 'repeated', 'unavailable', 'errors', 'broken'] },
    async run(testbed, { haproxy }, signal) {
      const settings = { DATABASE_POOL_SIZE: '5', DRAIN_SECONDS: String(drain) };
      const instances = await new Instances(testbed, settings).start(INSTANCES);
      const url = await startHaproxy(haproxy!, testbed, instances.servers, checks);
      await sleep(PAUSE, undefined, { signal });
      const load = new Load([url]);
      for (const index of instances.servers.keys()) {
        await sleep(PAUSE, undefined, { signal });
        await instances.end(index, 'SIGTERM');
        await instances.restart(index);
      }
      await sleep(PAUSE, undefined, { signal });
      return load.settle(testbed.database);
    },
  };
}

export const ROLLING_RESTARTS: Trial[] = [
  rollingRestart(
    'rolling-restart',
    'four instances behind haproxy are restarted one after the other (`deploy/haproxy.cfg`, `DRAIN_SECONDS=3`)',
    { drain: 3 },
  ),
  rollingRestart(
    'rolling-restart-defaults',
    'the same with the checks that haproxy has by default, and no second try (`DRAIN_SECONDS=8`)',
    { drain: 8, checks: byDefault },
  ),
];
