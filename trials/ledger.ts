import type { Outcome } from './trial.js';

/** Keeps what clients were told, to be held against what the database has. */
export class Ledger {
  /** The id that the service gave for each key. */
  private readonly acknowledged = new Map<string, string>();
  private unavailable = 0;
  private errors = 0;
  private broken = 0;
  private longestPause = 0;
  private last: number | undefined;

  /** @param now milliseconds, for example by performance.now() */
  acknowledge(key: string, id: string, now: number): void {
    this.acknowledged.set(key, id);
    this.longestPause = Math.max(this.longestPause, now - (this.last ?? now));
    this.last = now;
  }

  /** Notes an answer that is no good one; undefined for none at all. */
  fail(status: number | undefined): void {
    if (status === undefined) this.broken += 1;
    else if (status === 503) this.unavailable += 1;
    else if (status >= 500) this.errors += 1;
  }

  /** How many writes were acknowledged. */
  get count(): number {
    return this.acknowledged.size;
  }

  /** Compares with the rows of the database: the key and the id of each. */
  settle(rows: readonly { key: string; id: string }[]): Outcome {
    const ids = new Set(rows.map(({ id }) => id));
    const keys = new Set(rows.map(({ key }) => key));
    return {
      acknowledged: this.acknowledged.size,
      lost: [...this.acknowledged.values()].filter((id) => !ids.has(id)).length,
      repeated: rows.length - keys.size,
      ...{ unavailable: this.unavailable, errors: this.errors, broken: this.broken },
      longestPause: this.longestPause,
      notes: [],
    };
  }
}
