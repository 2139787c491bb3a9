import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../src/database/embedded-socket.js';
import { type Environment, testEnvironment } from './app.js';
import { Client } from './client.js';
import { signToken } from './tokens.js';
import { until } from './until.js';

/** The built service as a process of its own. */
export class Service {
  output = '';
  readonly exit: Promise<[code: number | null, signal: NodeJS.Signals | null]>;

  private constructor(
    readonly process: ChildProcess,
    readonly url: string,
  ) {
    const collect = (chunk: Buffer) => {
      this.output += chunk.toString();
    };
    process.stdout?.on('data', collect);
    process.stderr?.on('data', collect);
    this.exit = once(process, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  }

  /** Starts the service, and waits until it listens unless told otherwise. */
  static async start(
    databaseUrl: string,
    overrides: Environment = {},
    { wait = true } = {},
  ): Promise<Service> {
    const port = overrides.PORT ?? String(await freePort());
    const env = {
      PATH: process.env.PATH,
      ...testEnvironment(databaseUrl, { LOG_LEVEL: 'info', ...overrides, PORT: port }),
    };
    const child = spawn(process.execPath, ['.'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const service = new Service(child, `http://127.0.0.1:${port}`);
    if (wait) await service.listening();
    return service;
  }

  as(userId: string): Client {
    return new Client(this.url, signToken({ sub: userId }));
  }

  async listening(): Promise<void> {
    await until(async () => {
      if (this.process.exitCode !== null) throw new Error(`The service ended: ${this.output}`);
      return (await this.status('/health/live')) === 200;
    });
  }

  async ready(): Promise<void> {
    await until(async () => (await this.status('/health/ready')) === 200);
  }

  /** The status of a GET without a token; undefined where nothing answers. */
  async status(path: string): Promise<number | undefined> {
    return fetch(this.url + path).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => undefined,
    );
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.process.kill(signal);
    return (await this.exit)[0];
  }
}
