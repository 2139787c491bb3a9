import type DataLoader from 'dataloader';
import type pg from 'pg';
import { isNameLost } from '../common/sqlstate.js';
import { dataLoader } from './data-loader.js';

/** How often the same statement goes out on one connection, in one write. */
const MOST = 4;

/**
 * Gathers the statements of one tick that have the same name, and sends them on one connection: a write and a read of a socket
 * are a good part of what a page costs. Other statements have other connections, so that none waits for a table that another
 * needs.
 */
export class Pipelines {
  private readonly byName = new Map<string, DataLoader<pg.QueryConfig, unknown[]>>();

  constructor(private readonly pool: () => pg.Pool) {}

  /** Runs a statement that has a name, and returns its rows. */
  query(statement: pg.QueryConfig): Promise<unknown[]> {
    const name = statement.name!;
    let pipeline = this.byName.get(name);
    if (!pipeline) {
      pipeline = dataLoader(MOST, (statements) => this.send(statements));
      this.byName.set(name, pipeline);
    }
    return pipeline.load(statement);
  }

  private async send(statements: readonly pg.QueryConfig[]): Promise<(unknown[] | Error)[]> {
    const client = await this.pool().connect();
    const results = await Promise.all(
      statements.map((statement) => client.query(statement).catch((error: Error) => error)),
    );
    const failure = results.find((result) => result instanceof Error);
    client.release(failure); // one whose statement failed is closed
    return results.map((result) => {
      if (!(result instanceof Error)) return result.rows;
      return isNameLost(result) ? failure! : result; // where the first was not parsed, those after it have no statement
    });
  }
}
