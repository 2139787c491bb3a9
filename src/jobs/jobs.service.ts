import { setTimeout as sleep } from 'node:timers/promises';
import type { BeforeApplicationShutdown, OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { Injectable, Logger } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { discover, discoverable, Measured, type Sample } from '../common/discovery.js';
import { isUnavailable } from '../common/sqlstate.js';
import { JobClaimEntity, JobRunEntity } from './job.entities.js';
import type { JobContext, JobName, JobResult } from './schedule.js';
import { nearestTick, OUTCOMES, SCHEDULE } from './schedule.js';

/** Work that may run twice, or be interrupted anywhere, without harm (rules.md, "Jobs"). */
type Work = (context: JobContext, job: JobName) => Promise<JobResult>;

/** Marks the method that does the work of a job, or of several. */
export const Job = discoverable<Work, JobName | JobName[]>();

/** Milliseconds between two attempts while the database is unavailable at startup. */
const RETRY_DELAY = 1_000;
/** Milliseconds that a shutdown waits for runs to end. */
const STOP_TIMEOUT = 3_000;

/** Runs each tick of each job on one instance only, and jobs by hand. */
@Injectable()
export class JobsService implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly jobs = new Map<string, Work>();
  private readonly running = new Set<Promise<JobResult>>();
  private readonly stopping = new AbortController();

  constructor(
    @InjectRepository(JobClaimEntity) private readonly claims: Repository<JobClaimEntity>,
    @InjectRepository(JobRunEntity) private readonly runs: Repository<JobRunEntity>,
    private readonly discovery: DiscoveryService,
  ) {}

  /** Finds the work of each job. @throws Error for a job without work, and for work of no job */
  onModuleInit(): void {
    for (const { method, options } of discover(this.discovery, Job))
      for (const name of [options].flat()) {
        if (!(name in SCHEDULE)) throw new Error(`Add the job '${name}' to src/jobs/schedule.ts.`);
        this.jobs.set(name, method);
      }
    for (const name of Object.keys(SCHEDULE))
      if (!this.jobs.has(name)) throw new Error(`Add @Job('${name}') to the method that does its work.`);
  }

  /** The last runs by any instance. A skipped job waits for no success. Prometheus owns the label `job`. */
  @Measured({
    job_last_success_timestamp_seconds: 'The end of the last success, or 0, by job.',
    job_last_duration_seconds: 'Seconds of the last run, by job.',
    job_last_outcome: '1 for the outcome of the last run, by job.',
    job_last_items: 'Counts of the last run, by job: for a feed, its entries by outcome.',
  })
  async measure(): Promise<Sample[]> {
    const samples: Sample[] = [];
    for (const { job: name, outcome: last, seconds, counts, succeededAt } of await this.runs.find()) {
      for (const outcome of OUTCOMES)
        samples.push(['job_last_outcome', Number(outcome === last), { name, outcome }]);
      for (const [outcome, count] of Object.entries(counts))
        samples.push(['job_last_items', count, { name, outcome }]);
      samples.push(['job_last_duration_seconds', seconds, { name }]);
      const success = (succeededAt?.getTime() ?? 0) / 1000;
      if (last !== 'SKIPPED') samples.push(['job_last_success_timestamp_seconds', success, { name }]);
    }
    return samples;
  }

  /** Aborts the runs. The next tick or the next start completes their work. */
  onModuleDestroy(): void {
    this.stopping.abort(new Error('the service stopped'));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.race([Promise.allSettled(this.running), sleep(STOP_TIMEOUT, undefined, { ref: false })]);
  }

  /** Runs a job for the tick that is due about now, unless that tick is claimed. Never rejects. */
  tick(name: JobName): Promise<void> {
    return this.runClaimed(name, SCHEDULE[name]!).catch(({ message }: Error) =>
      this.logger.warn({ job: name, msg: `It skips a tick: ${message}` }),
    );
  }

  /** Runs a job that is due at startup once the database is available. Claims the minute. Never rejects. */
  async runAtStart(name: JobName, isDue: () => Promise<boolean>): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        if (await isDue()) await this.runClaimed(name, '* * * * *');
        return;
      } catch (error) {
        if (!isUnavailable(error)) return this.logger.error(error);
        await sleep(RETRY_DELAY, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Runs a job. A job that throws has failed. */
  async run(name: JobName, context: JobContext = { signal: this.stopping.signal }): Promise<JobResult> {
    const run = this.attempt(name, context);
    this.running.add(run);
    return run.finally(() => this.running.delete(run));
  }

  /** Runs a job if this instance is the first to claim the tick nearest to the database's time. */
  private async runClaimed(job: JobName, schedule: string): Promise<void> {
    if (this.stopping.signal.aborted) return;
    // Instances have different clocks. A repository reads only its table.
    const [{ now }] = await this.claims.query('SELECT clock_timestamp() AS now');
    const tick = nearestTick(schedule, now);
    const claim = this.claims.createQueryBuilder().insert().values({ job, tick }).orIgnore().returning('job');
    if ((await claim.execute()).raw.length > 0) await this.run(job);
  }

  private async attempt(name: JobName, context: JobContext): Promise<JobResult> {
    const started = performance.now();
    const signal = AbortSignal.any([this.stopping.signal, context.signal]);
    const result = await this.jobs.get(name)!({ ...context, signal }, name).catch(
      (error: Error): JobResult => ({ outcome: 'FAILED', error: error.message }),
    );
    const milliseconds = Math.round(performance.now() - started);
    this.logger[result.outcome === 'FAILED' ? 'warn' : 'log']({ job: name, ...result, milliseconds });
    await this.record(name, result, milliseconds / 1000).catch(({ message }: Error) =>
      this.logger.warn({ job: name, msg: `The run is not recorded: ${message}` }),
    );
    return result;
  }

  private async record(job: JobName, { outcome, ...details }: JobResult, seconds: number): Promise<void> {
    const isCount = ([, value]: [string, unknown]) => typeof value === 'number';
    const counts = Object.fromEntries(Object.entries(details).filter(isCount)) as Record<string, number>;
    const success = outcome === 'SUCCEEDED' && { succeededAt: () => 'clock_timestamp()' };
    await this.runs.upsert({ job, outcome, seconds, counts, ...success }, ['job']);
  }
}
