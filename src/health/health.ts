import { Injectable } from '@nestjs/common';
import { Problem } from '../common/problem.js';
import { Database } from '../database/database.js';
import { Drain } from './drain.js';

/** Milliseconds that the database has to answer a probe. */
const PROBE_TIMEOUT = 1_000;
/** Milliseconds between the starts of two probes. Requests in between share one (decisions.md, "Limits"). */
const PROBE_EVERY = 1_000;

/** Whether the service can do its work. */
@Injectable()
export class Health {
  private probe?: { at: number; answer: Promise<unknown> };

  constructor(
    private readonly database: Database,
    private readonly drain: Drain,
  ) {}

  /** @throws Problem UNAVAILABLE where the service stops or the database does not answer */
  async assertReady(): Promise<void> {
    if (this.drain.stopping) throw new Problem('UNAVAILABLE', 'The service is stopping.');
    const probe = this.latestProbe();
    await probe.answer;
    if (this.database.awayAt > probe.at) throw new Problem('UNAVAILABLE', 'The database is away.');
  }

  private latestProbe(): { at: number; answer: Promise<unknown> } {
    const at = performance.now();
    if (!this.probe || at - this.probe.at >= PROBE_EVERY) {
      const answer = this.database.query({ text: 'SELECT 1', values: [] }, undefined, PROBE_TIMEOUT);
      this.probe = { at, answer };
    }
    return this.probe;
  }
}
