import { type Claim, type JobClaims, LEASE_MS } from './job-claims.js';

/** Milliseconds between two renewals. */
const RENEW_EVERY = 5_000;
/** Milliseconds until the next try where a renewal failed. */
const RETRY_AFTER = 1_000;

/** Renews a claim's lease during its run, and reports when it is lost. */
export class Lease {
  private readonly loss = new AbortController();
  private next: NodeJS.Timeout | undefined;
  private last: NodeJS.Timeout | undefined;
  private ended = false;

  constructor(
    private readonly claims: JobClaims,
    private readonly claim: Claim,
  ) {
    this.hold(performance.now());
    this.renewIn(RENEW_EVERY);
  }

  /** Aborts when another instance has taken the run up, or may have: the lease could not be renewed in time. */
  get lost(): AbortSignal {
    return this.loss.signal;
  }

  /** Stops renewing. */
  end(): void {
    this.ended = true;
    clearTimeout(this.next);
    clearTimeout(this.last);
  }

  private hold(since: number): void {
    clearTimeout(this.last);
    this.last = setTimeout(() => this.lose(), since + LEASE_MS - performance.now());
  }

  private lose(): void {
    this.end();
    this.loss.abort(new Error('the lease of the run was lost'));
  }

  private renewIn(delay: number): void {
    this.next = setTimeout(() => void this.renew(), delay);
  }

  private async renew(): Promise<void> {
    const asked = performance.now();
    const renewed = await this.claims.renew(this.claim).catch(() => undefined);
    if (this.ended) return;
    if (renewed === false) return this.lose();
    if (renewed) this.hold(asked);
    this.renewIn(renewed ? RENEW_EVERY : RETRY_AFTER);
  }
}
