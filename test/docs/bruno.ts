import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bruToJsonV2, collectionBruToJson } from '@usebruno/lang';
import { Client } from '../support/client.js';

interface Pair {
  name: string;
  value: string;
}
interface Parsed {
  meta: { name: string; seq: string };
  http: { method: string; url: string; auth: string };
  headers?: Pair[];
  body?: { json: string };
  vars?: { res: Pair[] };
  assertions?: Pair[];
}

/** One request of the collection. */
export interface BrunoRequest extends Parsed {
  /** The file, below the collection's folder. */
  file: string;
  /** Such as `/gigs/{{gigId}}?limit=5`. */
  path: string;
}

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
const bySequence = (one: Pick<Parsed, 'meta'>, other: Pick<Parsed, 'meta'>) =>
  Number(one.meta.seq) - Number(other.meta.seq);

/** The requests of a collection, in the order in which Bruno runs them: folder by folder, by their `seq`. */
export function readCollection(root: string): BrunoRequest[] {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'environments')
    .map(({ name }) => ({ name, ...collectionBruToJson(read(root, name, 'folder.bru')) }))
    .sort(bySequence);
  return folders.flatMap(({ name }) =>
    readdirSync(join(root, name))
      .filter((file) => file !== 'folder.bru')
      .map((file) => ({ file: `${name}/${file}`, ...(bruToJsonV2(read(root, name, file)) as Parsed) }))
      .map((request) => ({ ...request, path: request.http.url.replace('{{baseUrl}}', '') }))
      .sort(bySequence),
  );
}

const CHECKS: Record<string, (actual: unknown, expected: string) => boolean> = {
  eq: (actual, expected) => String(actual) === expected,
  gte: (actual, expected) => Number(actual) >= Number(expected),
  isDefined: (actual) => actual !== undefined,
  isString: (actual) => typeof actual === 'string',
};

/** Sends requests as Bruno does, as far as the collection needs it, with their variables. */
export class BrunoRun {
  private readonly variables: Record<string, string> = {};

  constructor(private readonly url: string) {}

  /** Sends a request. @returns its failed assertions */
  async send({ http, path, headers, body, vars, assertions }: BrunoRequest): Promise<string[]> {
    const client = new Client(this.url, http.auth === 'inherit' ? this.variables.token : undefined);
    const sent = (headers ?? []).map(({ name, value }) => [name, this.fill(value)]);
    const received = await client.request(http.method.toUpperCase(), this.fill(path), {
      headers: Object.fromEntries(sent),
      body: body && this.fill(body.json),
    });
    const response = { ...received, headers: Object.fromEntries(received.headers) };
    const lookUp = (expression: string) =>
      // biome-ignore lint/suspicious/noExplicitAny: responses have every shape
      (expression.match(/\w[\w-]*/g) ?? []).slice(1).reduce((part: any, name) => part?.[name], response);
    for (const { name, value } of vars?.res ?? []) this.variables[name] = lookUp(value);
    return (assertions ?? []).flatMap(({ name, value }) => {
      const [operator = '', ...expected] = this.fill(value).split(' ');
      if (CHECKS[operator]!(lookUp(name), expected.join(' '))) return [];
      return [
        `${name}: ${value}, but it is ${JSON.stringify(lookUp(name))} of ${received.status} ${received.text}`,
      ];
    });
  }

  /** @throws Error for a variable that no earlier request has set */
  private fill(text: string): string {
    return text.replace(/\{\{(\w+)\}\}/g, (_, name) => {
      if (this.variables[name] === undefined) throw new Error(`Nothing has set ${name}.`);
      return this.variables[name];
    });
  }
}
