import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type pg from 'pg';
import { RecentWrites } from './recent-writes.js';
import { askOn, type Mark, type Replica } from './replica.js';

/** How often in the longest lag the servers are looked at, so that the lag is known better than it is limited. */
const LOOKS = 10;
/** Milliseconds between two looks at most. */
const LONGEST_PAUSE = 250;
/** Milliseconds that a look at the primary may take. */
const LOOK_TIMEOUT = 1_000;

/**
 * The standbys that lists may be read from (decisions.md, "Reads from standbys"). A standby has what was written before an
 * instant: when the primary's log was no longer then than what the standby has replayed now. That instant is taken by this
 * process's own clock before the primary is asked, so no clocks are compared.
 */
@Injectable()
export class Replicas implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(Replicas.name);
  private readonly stopping = new AbortController();
  private readonly marks: Mark[] = [];
  private readonly writes = new RecentWrites(this.maxLag);
  private next = 0;

  /**
   * @param primary a pool of its own, which is asked for the end of its log
   * @param maxLag milliseconds that a standby may be behind
   */
  constructor(
    private readonly primary: pg.Pool | undefined,
    private readonly replicas: Replica[],
    private readonly maxLag: number,
  ) {}

  onModuleInit(): void {
    const { primary, replicas } = this;
    if (!primary) return;
    void this.repeat(() => this.look(primary));
    for (const replica of replicas) void this.watch(replica);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.primary?.end(), ...this.replicas.map((replica) => replica.end())]);
  }

  /** A standby that is not too far behind; undefined where there is none, and the primary is to be asked. */
  any(): Replica | undefined {
    return this.replicas.length === 0 ? undefined : this.thatHas(Number.NEGATIVE_INFINITY);
  }

  /** A standby that has all that the user has written by this instance, too. */
  forUser(id: string): Replica | undefined {
    return this.replicas.length === 0 ? undefined : this.thatHas(this.writes.lastOf(id));
  }

  /** For a list: one of one's own is as it is now; others may be as they were a moment ago, but have what the user wrote. */
  forList(userId: string, ownerId: string | undefined): Replica | undefined {
    return ownerId === userId ? undefined : this.forUser(userId);
  }

  /** Notes that a user has just written, or may have, what lists show. */
  wrote(userId: string): void {
    if (this.replicas.length > 0) this.writes.add(userId, performance.now());
  }

  /** One after the other, so that all have their share. */
  private thatHas(instant: number): Replica | undefined {
    const since = Math.max(instant, performance.now() - this.maxLag);
    for (let tried = 0; tried < this.replicas.length; tried += 1) {
      this.next = (this.next + 1) % this.replicas.length;
      const replica = this.replicas[this.next]!;
      if (replica.has >= since) return replica;
    }
    return undefined;
  }

  private async look(primary: pg.Pool): Promise<void> {
    const at = performance.now();
    const text = `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS end`;
    const [row] = await askOn<{ end: number }>(primary, { text, values: [] }, LOOK_TIMEOUT);
    this.marks.push({ at, end: row!.end });
    while (this.marks[0]!.at < at - this.maxLag) this.marks.shift();
  }

  private watch(replica: Replica): Promise<void> {
    let wasUsed: boolean | undefined;
    return this.repeat(async () => {
      await replica.follow(this.marks);
      const isUsed = replica.has >= performance.now() - this.maxLag;
      if (isUsed !== wasUsed && this.marks.length > 0)
        this.logger.log(`Lists are ${isUsed ? '' : 'not '}read from the standby ${replica.name}.`);
      if (this.marks.length > 0) wasUsed = isUsed;
    });
  }

  private async repeat(look: () => Promise<void>): Promise<void> {
    const { signal } = this.stopping;
    const pause = Math.min(LONGEST_PAUSE, this.maxLag / LOOKS);
    while (!signal.aborted) {
      await look().catch(() => {}); // without a new mark, lists are soon read from the primary
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  }
}
