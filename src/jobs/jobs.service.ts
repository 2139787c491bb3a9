import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { CronExpression } from '@nestjs/schedule';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { discover, discoverable, Measured, type Sample } from '../common/discovery.js';
import { isUnavailable } from '../common/sqlstate.js';
import { JobClaimEntity, JobRunEntity } from './job.entities.js';
import {
  type JobContext,
  type JobName,
  type JobResult,
  nearestTick,
  OUTCOMES,
  SCHEDULE,
} from './schedule.js';

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
      for (const name of [options].flat()) this.jobs.set(name, method);
    for (const name of Object.keys(SCHEDULE))
      if (!this.jobs.has(name)) throw new Error(`Add @Job('${name}') to the method that does its work.`);
    for (const name of this.jobs.keys())
      if (!(name in SCHEDULE)) throw new Error(`Add the job '${name}' to src/jobs/schedule.ts.`);
  }

  /**
   * Measures the last runs by any instance: each tick runs on one, and a restart forgets nothing. A job that
   * was skipped has nothing to do, and no success to wait for. The label `job` belongs to Prometheus.
   */
  @Measured({
    job_last_success_timestamp_seconds: 'The end of the last success, or 0, by job.',
    job_last_duration_seconds: 'Seconds of the last run, by job.',
    job_last_outcome: '1 for the outcome of the last run, by job.',
    job_last_items: 'Counts of the last run, by job: for a feed, its entries by outcome.',
  })
  async measure(): Promise<Sample[]> {
    return (await this.runs.find()).flatMap(({ job, outcome, seconds, counts, succeededAt }): Sample[] => [
      ...OUTCOMES.map(
        (each): Sample => ['job_last_outcome', Number(each === outcome), { name: job, outcome: each }],
      ),
      ...Object.entries(counts).map(
        ([of, count]): Sample => ['job_last_items', count, { name: job, outcome: of }],
      ),
      ['job_last_duration_seconds', seconds, { name: job }],
      ...(outcome === 'SKIPPED' ? [] : [successOf(job, succeededAt)]),
    ]);
  }

  /** Aborts the runs. The next tick or the next start completes their work. */
  onModuleDestroy(): void {
    this.stopping.abort(new Error('the service stopped'));
  }

  /** Waits briefly for the aborted runs. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.race([Promise.allSettled(this.running), sleep(STOP_TIMEOUT, undefined, { ref: false })]);
  }

  /** Runs a job for the tick that is due about now, unless that tick is claimed. Never rejects. */
  async tick(name: JobName): Promise<void> {
    try {
      await this.runClaimed(name, SCHEDULE[name]!);
    } catch (error) {
      this.logger.warn({ job: name, msg: `It skips a tick: ${(error as Error).message}` });
    }
  }

  /** Runs a job that is due at startup once the database is available. Claims the minute. Never rejects. */
  async runAtStart(name: JobName, isDue: () => Promise<boolean>): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        if (await isDue()) await this.runClaimed(name, CronExpression.EVERY_MINUTE);
        return;
      } catch (error) {
        if (!isUnavailable(error)) return this.logger.error(error);
        await sleep(RETRY_DELAY, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Runs a job. A job that throws has failed. */
  async run(name: JobName, context?: JobContext): Promise<JobResult> {
    const run = this.attempt(name, context);
    this.running.add(run);
    return run.finally(() => this.running.delete(run));
  }

  private async runClaimed(name: JobName, schedule: string): Promise<void> {
    if (!this.stopping.signal.aborted && (await this.claim(name, schedule))) await this.run(name);
  }

  /** Whether this instance is the first to claim the tick nearest to the database's time. */
  private async claim(job: JobName, schedule: string): Promise<boolean> {
    // Instances have different clocks. A repository reads only its table.
    const [{ now }] = await this.claims.query('SELECT clock_timestamp() AS now');
    const tick = nearestTick(schedule, now);
    const claim = this.claims.createQueryBuilder().insert().values({ job, tick }).orIgnore().returning('job');
    return (await claim.execute()).raw.length > 0;
  }

  private async attempt(name: JobName, context?: JobContext): Promise<JobResult> {
    const started = performance.now();
    const signal = AbortSignal.any([this.stopping.signal, ...(context ? [context.signal] : [])]);
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
    const now = () => 'clock_timestamp()';
    const success = outcome === 'SUCCEEDED' && { succeededAt: now };
    await this.runs.upsert({ job, outcome, seconds, counts, ...success }, ['job']);
  }
}

function successOf(job: string, at: Date | null): Sample {
  return ['job_last_success_timestamp_seconds', (at?.getTime() ?? 0) / 1000, { name: job }];
}
