import { Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { nextAccepted } from '../applications/application.entity.js';
import { Config } from '../common/config.js';
import { Statements } from '../database/statements.js';
import { Transactions } from '../database/transactions.js';
import { TO_START } from '../events/event-conditions.js';
import { nextSavers } from '../interactions/interaction.entity.js';
import { Job, JobsService } from '../jobs/jobs.service.js';
import { inUtc, type JobContext, type JobResult, SCHEDULE } from '../jobs/schedule.js';
import { NotificationsService } from '../notifications/notifications.service.js';

/** Starts that one statement marks. */
const MARKS = 500;
/** Starts of one statement that notifies, and users of each. */
const BATCH = { marks: 20, users: 100 };

/**
 * Marks the starts of the next `$1` hours. Events that are being deleted are left out: their marks would
 * break the foreign key. TypeORM's `insert` selects from no table.
 */
const CLAIM = `
  INSERT INTO reminders (event_id, start_at)
  SELECT id, start_at FROM (
    ${TO_START} AND e.start_at <= now() + make_interval(hours => $1)
      AND NOT EXISTS (SELECT 1 FROM reminders r WHERE r.event_id = e.id AND r.start_at = e.start_at)
    ORDER BY e.start_at, e.id LIMIT ${MARKS} FOR KEY SHARE SKIP LOCKED) due
  ON CONFLICT DO NOTHING RETURNING 1`;
/**
 * The next users of some marks. The least advanced marks come first, so that an event of many users delays no
 * other. Runs at the same time take different marks.
 */
const NEXT = `
  marks AS (
    SELECT mark.*, e.title FROM reminders mark
      JOIN (${TO_START}) e ON e.id = mark.event_id AND e.start_at = mark.start_at
    WHERE mark.reached IS NOT NULL ORDER BY mark.reached, mark.event_id
    LIMIT ${BATCH.marks} FOR UPDATE OF mark SKIP LOCKED),
  recipients AS (
    SELECT mark.event_id, mark.start_at, mark.title, next.id FROM marks mark CROSS JOIN LATERAL (
      SELECT id FROM (${nextSavers(BATCH.users)}) savers
      UNION SELECT id FROM (${nextAccepted(BATCH.users)}) accepted ORDER BY id LIMIT ${BATCH.users}) next),
  advanced AS (
    UPDATE reminders r SET reached = CASE done.users WHEN ${BATCH.users} THEN done.reached END
    FROM (SELECT marks.event_id, marks.start_at, count(id) AS users, max(id) AS reached
          FROM marks LEFT JOIN recipients USING (event_id, start_at) GROUP BY 1, 2) done
    WHERE r.event_id = done.event_id AND r.start_at = done.start_at RETURNING 1)`;

/** Reminds users of events that start soon (rules.md, "Notifications"). */
@Injectable()
export class RemindersService {
  constructor(
    private readonly statements: Statements,
    private readonly transactions: Transactions,
    private readonly notifications: NotificationsService,
    private readonly jobs: JobsService,
    private readonly config: Config,
  ) {}

  @Cron(SCHEDULE.reminders, inUtc('reminders'))
  async everyQuarterHour(): Promise<void> {
    if (this.config.REMINDER_HOURS !== null) await this.jobs.tick('reminders');
  }

  /** Marks the starts that are due, then notifies users in batches. The next run continues a run cut off. */
  @Job('reminders')
  async remind({ signal, progress }: JobContext): Promise<JobResult> {
    const { REMINDER_HOURS } = this.config;
    if (REMINDER_HOURS === null) return { outcome: 'SKIPPED', error: 'REMINDER_HOURS is off.' };
    const counts = { events: 0, notified: 0 };
    const claim = () => this.statements.query({ text: CLAIM, values: [REMINDER_HOURS] });
    for (let claimed = MARKS; claimed === MARKS; counts.events += claimed) {
      signal.throwIfAborted();
      claimed = (await this.transactions.inTurn(Symbol.for('reminders'), claim)).length;
    }
    for (let advanced = 1; advanced > 0; ) {
      signal.throwIfAborted();
      const batch = await this.notifications.notifyStarts(NEXT);
      advanced = batch.advanced;
      counts.notified += batch.notified;
      progress?.('notified', counts.notified);
    }
    return { outcome: 'SUCCEEDED', ...counts };
  }
}
