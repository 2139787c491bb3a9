import pg from 'pg';
import { requestCancel } from './cancel-request.js';
import { isWorking, socketOf } from './pg.internals.js';

/** Milliseconds of silence after which a statement is given up. With the grace it fails within 3 s. */
const PATIENCE = 2_300;
/** Milliseconds that the server then has to end it. A proxy needs some 300 to pass a cancel request on. */
const GRACE = 500;

/**
 * A connection on which no statement waits forever. When the server stays silent for too long, the statement is
 * cancelled and the connection is closed, whether or not that worked. (The driver's own `query_timeout` only stops
 * waiting: the statement runs on in the server, and the connection stays in use.)
 */
export class BoundedClient extends pg.Client {
  private isGathering = false;
  private isGivenUp = false;

  /** @param config with `pipeline`, so that `end` waits for what the server owes */
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The pool listens only while a connection is idle. One that breaks at work fails its statements, which is enough;
    // but an error without a listener would end the process.
    this.on('error', () => {});
    this.once('connect', () => {
      this.allow(PATIENCE);
      socketOf(this).on('timeout', () => {
        if (isWorking(this)) this.giveUp();
      });
    });
  }

  /**
   * Runs one statement. Those that are asked in the same turn go out in one write.
   * @param patience milliseconds of silence to allow, where the default does not fit
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
    const socket = socketOf(this);
    socket.cork();
    process.nextTick(() => {
      this.isGathering = false;
      socket.uncork();
    });
  }

  private allow(milliseconds: number): void {
    if (!this.isGivenUp) socketOf(this).setTimeout(milliseconds);
  }

  /** No statement may follow on this connection: the cancel request could hit it. */
  private giveUp(): void {
    if (this.isGivenUp) return;
    this.isGivenUp = true;
    const socket = socketOf(this);
    socket.setTimeout(0);
    requestCancel(this);
    void this.end(); // as soon as the server has answered
    const grace = setTimeout(() => socket.destroy(new Error('Query read timeout')), GRACE);
    socket.once('close', () => clearTimeout(grace));
  }
}
