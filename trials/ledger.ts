import type { Outcome } from './trial.js';

/** Records what clients were told, to be held against what the database has. */
export class Ledger {
  /** The id that the service gave for each key. */
  private readonly acknowledged = new Map<string, string>();
  /** The ids that a list lacked. */
  private readonly missed = new Set<string>();
  private readonly failures = { unavailable: 0, errors: 0, broken: 0 };
  private longestPause = 0;
  private last: number | undefined;

  /** @param now milliseconds, for example by performance.now() */
  acknowledge(key: string, id: string, now: number): void {
    this.acknowledged.set(key, id);
    this.longestPause = Math.max(this.longestPause, now - (this.last ?? now));
    this.last = now;
  }

  /** Counts an acknowledged write as lost that a list does not have. */
  miss(id: string): void {
    this.missed.add(id);
  }

  /** Counts a response that is no good one; undefined for none at all. */
  fail(status: number | undefined): void {
    this.failures[status === undefined ? 'broken' : status === 503 ? 'unavailable' : 'errors'] += 1;
  }

  /** How many writes were acknowledged. */
  get count(): number {
    return this.acknowledged.size;
  }

  /** Compares with the rows of the database: the key and the id of each. */
  settle(rows: readonly { key: string; id: string }[]): Outcome {
    const ids = new Set(rows.map(({ id }) => id));
    const isLost = (id: string) => !ids.has(id) || this.missed.has(id);
    return {
      acknowledged: this.count,
      lost: [...this.acknowledged.values()].filter(isLost).length,
      repeated: rows.length - new Set(rows.map(({ key }) => key)).size,
      ...this.failures,
      longestPause: this.longestPause,
      notes: [],
    };
  }
}
