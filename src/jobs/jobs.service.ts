import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Config } from '../common/config.js';
import type { Job, JobContext, JobResult } from './job.js';
import { type Claim, JobClaims, MAX_ATTEMPTS } from './job-claims.js';
import { Lease } from './lease.js';
import { nearestTick } from './ticks.js';

/** Milliseconds between two checks for runs whose holder died. */
const SWEEP_EVERY = 5_000;
/** Milliseconds between two checks whether a live run has ended. */
const POLL_EVERY = 250;
/** Milliseconds that a stop waits for runs to end. */
const STOP_PATIENCE = 3_000;

const GIVEN_UP = `The run was given up: it was taken up ${MAX_ATTEMPTS} times without an end.`;

/** Runs each tick of each job on one instance only, takes up the runs of a dead instance, and runs jobs by hand. */
@Injectable()
export class JobsService implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly jobs = new Map<string, Job>();
  private readonly running = new Map<Claim, Promise<JobResult>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly claims: JobClaims,
    private readonly config: Config,
  ) {}

  /** Makes a job known. */
  register(job: Job): void {
    this.jobs.set(job.name, job);
  }

  onApplicationBootstrap(): void {
    if (this.config.SCHEDULER_ENABLED) void this.keepSweeping();
  }

  /** Stops what runs and leaves it to another instance. */
  onModuleDestroy(): void {
    this.stopping.abort(new Error('the service stopped'));
  }

  /** Waits a little for what was stopped. */
  async beforeApplicationShutdown(): Promise<void> {
    const patience = new AbortController();
    await Promise.race([
      Promise.allSettled(this.running.values()),
      sleep(STOP_PATIENCE, undefined, { signal: patience.signal }).catch(() => {}),
    ]);
    patience.abort();
  }

  /** The tick of a job's schedule that is due about now: runs it unless it has been claimed. Never rejects. */
  async tick(name: string): Promise<void> {
    if (this.stopping.signal.aborted) return;
    const job = this.find(name);
    try {
      const claim = await this.claims.claim(name, nearestTick(job.schedule, await this.claims.now()));
      if (claim) await this.run(job, claim);
    } catch (error) {
      this.logger.warn(`${name} skips a tick: ${(error as Error).message}`);
    }
  }

  /**
   * Runs a job at the start of the service, unless a run of it is unfinished or was given up lately.
   * @returns its result, or undefined where it does not run
   */
  async runAtStart(name: string): Promise<JobResult | undefined> {
    const job = this.find(name);
    const claim = await this.claims.claimAtStart(name);
    return claim && this.run(job, claim);
  }

  /**
   * Runs a job by hand: waits for a live run of it to end, or its lease to run out, then runs it.
   * @throws the signal's reason where it aborts before the run has begun
   */
  async runByHand(name: string, { signal, progress }: JobContext): Promise<JobResult> {
    const job = this.find(name);
    for (let waited = false; ; waited = true) {
      signal.throwIfAborted();
      const claim = await this.claims.claimNow(name);
      if (claim) return this.run(job, claim, { signal, progress });
      if (!waited) this.logger.log(`${name} is running; waiting for it to end.`);
      await sleep(POLL_EVERY, undefined, { signal });
    }
  }

  private find(name: string): Job {
    const job = this.jobs.get(name);
    if (!job) throw new Error(`There is no job ${name}.`);
    return job;
  }

  private async keepSweeping(): Promise<void> {
    const { signal } = this.stopping;
    for (let failed = false; !signal.aborted; ) {
      try {
        await this.sweep();
        failed = false;
      } catch (error) {
        if (!failed) this.logger.warn(`Looking for unfinished runs failed: ${(error as Error).message}`);
        failed = true;
      }
      await sleep(SWEEP_EVERY, undefined, { signal }).catch(() => {});
    }
  }

  /** Takes up runs whose holder died, one of each job at a time, and gives up those that keep killing their holder. */
  private async sweep(): Promise<void> {
    for (const { job, tick } of await this.claims.giveUp([...this.jobs.keys()])) {
      this.logger.warn({ job, tick, outcome: 'FAILED', error: GIVEN_UP });
      await this.find(job).giveUp?.(GIVEN_UP);
    }
    const busy = new Set([...this.running.keys()].map(({ job }) => job));
    const idle = [...this.jobs.keys()].filter((name) => !busy.has(name));
    for (const claim of await this.claims.takeUp(idle)) {
      this.logger.warn(`Taking up ${claim.job} of ${claim.tick}, whose holder is gone.`);
      void this.run(this.find(claim.job), claim);
    }
  }

  /** Never rejects: a run that throws has failed. */
  private run(job: Job, claim: Claim, byHand?: JobContext): Promise<JobResult> {
    const run = this.runWithLease(job, claim, byHand).finally(() => this.running.delete(claim));
    this.running.set(claim, run);
    return run;
  }

  private async runWithLease(job: Job, claim: Claim, byHand?: JobContext): Promise<JobResult> {
    const lease = new Lease(this.claims, claim);
    const handOver = AbortSignal.any([lease.lost, this.stopping.signal]);
    const signal = byHand ? AbortSignal.any([handOver, byHand.signal]) : handOver;
    const started = performance.now();
    const result = await this.attempt(job, {
      signal,
      byHand: byHand !== undefined,
      progress: byHand?.progress,
    });
    const milliseconds = Math.round(performance.now() - started);
    this.logger[result.outcome === 'FAILED' ? 'warn' : 'log']({ job: job.name, ...result, milliseconds });
    // A run that is handed over to another instance stays unfinished. Every other run is finished, failed or not.
    const isHandedOver = handOver.aborted && result.outcome === 'FAILED';
    await (isHandedOver ? this.claims.release(claim) : this.claims.finish(claim)).catch((error: Error) =>
      this.logger.warn(`${job.name} may run again: its end could not be noted. ${error.message}`),
    );
    lease.end();
    return result;
  }

  private async attempt(job: Job, context: JobContext): Promise<JobResult> {
    try {
      return await job.run(context);
    } catch (error) {
      return { outcome: 'FAILED', error: (error as Error).message };
    }
  }
}
