import { Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Raw, type Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Page, PageQuery } from '../common/pagination.js';
import { isUnavailable } from '../common/sqlstate.js';
import { readPage } from '../database/pages.js';
import { CompletionService } from '../events/completion.service.js';
import type { FeedSource } from '../events/event.entity.js';
import { describeUntagged, EventTagging } from '../events/event-tagging.service.js';
import { type ExternalEvent, ExternalEventsService } from '../events/external-events.service.js';
import type { JobContext, JobResult } from '../jobs/schedule.js';
import { redaction } from './download/redaction.js';
import type { Feed } from './feed.js';
import { IngestionRunEntity } from './ingestion-run.entity.js';
import { type Entries, FeedError } from './reading/entries.js';

/** Events that are compared, tagged and stored together: few enough that no statement takes long. */
const BATCH = 100;

/**
 * Imports a feed into the events: fetches and checks the whole response, then tags and stores the events
 * (rules.md, "Feeds").
 */
@Injectable()
export class IngestionService {
  private readonly logger = new Logger(IngestionService.name);

  constructor(
    @InjectRepository(IngestionRunEntity) private readonly runs: Repository<IngestionRunEntity>,
    private readonly events: ExternalEventsService,
    private readonly completion: CompletionService,
    private readonly tagging: EventTagging,
  ) {}

  /** A page of the runs, newest first. @param sources only runs of these feeds */
  list(sources: FeedSource[] | undefined, query: PageQuery): Promise<Page<IngestionRunEntity>> {
    const rows = this.runs.createQueryBuilder('run');
    if (sources) rows.where({ source: In(sources) });
    return readPage(rows, query, { by: 'startedAt', direction: 'DESC' });
  }

  /**
   * Whether a run of the source that started within the last 6 hours has succeeded, by the clock of the
   * database.
   */
  isFresh(source: FeedSource): Promise<boolean> {
    const startedAt = Raw((column) => `${column} > now() - interval '6 hours'`);
    return this.runs.existsBy({ source, outcome: 'SUCCEEDED', startedAt });
  }

  /**
   * Runs one pull and records it. A failed fetch changes no event. An interrupted run is completed by the
   * next one.
   */
  async pull(feed: Feed, context: JobContext): Promise<JobResult> {
    const run = await this.begin(feed.source);
    const end = (outcome: JobResult['outcome'], error: string | null) =>
      Object.assign(run, { outcome, error });
    try {
      if (feed.configured) end('SUCCEEDED', await this.ingest(feed, run, context));
      else end('SKIPPED', `${feed.variable} is not set.`);
    } catch (error) {
      end('FAILED', this.explain(error, context.signal));
    }
    const redact = redaction(feed.secret);
    Object.assign(run, { error: run.error && redact(run.error), reasons: run.reasons.map(redact) });
    await this.runs.update({ id: run.id }, { ...run, finishedAt: () => 'now()' });
    const { id, source, startedAt, finishedAt, reasons, ...result } = run;
    return { ...result, outcome: run.outcome! };
  }

  /**
   * Records the start of a run. Earlier runs of the source without an end have crashed, or will still record
   * their end.
   */
  private async begin(source: FeedSource): Promise<IngestionRunEntity> {
    const interrupted = { outcome: 'FAILED', error: 'The run was interrupted.' } as const;
    await this.runs.update({ source, outcome: IsNull() }, { ...interrupted, finishedAt: () => 'now()' });
    const run = this.runs.create({ id: uuidv7(), source });
    await this.runs.insert(run);
    return run; // with the column defaults
  }

  /** @returns the work left undone, or null */
  private async ingest(feed: Feed, run: IngestionRunEntity, context: JobContext): Promise<string | null> {
    const { signal, progress } = context;
    progress?.('fetching', 0);
    const response = await feed.fetch(signal);
    const { received, rejected, reasons, events } = response;
    this.logger.debug({ source: run.source, labels: Object.fromEntries(response.labels) });
    Object.assign(run, { received, rejected, reasons, ignored: received - rejected - events.length });
    for (let done = 0; done < events.length; done += BATCH) {
      signal.throwIfAborted();
      await this.storeBatch(events.slice(done, done + BATCH), response, run, signal);
      progress?.('stored', Math.min(done + BATCH, events.length), events.length);
    }
    const isPresent = (externalId: string) => response.has(externalId);
    run.completed = await this.completion.completeEnded({ signal }, { source: run.source, isPresent });
    return describeUntagged(run); // untagged events do not fail a run
  }

  /** Stores the new and changed events of a batch. */
  private async storeBatch(
    batch: ExternalEvent[],
    response: Entries,
    run: IngestionRunEntity,
    signal: AbortSignal,
  ) {
    const { added, changed, conflicting, ignored } = await this.events.compare(batch);
    for (const { externalId } of conflicting)
      response.explain(externalId, 'is the id of an event of another source');
    const tagged = await this.tagging.tagNew(added, run, signal);
    const { created, updated, slow } = await this.events.store(tagged, changed);
    for (const { externalId } of slow) response.explain(externalId, 'took the database too long');
    run.rejected = response.rejected;
    run.created += created;
    run.updated += updated;
    run.ignored += ignored.length;
    run.unchanged += batch.length - conflicting.length - ignored.length - slow.length - created - updated;
  }

  private explain(error: unknown, signal: AbortSignal): string {
    if (error instanceof FeedError) return error.message;
    if (signal.aborted) return `The run was stopped: ${(signal.reason as Error).message}.`;
    this.logger.error(error);
    if (!isUnavailable(error)) return 'An internal error; see the log.';
    return 'The database was unavailable or took too long; see the log.';
  }
}
