import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SchedulerRegistry } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import type { Client } from '../support/client.js';
import { operationAt, operations } from '../support/document.js';
import { startInside } from '../support/inside.js';
import { format } from './format.js';
import { Recorder, type Sent } from './recorder.js';
import { type Options, sendAll } from './requests.js';

const COMMAND = 'UPDATE_STATEMENTS=1 npm run test:slow -- test/statements';
const FOLDER = 'test/statements';
const README = 'bench/README.md';
const ROWS = /(?<=^\| Operation \| Round trips \| Statements \|\n\|---\|--:\|--:\|\n)(?:\|.*\n)*/m;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

interface Recorded {
  operation: string;
  variant?: string;
  /** Such as `GET /events/{id}?include=counts`. */
  request: string;
  sent: Sent[];
}

const count = (many: number, noun: string) => `${many} ${noun}${many === 1 ? '' : 's'}`;
const tripsOf = (sent: Sent[]) => sent.at(-1)?.trip ?? 0;

/** A file: the requests of one operation. A prepared statement is shown once. */
function fileOf(requests: Recorded[]): string {
  const shown = new Set<string>();
  const toSql = ({ name, text }: Sent) => {
    if (name === undefined) return `${format(text)};`;
    if (shown.has(name + text)) return `-- prepared: ${name}, as above`;
    shown.add(name + text);
    return `-- prepared: ${name}\n${format(text)};`;
  };
  const sections = requests.map(({ request, variant, sent }) => {
    const figures = `${count(tripsOf(sent), 'round trip')}, ${count(sent.length, 'statement')}`;
    const lines = [`-- ${request}${variant ? ` (${variant})` : ''}`, `-- ${figures}`, ''];
    for (let trip = 1; trip <= tripsOf(sent); trip += 1) {
      const together = sent.filter((statement) => statement.trip === trip);
      const connections = new Set(together.map(({ connection }) => connection)).size;
      lines.push(`-- trip ${trip}${connections > 1 ? `, on ${connections} connections` : ''}`);
      lines.push(...together.map(toSql), '');
    }
    return lines.join('\n');
  });
  return sections.join('\n');
}

/** The rows of the table: requests with more than one round trip, the most first. */
function tableOf(recorded: Recorded[]): string {
  return recorded
    .filter(({ sent }) => tripsOf(sent) > 1)
    .sort((a, b) => tripsOf(b.sent) - tripsOf(a.sent) || b.sent.length - a.sent.length)
    .map((each) => `| ${nameOf(each)} | ${tripsOf(each.sent)} | ${each.sent.length} |\n`)
    .join('');
}

/** Such as `listEvents, q=jazz, cached`. */
function nameOf({ operation, variant, request }: Recorded): string {
  return [operation, request.split('?')[1], variant].filter(Boolean).join(', ');
}

/**
 * The statements of each operation, in files that a reviewer reads in a diff, and the table of round trips in
 * `bench/README.md`. A round trip is all that the service sends before a result comes back (`recorder.ts`).
 * Before each request, profiles are stored and connections are open. Events are cached only where the variant
 * says so.
 */
describe(`the record of statements (\`${COMMAND}\` writes it)`, () => {
  const recorded: Recorded[] = [];
  const isWritten = Boolean(process.env.UPDATE_STATEMENTS);
  const ids = operations.map(({ declared }) => declared.operationId as string);

  beforeAll(async () => {
    const recorder = new Recorder();
    const limits = { DAILY_CREATIONS: '1000000', RATE_LIMIT: '1000000' };
    const service = await startInside({ ...limits, AUTH_DEV_TOKENS: 'true' });
    const intervals = service.app.get(SchedulerRegistry, { strict: false });
    for (const name of intervals.getIntervals()) intervals.deleteInterval(name);

    /** Opens all connections, and makes the cache stale. */
    const prepare = async (isCached = false) => {
      const connect = () => service.app.get(DataSource).query('SELECT');
      await Promise.all(Array.from({ length: 10 }, connect));
      if (!isCached) await service.database.query('UPDATE events SET version = version');
    };
    const send = async (client: Client, request: string, options: Options = {}) => {
      const [, method, url, path, query] = /^(\S+) (([^?]+)(\?.*)?)$/.exec(request) as string[];
      const { body, headers, variant, isCached, work } = options;
      const operation = operationAt(method!, path!)!;
      let response: Awaited<ReturnType<Client['request']>> | undefined;
      const ask = async () => {
        response = await client.request(method!, url!, { body, headers });
      };
      await prepare(isCached);
      const sent = await recorder.record(work ?? ask);
      if (response && response.status >= 300)
        throw new Error(`${request}: ${response.status} ${response.text}`);
      recorded.push({
        operation: operation.declared.operationId,
        variant,
        request: `${operation.name}${query ?? ''}`.replace(UUID, '{id}'),
        sent,
      });
      return response?.body;
    };
    try {
      await sendAll(service, send);
    } finally {
      recorder.stop();
      await service.close();
    }
    if (!isWritten) return;
    for (const file of readdirSync(FOLDER)) if (file.endsWith('.sql')) rmSync(`${FOLDER}/${file}`);
    for (const id of ids) writeFileSync(`${FOLDER}/${id}.sql`, fileOfOperation(id));
    writeFileSync(README, readFileSync(README, 'utf8').replace(ROWS, tableOf(recorded)));
  });

  const fileOfOperation = (id: string) => fileOf(recorded.filter(({ operation }) => operation === id));

  it('has one file for each operation of the document', () => {
    expect(new Set(recorded.map(nameOf)).size).toBe(recorded.length);
    const unsent = ids.filter((id) => !recorded.some(({ operation }) => operation === id));
    expect(unsent.map((id) => `test/statements/requests.ts does not send ${id}`)).toEqual([]);
    const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'));
    expect(files.sort()).toEqual(ids.map((id) => `${id}.sql`).sort());
  });

  it.each(ids)('%s sends the statements of its file', (id) => {
    expect(fileOfOperation(id)).toBe(readFileSync(`${FOLDER}/${id}.sql`, 'utf8'));
  });

  it(`is the table of ${README}`, () => {
    expect(ROWS.exec(readFileSync(README, 'utf8'))?.[0]).toBe(tableOf(recorded));
  });
});
