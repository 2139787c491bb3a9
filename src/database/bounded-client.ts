import type { Socket } from 'node:net';
import pg from 'pg';

/** Milliseconds of silence after which a server that owes an answer is given up: it is told within 3 s (faults.md). */
const PATIENCE = 2_500;

/**
 * A connection that breaks when the server stays silent over an answer. (The driver's own `query_timeout` keeps every
 * result in memory until its time is up, and leaves a connection in use that still waits.)
 */
export class BoundedClient extends pg.Client {
  private isGathering = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.once('connect', () => {
      this.allow(PATIENCE);
      this.socket.on('timeout', () => {
        if (!this.isIdle) this.socket.destroy(new Error('Query read timeout'));
      });
    });
  }

  /**
   * Runs one statement. Those that are asked in the same turn go out in one write, where the client is to pipeline.
   * @param patience milliseconds of silence that it is worth, where the usual ones are too few or too many
   */
  async ask(text: string, values: unknown[] = [], patience?: number): Promise<pg.QueryResult> {
    this.gather();
    if (patience === undefined) return this.query(text, values);
    this.allow(patience);
    try {
      return await this.query(text, values);
    } finally {
      this.allow(PATIENCE);
    }
  }

  private gather(): void {
    if (this.isGathering) return;
    this.isGathering = true;
    const { socket } = this;
    socket.cork();
    process.nextTick(() => {
      this.isGathering = false;
      socket.uncork();
    });
  }

  private allow(milliseconds: number): void {
    this.socket.setTimeout(milliseconds);
  }

  private get isIdle(): boolean {
    return (this as unknown as { readyForQuery: boolean }).readyForQuery;
  }

  private get socket(): Socket {
    return (this as unknown as { connection: { stream: Socket } }).connection.stream;
  }
}
