import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { type Environment, testEnvironment } from './app.js';
import { Client, PatientClient } from './client.js';
import { signToken } from './tokens.js';
import { until } from './until.js';

/** The arguments of Node in the image. */
const [, ...ARGUMENTS] = JSON.parse(/^CMD (\["node".*)$/m.exec(readFileSync('Dockerfile', 'utf8'))![1]!);

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
    // Its output is complete at `close`, not yet at `exit`.
    this.exit = once(process, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  }

  /** Starts the service, and by default waits until it listens. */
  static async start(
    databaseUrl: string,
    overrides: Environment = {},
    { wait = true } = {},
  ): Promise<Service> {
    const port = overrides.PORT ?? String(await ownPort());
    const env = {
      PATH: process.env.PATH,
      ...testEnvironment(databaseUrl, { LOG_LEVEL: 'info', ...overrides, PORT: port }),
    };
    const child = spawn(process.execPath, ARGUMENTS, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const service = new Service(child, `http://127.0.0.1:${port}`);
    if (wait) await service.listening();
    return service;
  }

  as(userId: string): Client {
    return new Client(this.url, signToken({ sub: userId }));
  }

  /** A user who retries if a busy machine returns 503. */
  patientlyAs(userId: string): PatientClient {
    return new PatientClient(this.url, signToken({ sub: userId }));
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

  /** The status of a GET without a token; undefined without a response. */
  async status(path: string): Promise<number | undefined> {
    return fetch(this.url + path).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => undefined,
    );
  }

  /** The bytes of memory of the process, by its metrics. A busy machine may refuse some requests. */
  async resident(): Promise<number> {
    let bytes: string | undefined;
    await until(async () => {
      const response = await fetch(`${this.url}/metrics`);
      bytes = /^process_resident_memory_bytes (\S+)$/m.exec(await response.text())?.[1];
      return bytes !== undefined;
    });
    return Number(bytes);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.process.kill(signal);
    return (await this.exit)[0];
  }
}

/** The first of the ports of each worker, all below the ephemeral ports of the system. */
const FIRST_PORT = 10_000;
const PORTS_OF_WORKER = 1_000;

/** A free port that neither the system nor another worker uses before the service listens. */
async function ownPort(): Promise<number> {
  const worker = Number(process.env.JEST_WORKER_ID ?? 0) % 20;
  for (;;) {
    const port = FIRST_PORT + worker * PORTS_OF_WORKER + Math.floor(Math.random() * PORTS_OF_WORKER);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    probe.close();
    if (isFree) return port;
  }
}
