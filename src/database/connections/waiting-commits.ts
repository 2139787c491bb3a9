import { setTimeout as sleep } from 'node:timers/promises';

/** Commits of all instances that may wait for a synchronous standby; each keeps a connection of the server. */
const MOST = 20;
/** Milliseconds between two looks. */
const LOOK_EVERY = 1_000;

/** Counts the commits that wait for a synchronous standby. A role sees only its own. */
export const COUNT_WAITING = {
  text: `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event = 'SyncRep'`,
  values: [],
};

/**
 * Refuses writes while many commits wait for a synchronous standby that is away. They cannot be cancelled (decisions.md,
 * "Database"), so without a limit they would use up the server's connections, and nothing could be read either.
 */
export class WaitingCommits {
  private tooMany = false;
  private isLooking = false;

  /** @param count how many wait, by the server; it rejects where that is away */
  constructor(
    private readonly count: () => Promise<number>,
    private readonly stopping: AbortSignal,
  ) {}

  /** @throws Error, as of a database that is away */
  assertFew(): void {
    if (this.tooMany) throw new Error('The database is away: commits wait for a synchronous standby.');
  }

  /** Looks again and again until none waits. To be called when a commit was not answered in time. */
  suspect(): void {
    if (this.isLooking) return;
    this.isLooking = true;
    void this.look().finally(() => {
      this.tooMany = false;
      this.isLooking = false;
    });
  }

  private async look(): Promise<void> {
    while (!this.stopping.aborted) {
      const count = await this.count().catch(() => 0);
      if (count === 0) return;
      this.tooMany = count >= MOST;
      await sleep(LOOK_EVERY, undefined, { signal: this.stopping, ref: false }).catch(() => {});
    }
  }
}
