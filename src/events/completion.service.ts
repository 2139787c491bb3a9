import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { readBatches } from '../database/pages.js';
import { Transactions } from '../database/transactions.js';
import { Job, JobsService } from '../jobs/jobs.service.js';
import { inUtc, type JobContext, type JobResult, SCHEDULE } from '../jobs/schedule.js';
import { EventEntity, type FeedSource } from './event.entity.js';
import { writeBatch } from './event-batches.js';
import { isUnended } from './event-conditions.js';

/** Events completed by one statement: few enough to stay within its timeout. */
const BATCH = 500;
/** SQL: whether an unended event is over. @param table alias of `events` */
const isOver = (table: string) =>
  `${isUnended(table)} AND ${table}.start_at <= now() AND ${table}.end_at < now()`;

/** Completes ended events, by the database's clock (rules.md, "Events and gigs"). */
@Injectable()
export class CompletionService {
  private readonly logger = new Logger(CompletionService.name);

  constructor(
    @InjectRepository(EventEntity) private readonly events: Repository<EventEntity>,
    private readonly transactions: Transactions,
    private readonly jobs: JobsService,
  ) {}

  @Cron(SCHEDULE['auto-completion'], inUtc('auto-completion'))
  everyQuarterHour(): Promise<void> {
    return this.jobs.tick('auto-completion');
  }

  @Job('auto-completion')
  async complete(context: JobContext): Promise<JobResult> {
    return { outcome: 'SUCCEEDED', completed: await this.completeEnded(context) };
  }

  /** Completes all ended events, or those that a feed no longer contains. @returns how many */
  async completeEnded(
    { signal, progress }: JobContext,
    feed?: { source: FeedSource; isPresent(externalId: string): boolean },
  ): Promise<number> {
    // The partial index of this order contains only unended events.
    const ended = this.events
      .createQueryBuilder('event')
      .select(['event.id', 'event.externalId', 'event.startAt'])
      .where(isOver('event'));
    if (feed) ended.andWhere({ source: feed.source });
    let completed = 0;
    for await (const batch of readBatches(ended, BATCH, ['startAt', 'id'])) {
      signal.throwIfAborted();
      const due = batch.filter(({ externalId }) => !feed?.isPresent(externalId!));
      const { count, slow } = await writeBatch(this.transactions, due, async (manager, events) => {
        const update = manager.createQueryBuilder().update(EventEntity).set({ status: 'COMPLETED' });
        // Checks again: an event may have changed since it was read.
        const where = { id: In(events.map(({ id }) => id)) };
        const { affected } = await update.where(where).andWhere(isOver('events')).execute();
        return affected ?? 0;
      });
      completed += count;
      for (const { id } of slow) this.logger.warn(`The database took too long to complete the event ${id}.`);
      progress?.('completed', completed);
    }
    return completed;
  }
}
