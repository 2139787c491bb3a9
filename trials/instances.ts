import type { Testbed } from '../bench/testbed.js';

/** Starts so many instances of the service on one database, and waits until all are ready. */
export async function startInstances(
  { servers }: Testbed,
  count: number,
  settings: Record<string, string> = {},
) {
  // They would complain of what is broken on purpose.
  const own = { LOG_LEVEL: 'fatal', ...settings };
  const start = (index: number, port?: number) =>
    servers.startService(`instance ${index + 1}`, { settings: own, port });
  const running = await Promise.all(Array.from({ length: count }, (_, index) => start(index)));
  return {
    urls: running.map(({ url }) => url),
    /** Ends one, starts it again at its port, and waits until it is ready. */
    restart: async (index: number, signal: 'SIGTERM' | 'SIGKILL') => {
      const server = running[index]!;
      await servers.end(server, signal);
      running[index] = await start(index, Number(new URL(server.url).port));
    },
  };
}
