import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Page } from '../common/pagination.js';
import { Database } from '../database/database.js';
import { readPage } from '../database/page-reader.js';
import { Where } from '../database/table.js';
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
  constructor(private readonly database: Database) {}

  /** A page of the runs, newest first. */
  list({ source, ...page }: ListRunsQuery): Promise<Page<IngestionRunDto>> {
    const where = new Where().equals('t.source', source);
    return readPage(this.database, page, {
      entity: IngestionRunEntity,
      where,
      sort: { by: 'startedAt', descending: true },
    });
  }

  /**
   * Records that a run begins. Earlier runs of its source that never ended have died. (If one is still alive, because two run
   * at once, it overwrites that when it ends.)
   * @returns the run's id
   */
  async begin(source: FeedSource): Promise<string> {
    await this.giveUp(source, 'The run was interrupted.');
    const insert = this.database.table(IngestionRunEntity).insert({ id: uuidv7(), source });
    const [run] = await this.database.query<{ id: string }>(insert);
    return run!.id;
  }

  /** Records that the unfinished runs of a source have failed. */
  async giveUp(source: FeedSource, error: string): Promise<void> {
    await this.database.execute({
      text: `UPDATE ingestion_runs SET outcome = 'FAILED', finished_at = now(), error = $2
             WHERE source = $1 AND outcome IS NULL`,
      values: [source, error],
    });
  }

  /** Records how a run ended. */
  async end(id: string, end: RunEnd): Promise<void> {
    const values: unknown[] = [id];
    const assignments = this.database.table(IngestionRunEntity).assignments({ ...end }, values);
    await this.database.execute({
      text: `UPDATE ingestion_runs SET ${assignments}, finished_at = now() WHERE id = $1`,
      values,
    });
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
