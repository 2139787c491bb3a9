import type { CronOptions } from '@nestjs/schedule';

/** When each job runs: cron expressions in UTC (decisions.md, "Jobs"). */
export const SCHEDULE = {
  'auto-completion': '*/15 * * * *',
  'campus-sync': '0 */6 * * *',
  'ticket-sync': '0 */6 * * *',
  retag: '*/30 * * * *',
  purge: '30 3 * * *',
} as const;

export type ScheduledJob = keyof typeof SCHEDULE;

/** The options of a job's `@Cron`. */
export const inUtc = (name: ScheduledJob): CronOptions => ({ name, timeZone: 'UTC' });
