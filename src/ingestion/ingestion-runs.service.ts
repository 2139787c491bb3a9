import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Page } from '../common/pagination.js';
import { given } from '../database/criteria.js';
import { Database } from '../database/database.js';
import { Repository } from '../database/repository.js';
import { InjectTable } from '../database/table.provider.js';
import type { FeedSource } from '../events/event.entity.js';
import type { IngestionRunDto, ListRunsQuery } from './ingestion.dto.js';
import { IngestionRunEntity, type RunOutcome } from './ingestion-run.entity.js';

/** How a run ended, and what it counted until then. */
export interface RunEnd {
  outcome: RunOutcome;
  received: number;
  created: number;
  updated: number;
  unchanged: number;
  ignored: number;
  rejected: number;
  completed: number;
  tagged: number;
  untagged: number;
  error: string | null;
  reasons: string[];
}

/** The record of every pull of every feed. */
@Injectable()
export class IngestionRuns {
  constructor(
    private readonly database: Database,
    @InjectTable(IngestionRunEntity) private readonly runs: Repository<IngestionRunEntity>,
  ) {}

  /** A page of the runs, newest first. */
  list({ source, ...page }: ListRunsQuery): Promise<Page<IngestionRunDto>> {
    return this.runs.page(page, { where: given({ source }), order: { startedAt: 'DESC' } });
  }

  /**
   * Records that a run begins. Earlier runs of its source that never ended have died. (If one is still alive, because two run
   * at once, it overwrites that when it ends.)
   * @returns the run's id
   */
  async begin(source: FeedSource): Promise<string> {
    await this.giveUp(source, 'The run was interrupted.');
    return (await this.runs.insert({ id: uuidv7(), source })).id;
  }

  /** Records that the unfinished runs of a source have failed. */
  async giveUp(source: FeedSource, error: string): Promise<void> {
    const failed = { outcome: 'FAILED', finishedAt: () => 'now()', error } as const;
    await this.runs.update({ source, outcome: IsNull() }, failed);
  }

  /** Records how a run ended. */
  async end(id: string, end: RunEnd): Promise<void> {
    await this.runs.update({ id }, { ...end, finishedAt: () => 'now()' });
  }

  /** Whether a run of the source that began within these seconds has succeeded, by the database's clock. */
  async hasSucceededWithin(source: FeedSource, seconds: number): Promise<boolean> {
    const rows = await this.database.query({
      text: `SELECT 1 FROM ingestion_runs
             WHERE source = $1 AND outcome = 'SUCCEEDED' AND started_at > now() - make_interval(secs => $2) LIMIT 1`,
      values: [source, seconds],
    });
    return rows.length > 0;
  }
}
