import { CronExpression } from '@nestjs/schedule';
import { CronExpressionParser } from 'cron-parser';

/** All feeds are pulled at the same times. */
export const SYNC_SCHEDULE = CronExpression.EVERY_6_HOURS;

/** Every job, and when it runs by itself: a cron expression in UTC. Null: by hand alone. */
export const SCHEDULE = {
  'auto-completion': '*/15 * * * *',
  'campus-sync': SYNC_SCHEDULE,
  'ticket-sync': SYNC_SCHEDULE,
  retag: null,
  purge: '30 3 * * *',
} as const;

export type JobName = keyof typeof SCHEDULE;

/** The options of a `@Cron`. */
export const inUtc = (name: string) => ({ name, timeZone: 'UTC' });

/**
 * The scheduled time nearest to `now`, so that instances whose timers fire early or late, or whose clocks are off,
 * mean the same tick (rules.md, "Jobs").
 * @param schedule cron expression in UTC
 */
export function nearestTick(schedule: string, now: Date): Date {
  const expression = CronExpressionParser.parse(schedule, { currentDate: now, tz: 'UTC' });
  if (expression.includesDate(now) && now.getUTCMilliseconds() === 0) return now;
  const before = expression.prev().getTime();
  expression.reset(now);
  const after = expression.next().getTime();
  return new Date(now.getTime() - before < after - now.getTime() ? before : after);
}
