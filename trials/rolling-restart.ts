import { setTimeout as sleep } from 'node:timers/promises';
import { Instances } from './instances.js';
import { Load } from './load.js';
import { startHaproxy } from './proxies.js';
import type { Trial } from './trial.js';

const INSTANCES = 4;
/** Milliseconds between the restarts: the proxy has to see that an instance is back. */
const PAUSE = 2_500;

export const ROLLING_RESTART: Trial = {
  name: 'rolling-restart',
  title: 'four instances behind haproxy are restarted one after the other',
  needs: ['haproxy'],
  holds: ['lost', 'repeated', 'unavailable', 'errors', 'broken'],
  async run(testbed, { haproxy }, signal) {
    const settings = { DATABASE_POOL_SIZE: '5', DRAIN_SECONDS: '3' };
    const instances = await new Instances(testbed, settings).start(INSTANCES);
    const url = await startHaproxy(haproxy!, testbed, instances.servers);
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
