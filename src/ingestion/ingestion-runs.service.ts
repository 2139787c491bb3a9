import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Raw, type Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Page } from '../common/pagination.js';
import { readPage } from '../database/pages.js';
import type { FeedSource } from '../events/event.entity.js';
import { type IngestionRunDto, type ListRunsQuery, toIngestionRunDto } from './ingestion.dto.js';
import { IngestionRunEntity } from './ingestion-run.entity.js';

const INTERRUPTED = 'The run was interrupted.';

/** The record of every pull of every feed. */
@Injectable()
export class IngestionRuns {
  constructor(@InjectRepository(IngestionRunEntity) private readonly runs: Repository<IngestionRunEntity>) {}

  /** A page of the runs, newest first. */
  async list({ source, ...query }: ListRunsQuery): Promise<Page<IngestionRunDto>> {
    const rows = this.runs.createQueryBuilder('run');
    if (source) rows.where({ source });
    const page = await readPage(rows, query, { by: 'startedAt', direction: 'DESC' });
    return { ...page, data: page.data.map(toIngestionRunDto) };
  }

  /**
   * Records that a run begins. Earlier runs of its source that never ended have died. (If one is still alive, because two run
   * at once, it overwrites that when it ends.)
   */
  async begin(source: FeedSource): Promise<IngestionRunEntity> {
    const interrupted = { outcome: 'FAILED', finishedAt: () => 'now()', error: INTERRUPTED } as const;
    await this.runs.update({ source, outcome: IsNull() }, interrupted);
    const run = this.runs.create({ id: uuidv7(), source });
    await this.runs.insert(run);
    return run; // with the defaults of its columns
  }

  /** Records how a run ended, and what it counted until then. */
  async end(run: IngestionRunEntity): Promise<void> {
    await this.runs.update({ id: run.id }, { ...run, finishedAt: () => 'now()' });
  }

  /** Whether a run of the source that began within these seconds has succeeded, by the database's clock. */
  hasSucceededWithin(source: FeedSource, seconds: number): Promise<boolean> {
    const startedAt = Raw((column) => `${column} > now() - make_interval(secs => :seconds)`, { seconds });
    return this.runs.existsBy({ source, outcome: 'SUCCEEDED', startedAt });
  }
}
