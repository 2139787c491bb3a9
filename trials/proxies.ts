import { chown, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Server } from '../bench/servers.js';
import type { Testbed } from '../bench/testbed.js';
import { serverUser } from '../src/database/embedded/embedded-install.js';
import { freePort } from '../src/database/embedded/embedded-socket.js';
import { startProgram } from './programs.js';

/** The files of `deploy/`, which the trials try. Built, this file is dist/trials/proxies.js. */
const DEPLOY = join(import.meta.dirname, '..', '..', 'deploy');

/** haproxy's configuration with other addresses. */
export function haproxyConfig(kept: string, port: number, servers: readonly string[]): string {
  const lines = servers.map((address, index) => `    server events-${index + 1} ${address}\n`);
  return `${kept.replace(/^ {4}server .*\n/gm, '').replace(/^ {4}bind .*$/m, `    bind 127.0.0.1:${port}`)}${lines.join('')}`;
}

/** haproxy's configuration with its own checks, every 2 s and down after three, and no try at another instance. */
export function byDefault(config: string): string {
  return config
    .replace(/^ {4}default-server .*$/m, '    default-server check')
    .replace(/^ {4}(option redispatch|retries \d+)\n/gm, '');
}

/** pgbouncer's configuration with other values; each has to be there already. */
export function pgbouncerConfig(kept: string, values: Record<string, string | number>): string {
  return Object.entries(values).reduce((text, [name, value]) => {
    const line = new RegExp(`^${name} =.*$`, 'm');
    if (!line.test(text)) throw new Error(`pgbouncer.ini has no ${name}.`);
    return text.replace(line, () => `${name} = ${value}`);
  }, kept);
}

/** Starts haproxy before these instances. Answers its URL. */
export async function startHaproxy(
  path: string,
  { dataDir, cleanup }: Testbed,
  instances: readonly Server[],
  checks: (config: string) => string = (config) => config,
): Promise<string> {
  const port = await freePort();
  const file = join(dirname(dataDir), 'haproxy.cfg');
  const kept = await readFile(join(DEPLOY, 'haproxy.cfg'), 'utf8');
  const addresses = instances.map(({ url }) => new URL(url).host);
  await writeFile(file, checks(haproxyConfig(kept, port, addresses)));
  await startProgram(path, ['-db', '-f', file], port, cleanup);
  return `http://127.0.0.1:${port}`;
}

/** pgbouncer in transaction mode. */
export interface Pool {
  /** For the instances. */
  url: string;
  /** Sends new connections to another server. */
  pointTo(url: string): Promise<void>;
}

/** @param size connections to the database */
export async function startPool(
  path: string,
  { server, dataDir, cleanup }: Testbed,
  size: number,
): Promise<Pool> {
  const port = await freePort();
  const folder = dirname(dataDir);
  const file = join(folder, 'pgbouncer.ini');
  // Like PostgreSQL, it refuses to run as root.
  const user = await serverUser(join(dataDir, 'postgres', 'cluster'));
  const kept = await readFile(join(DEPLOY, 'pgbouncer.ini'), 'utf8');
  const write = async (url: string) => {
    const { hostname, port: target, username, password } = new URL(url);
    const config = pgbouncerConfig(kept, {
      events: `host=${hostname} port=${target} dbname=events user=${username} password=${password}`,
      listen_addr: '127.0.0.1',
      listen_port: port,
      default_pool_size: size,
      // Whoever reaches this machine's own address may come in: a trial has nothing to hide.
      auth_type: 'any',
      auth_file: '',
    });
    await writeFile(file, config, { mode: 0o600 });
    if (user) await chown(file, user.uid, user.gid);
  };
  await write(server.url);
  const child = await startProgram(path, [file], port, cleanup, user);
  return {
    url: `postgres://events:any@127.0.0.1:${port}/events`,
    pointTo: async (url) => {
      await write(url);
      child.kill('SIGHUP');
    },
  };
}
