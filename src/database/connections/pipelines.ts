import type DataLoader from 'dataloader';
import type pg from 'pg';
import { dataLoader } from '../data-loader.js';
import type { NamedStatement } from './bounded-client.js';

/** How often the same statement goes out on one connection, in one write. */
const MOST = 4;

/**
 * Gathers the kept statements of one turn of the event loop, each name by itself: other statements have other connections, so
 * that none waits for a table that another needs.
 */
export class Pipelines {
  private readonly byName = new Map<string, DataLoader<NamedStatement, pg.QueryResult>>();

  /** @param send runs statements on one connection, and answers for each what it gives, or why it failed */
  constructor(
    private readonly send: (statements: readonly NamedStatement[]) => Promise<(pg.QueryResult | Error)[]>,
  ) {}

  ask(name: string, statement: NamedStatement): Promise<pg.QueryResult> {
    let pipeline = this.byName.get(name);
    if (!pipeline) {
      pipeline = dataLoader(MOST, this.send);
      this.byName.set(name, pipeline);
    }
    return pipeline.load(statement);
  }
}
