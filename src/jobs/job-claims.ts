import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../database/database.js';

/** Milliseconds that a claim holds without being renewed (decisions.md, "Jobs"). */
export const LEASE_MS = 15_000;
/** The same number on all instances: a run by hand holds this lock while it looks and claims. */
const CLAIM_LOCK = 4_715_291_202;
/** Times that a run may start without ending; then it is given up as poison (decisions.md, "Jobs"). */
export const MAX_ATTEMPTS = 3;
/** How long a start of the service leaves a job alone that was given up. The schedule does not wait. */
const REST = `interval '6 hours'`;
const LEASE = `interval '${LEASE_MS} milliseconds'`;
const LIVE = 'finished_at IS NULL AND lease_until > clock_timestamp()';
const EXPIRED = 'finished_at IS NULL AND lease_until <= clock_timestamp()';
const SPENT = `attempts >= ${MAX_ATTEMPTS}`;

/** One tick of one job, held by one run. */
export interface Claim {
  job: string;
  /** ISO 8601 */
  tick: string;
  /** UUIDv7 of the run. */
  holder: string;
}

/**
 * Who runs which tick: rows whose primary key is the claim, with a lease that goes by the database's clock. They have
 * connections of their own, so that no lease runs out because requests wait.
 */
@Injectable()
export class JobClaims {
  constructor(private readonly database: Database) {}

  /** The database's time, ISO 8601. */
  async now(): Promise<string> {
    const [row] = await this.database.query<{ now: string }>({
      text: 'SELECT clock_timestamp()::timestamptz(3) AS now',
      values: [],
    });
    return row!.now;
  }

  /** Claims a tick; undefined where it is claimed already. */
  async claim(job: string, tick: string): Promise<Claim | undefined> {
    const claim = { job, tick, holder: uuidv7() };
    const text = `INSERT INTO job_claims (job, tick, holder, lease_until)
                  VALUES ($1, $2, $3, clock_timestamp() + ${LEASE}) ON CONFLICT (job, tick) DO NOTHING`;
    return (await this.database.execute({ text, values: [job, tick, claim.holder] })) ? claim : undefined;
  }

  /** Claims a run outside the schedule, its tick the database's time; undefined while a run of the job is live. */
  claimNow(job: string): Promise<Claim | undefined> {
    return this.claimUnless(LIVE, job);
  }

  /**
   * Claims a run at the start of the service. Undefined while one is not finished, live or not: it is taken up when its
   * lease has run out. So a run that ends the service at every start is counted, and not started again each time.
   */
  claimAtStart(job: string): Promise<Claim | undefined> {
    const justSpent = `${SPENT} AND tick > clock_timestamp() - ${REST}`;
    return this.claimUnless(`(finished_at IS NULL OR ${justSpent})`, job);
  }

  private claimUnless(condition: string, job: string): Promise<Claim | undefined> {
    const holder = uuidv7();
    return this.database.transaction(async (transaction) => {
      const query = <Row>(text: string, values: unknown[]) =>
        this.database.query<Row>({ text, values }, transaction);
      await query('SELECT pg_advisory_xact_lock($1)', [CLAIM_LOCK]);
      const obstacle = await query(`SELECT 1 FROM job_claims WHERE job = $1 AND ${condition} LIMIT 1`, [job]);
      if (obstacle.length > 0) return undefined;
      const [claimed] = await query<{ tick: string }>(
        `INSERT INTO job_claims (job, tick, holder, lease_until)
         VALUES ($1, clock_timestamp(), $2, clock_timestamp() + ${LEASE})
         ON CONFLICT (job, tick) DO NOTHING RETURNING tick`,
        [job, holder],
      );
      return claimed && { job, tick: claimed.tick, holder };
    });
  }

  /** Takes up the oldest run of each of these jobs whose holder let its lease run out. */
  async takeUp(jobs: string[]): Promise<Claim[]> {
    const expired = await this.database.query<Omit<Claim, 'holder'>>({
      text: `SELECT job, min(tick) AS tick FROM job_claims WHERE job = ANY($1) AND ${EXPIRED} AND NOT ${SPENT} GROUP BY job`,
      values: [jobs],
    });
    const claims: Claim[] = [];
    for (const { job, tick } of expired) {
      const claim = { job, tick, holder: uuidv7() };
      const text = `UPDATE job_claims SET holder = $3, lease_until = clock_timestamp() + ${LEASE},
                      attempts = attempts + 1
                    WHERE job = $1 AND tick = $2 AND ${EXPIRED} AND NOT ${SPENT}`;
      if (await this.database.execute({ text, values: [job, tick, claim.holder] })) claims.push(claim);
    }
    return claims;
  }

  /** Finishes the runs of these jobs whose holders died too often; each is returned to one instance only. */
  giveUp(jobs: string[]): Promise<Omit<Claim, 'holder'>[]> {
    return this.database.query({
      text: `UPDATE job_claims SET finished_at = clock_timestamp()
             WHERE job = ANY($1) AND ${EXPIRED} AND ${SPENT} RETURNING job, tick`,
      values: [jobs],
    });
  }

  /** Renews the lease; false where another has taken the run up. */
  renew(claim: Claim): Promise<boolean> {
    return this.update(claim, `lease_until = clock_timestamp() + ${LEASE}`);
  }

  /** Marks the run as finished, failed or not: nobody takes it up any more. */
  finish(claim: Claim): Promise<boolean> {
    return this.update(claim, 'finished_at = clock_timestamp()');
  }

  /** Ends the lease now, so that another instance takes the run up at once. It does not count as a death. */
  release(claim: Claim): Promise<boolean> {
    return this.update(claim, 'lease_until = clock_timestamp(), attempts = attempts - 1');
  }

  private async update({ job, tick, holder }: Claim, change: string): Promise<boolean> {
    const text = `UPDATE job_claims SET ${change}
                  WHERE job = $1 AND tick = $2 AND holder = $3 AND finished_at IS NULL`;
    return (await this.database.execute({ text, values: [job, tick, holder] })) > 0;
  }
}
