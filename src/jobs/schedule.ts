import { CronExpressionParser } from 'cron-parser';

/** Every job with its schedule, a cron expression in UTC. Null: it only runs by hand. */
export const SCHEDULE = {
  'auto-completion': '*/15 * * * *',
  'campus-sync': '0 */6 * * *',
  'ticket-sync': '0 */6 * * *',
  retag: null,
  suggestions: '*/15 * * * *',
  reminders: '*/15 * * * *',
  reports: null,
  takedown: null,
  purge: '30 3 * * *',
} as const;

export type JobName = keyof typeof SCHEDULE;

/** The jobs by hand that take an argument, with its name. */
export const ARGUMENTS: Partial<Record<JobName, string>> = { takedown: 'EVENT_ID' };
export const OUTCOMES = ['SUCCEEDED', 'FAILED', 'SKIPPED'] as const;
const CLEAR_LINE = '\x1b[2K';

/** The outcome, the counts and the error of a run. A run by hand prints them as JSON. */
export interface JobResult {
  outcome: (typeof OUTCOMES)[number];
  error?: string | null;
  [detail: string]: string | number | null | undefined;
}

export interface JobContext {
  /** Aborts when the run should end early: the service stops, or a user interrupts a run by hand. */
  signal: AbortSignal;
  /** Reports progress, if a terminal displays it. */
  progress?(step: string, done: number, total?: number): void;
  /** The argument of a run by hand, if the job takes one. */
  argument?: string;
  /** Prints a line of a job by hand whose result is a list. */
  print?(line: object): Promise<void>;
}

/** Displays progress on a terminal, in one line that the next output overwrites. */
export const progressOn =
  (stream: NodeJS.WritableStream & { isTTY?: boolean }) =>
  (step: string, done: number, total?: number): void => {
    const most = total === undefined ? '' : ` of ${total.toLocaleString('en')}`;
    if (stream.isTTY) stream.write(`${CLEAR_LINE}${step}: ${done.toLocaleString('en')}${most}\r`);
  };

/** The options of a `@Cron`. */
export const inUtc = (name: string) => ({ name, timeZone: 'UTC' });

/** The scheduled time nearest to `now`: instances whose timers fire early or late get the same tick. */
export function nearestTick(schedule: string, now: Date): Date {
  const ticks = CronExpressionParser.parse(schedule, { currentDate: now, tz: 'UTC' });
  const after = ticks.next().getTime();
  const before = ticks.prev().getTime();
  return new Date(now.getTime() - before < after - now.getTime() ? before : after);
}
