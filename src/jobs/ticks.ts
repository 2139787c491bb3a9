import { CronExpressionParser } from 'cron-parser';

/**
 * The scheduled time nearest to `now`, so that instances whose timers fire early or late, or whose clocks are off,
 * mean the same tick (decisions.md, "Jobs").
 * @param schedule cron expression in UTC
 * @param now ISO 8601
 * @returns ISO 8601
 */
export function nearestTick(schedule: string, now: string): string {
  const at = new Date(now);
  const expression = CronExpressionParser.parse(schedule, { currentDate: at, tz: 'UTC' });
  if (expression.includesDate(at) && at.getUTCMilliseconds() === 0) return at.toISOString();
  const before = expression.prev().getTime();
  expression.reset(at);
  const after = expression.next().getTime();
  return new Date(at.getTime() - before < after - at.getTime() ? before : after).toISOString();
}
