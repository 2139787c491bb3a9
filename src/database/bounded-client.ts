import pg from 'pg';
import { requestCancel } from './cancel-request.js';
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
export class BoundedClient extends pg.Client {
  private isCorked = false;
  private isGivenUp = false;
  private isCommitting = false;

  /** @param config with `pipeline`, so that `end` waits for what the server owes */
  constructor(config?: pg.ClientConfig) {
    super(config);
    // A connection that breaks fails its statements, which is enough. But an error without a listener ends the process,
    // and the pool listens only while a connection is idle.
    this.on('error', () => {});
    this.once('connect', () => {
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
    if (timeout === undefined) return this.answered(text, values);
    this.limitSilence(timeout);
    try {
      return await this.answered(text, values);
    } finally {
      this.limitSilence(TIMEOUT);
    }
  }

  /** What is answered after it was given up has failed: a write may not have reached the synchronous standby. */
  private async answered(text: string, values: unknown[]): Promise<pg.QueryResult> {
    this.isCommitting = text === 'COMMIT';
    const result = await this.query(text, values);
    if (this.isGivenUp) throw new Error('Query read timeout');
    return result;
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

  /**
   * Cancels, and closes the connection: the cancel request could hit a later statement. A COMMIT is not cancelled. It
   * waits for a synchronous standby, and PostgreSQL would then show what the standby does not have; whoever sent the same
   * request again would be told that it is stored.
   */
  private giveUp(): void {
    if (this.isGivenUp) return;
    this.isGivenUp = true;
    const socket = socketOf(this);
    socket.setTimeout(0);
    if (!this.isCommitting) requestCancel(this);
    void this.end(); // as soon as the server has answered
    const grace = setTimeout(() => socket.destroy(new Error('Query read timeout')), GRACE);
    socket.once('close', () => clearTimeout(grace));
  }
}
