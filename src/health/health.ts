import { Injectable } from '@nestjs/common';
import { Problem } from '../common/problem.js';
import { Statements } from '../database/statements.js';
import { Drain } from './drain.js';

/** Milliseconds that the database has to answer a probe. */
const PROBE_TIMEOUT = 1_000;
/** Milliseconds between the starts of two probes. Requests in between share one (decisions.md, "Limits"). */
const PROBE_EVERY = 1_000;

/** Whether the service can do its work. */
@Injectable()
export class Health {
  private probe?: { at: number; answer: Promise<boolean> };

  constructor(
    private readonly statements: Statements,
    private readonly drain: Drain,
  ) {}

  /** @throws Problem UNAVAILABLE where the service stops, or the database does not answer or takes no writes */
  async assertReady(): Promise<void> {
    if (this.drain.stopping) throw new Problem('UNAVAILABLE', 'The service is stopping.');
    if (!(await this.takesWrites())) throw new Problem('UNAVAILABLE', 'The database is read-only.');
  }

  private takesWrites(): Promise<boolean> {
    const at = performance.now();
    if (!this.probe || at - this.probe.at >= PROBE_EVERY) this.probe = { at, answer: this.ask() };
    return this.probe.answer;
  }

  private async ask(): Promise<boolean> {
    const text = `SELECT current_setting('transaction_read_only') = 'off' AS "takesWrites"`;
    const [row] = await this.statements.query<{ takesWrites: boolean }>(
      { text, values: [] },
      { timeout: PROBE_TIMEOUT },
    );
    return row!.takesWrites;
  }
}
