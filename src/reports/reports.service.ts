import { Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../common/access.js';
import { Problem } from '../common/problem.js';
import { readBatches } from '../database/pages.js';
import { runLong } from '../database/transactions.js';
import { EventRemoval, EventsService } from '../events/events.service.js';
import type { StoredEvent } from '../events/stored-event.js';
import { Job } from '../jobs/jobs.service.js';
import type { JobContext, JobResult } from '../jobs/schedule.js';
import { Creations } from '../users/creations.js';
import { OwnTable } from '../users/own-data.js';
import { UsersService } from '../users/users.service.js';
import { Outbox, type Reference, WebhookMessage } from '../webhook/outbox.js';
import { ReportEntity } from './report.entity.js';
import { type CreateReportDto, type ReportDto, toReportDto } from './reports.dto.js';

/** The type of the message that the webhook sends. */
const REPORTED = 'event.reported';
/** Reports in memory at a time when they are printed. */
const BATCH = 500;
/** An event may have many reports. TypeORM's `update` has the timeout of the role. */
const KEEP = 'UPDATE reports SET event_deleted_at = now() WHERE event_id = ANY($1)';

/** The columns that a further report replaces. An event of a feed may be back after its takedown. */
const WORDS = ['reason', 'message', 'event_deleted_at'];

/** Reports of events, for the operator alone (rules.md, "Interactions and reports"). */
@Injectable()
export class ReportsService {
  private readonly logger = new Logger('Reports');

  constructor(
    @InjectRepository(ReportEntity) private readonly reports: Repository<ReportEntity>,
    private readonly events: EventsService,
    private readonly users: UsersService,
    private readonly creations: Creations,
    private readonly outbox: Outbox,
  ) {}

  @OwnTable({ name: 'reports', order: 8 })
  ownReports(): OwnTable<ReportEntity> {
    return { entity: ReportEntity, owner: 'reporterId', toDtos: (reports) => reports.map(toReportDto) };
  }

  /**
   * Reports an event, or replaces the words of the caller's report of it.
   * @throws Problem VALIDATION_FAILED for the caller's own event, LIMIT_REACHED, NOT_FOUND if it is deleted
   * meanwhile
   */
  async report(
    { id: eventId, title: eventTitle, creatorId: eventCreator }: StoredEvent,
    caller: Caller,
    { reason, message = null }: CreateReportDto,
  ): Promise<{ report: ReportDto; isNew: boolean }> {
    if (eventCreator === caller.id) throw Problem.invalid({ pointer: 'id', detail: 'is your own event' });
    const key = { eventId, reporterId: caller.id };
    const row = { ...key, id: uuidv7(), eventTitle, eventCreator, reason, message };
    const { result: report } = await this.users.write(caller, async (manager) => {
      await this.events.hold(eventId, manager);
      const insert = manager.createQueryBuilder().insert().into(ReportEntity).values(row);
      await insert.orUpdate(WORDS, ['event_id', 'reporter_id']).updateEntity(false).execute();
      const stored = await manager.findOneByOrFail(ReportEntity, key);
      if (stored.id === row.id) await this.creations.count(caller.id, 'REPORT', manager);
      await this.outbox.write(REPORTED, { userId: caller.id, id: stored.id }, manager);
      return stored;
    });
    this.logger.log({ report: report.id, event: eventId, reason });
    return { report: toReportDto(report), isNew: report.id === row.id };
  }

  @WebhookMessage(REPORTED)
  async message({ userId: reporterId, id }: Reference): Promise<ReportDto | null> {
    const report = await this.reports.findOneBy({ reporterId, id });
    return report && toReportDto(report);
  }

  @EventRemoval()
  keepReports(eventIds: string[], manager: EntityManager): Promise<number> {
    return runLong(manager, KEEP, [eventIds]);
  }

  /** Prints all reports, oldest first. */
  @Job('reports')
  async print({ signal, print }: JobContext): Promise<JobResult> {
    let printed = 0;
    const all = this.reports.createQueryBuilder('report');
    for await (const batch of readBatches(all, BATCH, ['createdAt', 'id'])) {
      signal.throwIfAborted();
      for (const report of batch) await print?.(report);
      printed += batch.length;
    }
    return { outcome: 'SUCCEEDED', printed };
  }

  /** Deletes the event that the operator names. */
  @Job('takedown')
  async takeDown({ argument: event = '' }: JobContext): Promise<JobResult> {
    if (await this.events.takeDown(event)) return { outcome: 'SUCCEEDED', event };
    return { outcome: 'FAILED', error: `There is no event with the id ${event}.` };
  }
}
