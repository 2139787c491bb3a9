import { Inject, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import type { Job, JobContext, JobResult } from './job.js';
import { JobsService } from './jobs.service.js';

const schedules = new Map<string, string>();

/** The schedule of every job, by its name: a cron expression in UTC. */
export const SCHEDULE: ReadonlyMap<string, string> = schedules;

/**
 * The base of a provider that is a job: its name, its schedule and what it does stand together.
 * @param schedule cron expression in UTC
 */
export function ScheduledJob(name: string, schedule: string) {
  if (schedules.has(name)) throw new Error(`There are two jobs ${name}.`);
  schedules.set(name, schedule);

  abstract class Base implements Job, OnModuleInit {
    readonly name = name;
    readonly schedule = schedule;

    @Inject(JobsService)
    protected readonly jobs: JobsService;

    /** Whether the schedule runs it. By hand it always runs. */
    get isScheduled(): boolean {
      return true;
    }

    onModuleInit(): void {
      this.jobs.register(this);
    }

    @Cron(schedule, { name, timeZone: 'UTC' })
    async onTick(): Promise<void> {
      if (this.isScheduled) await this.jobs.tick(name);
    }

    abstract run(context: JobContext): Promise<JobResult>;
  }
  return Base;
}
