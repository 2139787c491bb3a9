import type pg from 'pg';
import { requestCancel } from './cancel-request.js';
import { HostClient, type HostConfig } from './host-client.js';
import { isWorking, socketOf } from './pg.internals.js';

/** Milliseconds of silence after which a statement is cancelled. With the grace, it fails within 3 s. */
const TIMEOUT = 2_300;
/** Milliseconds that the server then has to end it. A proxy needs some 300 to pass a cancel request on. */
const GRACE = 500;

/**
 * A connection on which no statement waits forever. When the server is silent for too long, the statement is cancelled
 * and the connection is closed. The driver's own `query_timeout` would not do: the statement runs on in the server, and
 * the connection stays in use.
 */
export class BoundedClient extends HostClient {
  /** When the connection was made, by `performance.now()`. */
  madeAt = Number.NEGATIVE_INFINITY;
  private isCorked = false;
  private isGivenUp = false;

  /** @param config with `pipeline`, so that `end` waits for what the server owes */
  constructor(config?: HostConfig) {
    super(config);
    this.on('connect', () => {
      this.madeAt = performance.now();
      this.limitSilence(TIMEOUT);
      socketOf(this).on('timeout', () => {
        if (isWorking(this)) this.giveUp();
      });
    });
  }

  /**
   * Runs one statement. All statements of one turn of the event loop go out in one write.
   * @param timeout milliseconds of silence, where the default does not fit
   */
  async ask(text: string, values: unknown[] = [], timeout?: number): Promise<pg.QueryResult> {
    this.corkForThisTurn();
    if (timeout === undefined) return this.query(text, values);
    this.limitSilence(timeout);
    try {
      return await this.query(text, values);
    } finally {
      this.limitSilence(TIMEOUT);
    }
  }

  private corkForThisTurn(): void {
    if (this.isCorked) return;
    this.isCorked = true;
    const socket = socketOf(this);
    socket.cork();
    process.nextTick(() => {
      this.isCorked = false;
      socket.uncork();
    });
  }

  private limitSilence(milliseconds: number): void {
    if (!this.isGivenUp) socketOf(this).setTimeout(milliseconds);
  }

  /** Cancels, and closes the connection: the cancel request could hit a later statement. */
  private giveUp(): void {
    if (this.isGivenUp) return;
    this.isGivenUp = true;
    const socket = socketOf(this);
    socket.setTimeout(0);
    requestCancel(this);
    void this.end(); // as soon as the server has answered
    const grace = setTimeout(() => {
      this.doubtHost();
      socket.destroy(new Error('Query read timeout'));
    }, GRACE);
    socket.once('close', () => clearTimeout(grace));
  }
}
