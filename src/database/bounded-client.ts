import type { Socket } from 'node:net';
import pg from 'pg';
import { requestCancel } from './cancel-request.js';

/** Milliseconds of silence after which a statement is given up: with the grace, that is told within 3 s. */
const PATIENCE = 2_300;
/** Milliseconds that the server then has to end it. A proxy needs some 300 to hand a cancel request on. */
const GRACE = 500;

/** What the driver knows of a connection, and does not declare. */
interface Internals {
  connection: { stream: Socket };
  readyForQuery: boolean;
}

/**
 * A connection on which no statement waits for ever. Where the server stays silent over an answer, the statement is
 * cancelled, and the connection is closed whatever becomes of that. (The driver's own `query_timeout` only stops
 * waiting: the statement runs on in the server, and the connection stays in use.)
 */
export class BoundedClient extends pg.Client {
  private isGathering = false;
  private isGivenUp = false;

  /** @param config with `pipeline`, so that `end` waits for what the server owes */
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The pool listens only while a connection idles. One that breaks at work tells its statements, which is enough;
    // without a listener it would end the process.
    this.on('error', () => {});
    this.once('connect', () => {
      this.allow(PATIENCE);
      this.socket.on('timeout', () => {
        if (!this.internals.readyForQuery) this.giveUp();
      });
    });
  }

  /**
   * Runs one statement. Those that are asked in the same turn go out in one write.
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
    if (!this.isGivenUp) this.socket.setTimeout(milliseconds);
  }

  /** Nothing may be asked here any more: the cancel request might meet whatever runs when it arrives. */
  private giveUp(): void {
    if (this.isGivenUp) return;
    this.isGivenUp = true;
    const { socket } = this;
    socket.setTimeout(0);
    requestCancel(this);
    void this.end(); // as soon as the server has answered
    const grace = setTimeout(() => socket.destroy(new Error('Query read timeout')), GRACE);
    socket.once('close', () => clearTimeout(grace));
  }

  private get socket(): Socket {
    return this.internals.connection.stream;
  }

  private get internals(): Internals {
    return this as unknown as Internals;
  }
}
