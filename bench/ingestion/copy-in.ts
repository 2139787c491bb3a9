import { once } from 'node:events';
import pg from 'pg';

/** Bytes that are handed to the driver at a time. */
const CHUNK = 64 * 1_024;

/** The parts of the driver's connection that a COPY needs. */
interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** A statement to which the server answers by asking for data. The driver leaves that to the statement. */
class CopyIn extends pg.Query {
  constructor(
    text: string,
    private readonly data: Buffer,
  ) {
    super(text);
  }

  /** Called by the driver when the server is ready for the data. */
  handleCopyInResponse(connection: CopyConnection): void {
    for (let at = 0; at < this.data.length; at += CHUNK)
      connection.sendCopyFromChunk(this.data.subarray(at, at + CHUNK));
    connection.endCopyFrom();
  }
}

/** Runs a `COPY ... FROM STDIN` with lines that `copyLine` has made. */
export async function copyIn(client: pg.Client, text: string, lines: Buffer): Promise<void> {
  const query = new CopyIn(text, lines);
  const ended = once(query, 'end');
  client.query(query);
  await ended;
}

/** A row in PostgreSQL's text format. */
export function copyLine(values: (string | null)[]): string {
  const cells = values.map((value) => (value === null ? '\\N' : value.replace(/[\\\n\r\t]/g, escaped)));
  return `${cells.join('\t')}\n`;
}

function escaped(character: string): string {
  const names: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  return names[character] ?? `\\${character}`;
}
