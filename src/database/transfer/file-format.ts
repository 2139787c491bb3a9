/**
 * A file of `export`: NDJSON, compressed with gzip. The first line is a `Header`. Each table begins with a `TableLine`,
 * and each of its rows is an array with PostgreSQL's text of each column, or null. The last line is an `End`, by which a
 * file that was cut off is told.
 */
export const FORMAT = 'events-and-gigs export 1';

export interface Header {
  format: typeof FORMAT;
  /** the last migration */
  schema: string;
  /** ISO 8601 */
  exportedAt: string;
}

export interface TableLine {
  table: string;
  columns: string[];
  rows: number;
}

export interface End {
  end: true;
  /** how many rows each table has */
  rows: Record<string, number>;
}

/** A file or a database that does not fit, in words for the operator. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}

export interface TransferContext {
  signal: AbortSignal;
  /** Reports how many rows of a table are done. */
  progress(step: string, done: number, total: number): void;
}

export interface Transferred {
  tables: number;
  rows: number;
}
