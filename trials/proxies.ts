import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Testbed } from '../bench/testbed.js';
import { serverUser } from '../src/database/embedded/embedded-cluster.js';
import { freePort } from '../src/database/embedded/embedded-process.js';

/** The files of `deploy/`, which the trials try. Built, this file is dist/trials/proxies.js. */
export const DEPLOY = join(import.meta.dirname, '..', '..', 'deploy');
/** Where packages put servers, which a user's PATH often lacks. */
const USUAL_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/sbin'];
/** Milliseconds until haproxy has seen that the instances are there. */
const SEEN_AFTER = 4_500;
/** Milliseconds for a program to listen. */
const START_LIMIT = 10_000;

/** A program that does not come from npm is not installed. */
export class MissingProgram extends Error {}

/** haproxy's configuration with other addresses. */
export function haproxyConfig(original: string, port: number, servers: readonly string[]): string {
  const lines = servers.map((address, index) => `    server events-${index + 1} ${address}\n`);
  const proxy = original
    .replace(/^ {4}server .*\n/gm, '')
    .replace(/^ {4}bind .*$/m, `    bind 127.0.0.1:${port}`);
  return proxy + lines.join('');
}

/** haproxy's configuration with the checks of `deploy/`. */
export const asShipped = (config: string) => config;

/** haproxy's configuration with its own checks, every 2 s and down after three, and no second try. */
export function byDefault(config: string): string {
  return config
    .replace(/^ {4}default-server .*$/m, '    default-server check')
    .replace(/^ {4}(option redispatch|retries \d+)\n/gm, '');
}

/** pgbouncer's configuration with other values; each has to be there already. */
export function pgbouncerConfig(original: string, values: Record<string, string | number>): string {
  return Object.entries(values).reduce((text, [name, value]) => {
    const line = new RegExp(`^${name} =.*$`, 'm');
    if (!line.test(text)) throw new Error(`pgbouncer.ini has no ${name}.`);
    return text.replace(line, () => `${name} = ${value}`);
  }, original);
}

/** Starts haproxy before the instances at these URLs. @returns its URL */
export async function startHaproxy(testbed: Testbed, urls: readonly string[], checks = asShipped) {
  const port = await freePort();
  const file = join(dirname(testbed.dataDir), 'haproxy.cfg');
  const original = await readFile(join(DEPLOY, 'haproxy.cfg'), 'utf8');
  const addresses = urls.map((url) => new URL(url).host);
  await writeFile(file, checks(haproxyConfig(original, port, addresses)));
  await startProgram('haproxy', ['-db', '-f', file], port, testbed);
  await sleep(SEEN_AFTER);
  return `http://127.0.0.1:${port}`;
}

/**
 * Starts pgbouncer in transaction mode.
 * @param size connections to the database
 * @returns its URL, and what sends new connections to another server
 */
export async function startPool(testbed: Testbed, size: number) {
  const port = await freePort();
  const file = join(dirname(testbed.dataDir), 'pgbouncer.ini');
  const original = await readFile(join(DEPLOY, 'pgbouncer.ini'), 'utf8');
  const write = async (url: string) => {
    const { hostname, port: target, username, password } = new URL(url);
    const config = pgbouncerConfig(original, {
      events: `host=${hostname} port=${target} dbname=events user=${username} password=${password}`,
      listen_addr: '127.0.0.1',
      listen_port: port,
      default_pool_size: size,
      // Whoever reaches this machine's own address may come in: a trial has nothing to hide.
      auth_type: 'any',
      auth_file: '',
    });
    await writeFile(file, config);
  };
  await write(testbed.server.url);
  const child = await startProgram('pgbouncer', [file], port, testbed);
  const pointTo = async (url: string) => {
    await write(url);
    child.kill('SIGHUP');
  };
  return { url: `postgres://events:any@127.0.0.1:${port}/events`, pointTo };
}

/**
 * Starts a program that listens at a port of 127.0.0.1. It ends with the testbed.
 * @param bin its folder; by default one of PATH, or a usual one
 */
export async function startProgram(
  name: string,
  args: string[],
  port: number,
  { dataDir, cleanup }: Testbed,
  bin?: string,
) {
  const folders = bin ? [bin] : [...`${process.env.PATH}`.split(delimiter), ...USUAL_FOLDERS];
  const path = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (!path) throw new MissingProgram(`no ${name} was found`);
  // Like PostgreSQL, pgbouncer refuses to run as root.
  const user = await serverUser(join(dataDir, 'postgres', 'cluster'));
  const child = spawn(path, args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], ...user });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-2_000);
  });
  const exited = once(child, 'exit');
  cleanup.add(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  for (const deadline = Date.now() + START_LIMIT; ; await sleep(50)) {
    const socket = connect(port, '127.0.0.1');
    const listens = await once(socket, 'connect').catch(() => undefined);
    socket.destroy();
    if (listens) return child;
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${path} does not listen: ${output}`);
  }
}
