import type { Server } from '../bench/servers.js';
import type { Testbed } from '../bench/testbed.js';

/** Instances of the service on one database, which can be ended and started again at their ports. */
export class Instances {
  readonly servers: Server[] = [];
  private readonly settings: Record<string, string>;

  constructor(
    private readonly testbed: Testbed,
    settings: Record<string, string> = {},
  ) {
    // They would complain of what is broken on purpose.
    this.settings = { LOG_LEVEL: 'fatal', ...settings };
  }

  /** Starts so many at once, and waits until all are ready. */
  async start(count: number): Promise<this> {
    const names = Array.from({ length: count }, (_, index) => `instance ${index + 1}`);
    this.servers.push(...(await Promise.all(names.map((name) => this.startOne(name)))));
    return this;
  }

  get urls(): string[] {
    return this.servers.map(({ url }) => url);
  }

  end(index: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    return this.testbed.servers.end(this.servers[index]!, signal);
  }

  /** Starts one that has ended again, and waits until it is ready. */
  async restart(index: number): Promise<void> {
    const { name, url } = this.servers[index]!;
    this.servers[index] = await this.startOne(name, Number(new URL(url).port));
  }

  private startOne(name: string, port?: number): Promise<Server> {
    return this.testbed.servers.startService(name, { settings: this.settings, port });
  }
}
