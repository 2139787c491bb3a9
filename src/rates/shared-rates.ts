import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { RateLimit, Spending } from '../common/http/rate-limit.js';
import { deleteInBatches } from '../database/batched-delete.js';
import { Database } from '../database/database.js';
import { Table } from '../database/table.js';
import { ENDED, RateCountEntity } from './rate-count.entity.js';

/** Milliseconds between two exchanges with the other instances. */
const EXCHANGE_EVERY = 1_000;
/** Exchanges between two removals of what has ended. */
const REMOVE_EVERY = 60;
/** Users and addresses of one statement. */
const MOST_ASKERS = 5_000;

/** What has been spent since the last exchange is added to the table, which answers what all have spent. */
const EXCHANGE = `
  INSERT INTO rate_counts AS t (asker, spent, ends_at)
  SELECT asker, spent, now() + make_interval(secs => remaining / 1000.0)
  FROM unnest($1::text[], $2::integer[], $3::integer[]) AS v (asker, spent, remaining)
  ON CONFLICT (asker) DO UPDATE SET
    spent = CASE WHEN t.ends_at <= now() THEN excluded.spent ELSE t.spent + excluded.spent END,
    ends_at = CASE WHEN t.ends_at <= now() THEN excluded.ends_at ELSE t.ends_at END
  RETURNING asker, spent, ceil(extract(epoch FROM ends_at - now()) * 1000)::integer AS remaining`;

interface Total {
  asker: string;
  spent: number;
  /** Milliseconds until the allowance ends, rounded up: it ends here no sooner than in the table. */
  remaining: number;
}

/**
 * Shares the counts of the rate limit among all instances (operating.md, `RATE_LIMIT_SHARED`). Requests are counted in
 * memory, and once a second what is new goes to the database, off their path. While that is away, each instance limits by
 * what it knows.
 */
@Injectable()
export class SharedRates implements OnModuleDestroy {
  private readonly logger = new Logger('RateLimit');
  private readonly stopping = new AbortController();

  constructor(private readonly database: Database) {}

  /** @param rates by the kind of those who ask, whose names may be the same */
  start(rates: Record<string, RateLimit>): void {
    for (const rate of Object.values(rates)) rate.noteChanges();
    void this.keepExchanging(rates);
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  private async keepExchanging(rates: Record<string, RateLimit>): Promise<void> {
    const { signal } = this.stopping;
    let failed = false;
    for (let turn = 1; ; turn += 1) {
      await sleep(EXCHANGE_EVERY, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        for (const [kind, rate] of Object.entries(rates)) await this.exchange(kind, rate);
        if (turn % REMOVE_EVERY === 0) await this.removeEnded();
        failed = false;
      } catch (error) {
        if (!failed && !signal.aborted)
          this.logger.warn(`Rates are counted by each instance alone: ${(error as Error).message}`);
        failed = true;
      }
    }
  }

  private async exchange(kind: string, rate: RateLimit): Promise<void> {
    const changed = rate.changes(Math.floor(performance.now()));
    for (let from = 0; from < changed.length; from += MOST_ASKERS) {
      const part = changed.slice(from, from + MOST_ASKERS);
      try {
        await this.exchangeSome(kind, part);
      } catch (error) {
        for (const spending of changed.slice(from)) rate.noteChange(spending);
        throw error;
      }
    }
  }

  private async exchangeSome(kind: string, spendings: Spending[]): Promise<void> {
    const now = performance.now();
    // In the same order on all instances, so that two statements never wait for each other.
    const byName = new Map(spendings.map((spending) => [nameOf(kind, spending), spending]));
    const names = [...byName.keys()].sort();
    const sent = names.map((name) => byName.get(name)!.spent);
    const values = [
      names,
      names.map((name, index) => sent[index]! - byName.get(name)!.shared),
      names.map((name) => Math.max(1, Math.ceil(byName.get(name)!.endsAt - now))),
    ];
    const totals = await this.database.query<Total>({ text: EXCHANGE, values });
    const answered = performance.now();
    const sentOf = new Map(names.map((name, index) => [name, sent[index]!]));
    for (const { asker, spent, remaining } of totals) {
      const spending = byName.get(asker)!;
      spending.spent += spent - sentOf.get(asker)!; // others' requests, and those that came here meanwhile
      spending.shared = spent;
      spending.endsAt = Math.ceil(answered + remaining);
    }
  }

  private async removeEnded(): Promise<void> {
    const table = new Table(this.database.metadata(RateCountEntity));
    const within = { text: `ends_at < ${ENDED.before}`, values: [] };
    const batches = deleteInBatches(
      this.database,
      table,
      { along: ENDED.along, within },
      this.stopping.signal,
    );
    for await (const _ of batches);
  }
}

function nameOf(kind: string, { asker }: Spending): string {
  return createHash('sha256').update(`${kind} ${asker}`).digest('base64url').slice(0, 22);
}
