import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { breakingChanges } from '../tools/openapi/breaking-changes.js';
import type { Json } from './support/document.js';

const OWN = ['test/openapi.released.json', 'test/openapi.json', 'test/openapi.accepted.json'];

/** The comparison at the end of `npm run openapi`. */
function compare(files: string[]) {
  const args = ['dist/tools/openapi/compare-documents.js', ...files];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe('the document compared with the last release', () => {
  it('breaks no client, except for the accepted changes', () => {
    const { status, output } = compare(OWN);
    expect(output).toMatch(/^Compared with \d+\.\d+\.\d+: nothing breaks its clients, except/);
    expect(status).toBe(0);
  });

  it('names each other change, and each accepted one that is none', () => {
    const folder = mkdtempSync(join(tmpdir(), 'openapi-gate-'));
    try {
      const files = OWN.map((file) => join(folder, file.replace('test/', '')));
      const [released, next, accepted] = OWN.map((file) => JSON.parse(readFileSync(file, 'utf8')));
      delete next.paths['/categories'];
      accepted['GET /events: query q is removed'] = 'A reason.';
      for (const [at, json] of [released, next, accepted].entries())
        writeFileSync(files[at]!, JSON.stringify(json));
      const { status, output } = compare(files);
      expect(output).toContain(`Clients of ${released.info.version} break:\n- /categories: get is removed\n`);
      expect(output).toContain('This is accepted, but does not break:\n- GET /events: query q is removed\n');
      expect(status).toBe(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** A document with one operation that has this parameter, body and response. */
const made = ({ parameter = {}, body = {}, response = {}, ...more }: Json = {}): Json => ({
  paths: {
    '/things': {
      post: {
        parameters: [{ in: 'query', name: 'q', schema: { type: 'string', maxLength: 9 }, ...parameter }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/New' } } } },
        responses: {
          201: {
            headers: { ETag: {} },
            content: { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Thing' }] } } },
          },
        },
        ...more,
      },
    },
  },
  components: {
    schemas: {
      New: {
        type: 'object',
        required: ['name'],
        ...body,
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string', minLength: 1 },
          kind: { enum: ['A', 'B'] },
          size: { type: ['number', 'null'] },
          ...body.properties,
        },
      },
      Thing: {
        type: 'object',
        required: ['name', 'kind'],
        ...response,
        properties: {
          name: { type: 'string', format: 'uuid' },
          kind: { $ref: '#/components/schemas/Kind' },
          parent: { anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] },
          list: { type: 'array', items: { type: 'integer' } },
          ...response.properties,
        },
      },
      Kind: { type: 'string', enum: ['A', 'B'] },
    },
  },
});
const member = (name: string, schema: Json) => ({ properties: { [name]: schema } });

describe('breakingChanges', () => {
  it.each<[string, Json, string]>([
    ['a parameter is removed', { parameters: [] }, 'POST /things: query q is removed'],
    ['a parameter is required', { parameter: { required: true } }, 'POST /things: query q is required now'],
    [
      'a limit is narrower',
      { parameter: { schema: { type: 'string', maxLength: 8 } } },
      'POST /things query q: maxLength is lower',
    ],
    [
      'a pattern is new',
      { parameter: { schema: { type: 'string', maxLength: 9, pattern: 'a' } } },
      'POST /things query q: pattern is another',
    ],
    [
      'a type of a request is narrower',
      { body: member('size', { type: 'number' }) },
      'request New.size: is no longer null',
    ],
    [
      'a number is an integer',
      { body: member('size', { type: ['integer', 'null'] }) },
      'request New.size: is no longer number',
    ],
    [
      'a value of a request is removed',
      { body: member('kind', { enum: ['A'] }) },
      'request New.kind: "B" is removed',
    ],
    ['a member is required', { body: { required: ['name', 'kind'] } }, 'request New: kind is required now'],
    [
      'a member is ignored',
      { body: member('name', { type: 'string', readOnly: true }) },
      'request New.name: is ignored now',
    ],
    [
      'a member of a request is removed',
      { body: member('kind', undefined!) },
      'request New: kind is removed',
    ],
    ['no further members', { body: { additionalProperties: false } }, 'request New: has no further members'],
    [
      'a member of a response is removed',
      { response: member('list', undefined!) },
      'response Thing: list is removed',
    ],
    ['a member may be absent', { response: { required: ['kind'] } }, 'response Thing: name may be absent'],
    [
      'a response may be null',
      { response: member('name', { type: ['string', 'null'], format: 'uuid' }) },
      'response Thing.name: may be null now',
    ],
    [
      'an entry is wider',
      { response: member('list', { type: 'array', items: { type: 'number' } }) },
      'response Thing.list[]: may be number now',
    ],
    [
      'a response has no format',
      { response: member('name', { type: 'string' }) },
      'response Thing.name: format is another',
    ],
    [
      'a response has no list of values',
      { response: member('kind', { type: 'string' }) },
      'response Kind: may be any value now',
    ],
    ['a status is removed', { responses: { 202: {} } }, 'POST /things: 201 is removed'],
    [
      'a header and a media type are removed',
      { responses: { 201: { content: {} } } },
      'POST /things 201 header: ETag is removed',
    ],
  ])('reports that %s', (_, change, found) => {
    const next = JSON.parse(JSON.stringify(made(change)));
    expect(breakingChanges(made(), next)).toContain(found);
  });

  it('reports that an operation or a body is removed or required', () => {
    expect(breakingChanges(made(), { paths: {} })).toEqual(['/things: post is removed']);
    const body = { required: true, content: made().paths['/things'].post.requestBody.content };
    expect(breakingChanges(made(), made({ requestBody: body }))).toEqual([
      'POST /things: a body is required now',
    ]);
    expect(breakingChanges(made(), made({ requestBody: {} }))).toEqual([
      'POST /things body: application/json is removed',
    ]);
  });

  it('accepts additions: optional parameters and members, wider requests, narrower responses, values of responses', () => {
    const items = { type: ['string', 'null'], maxLength: 10 };
    const q = { in: 'query', name: 'q', schema: { type: 'array', items } };
    const next = made({
      parameters: [q, { in: 'query', name: 'more', schema: { type: 'string' } }],
      body: {
        required: ['id'],
        properties: {
          kind: { enum: ['A', 'B', 'C'] },
          more: { type: 'string' },
          id: { type: 'string', readOnly: true },
        },
      },
      response: {
        required: ['name', 'kind', 'more'],
        properties: { parent: { $ref: '#/components/schemas/Thing' }, more: { type: 'string' } },
      },
    });
    next.components.schemas.Kind.enum.push('C');
    next.paths['/more'] = { get: { responses: { 200: {} } } };
    expect(breakingChanges(made(), next)).toEqual([]);
  });

  it('refuses a keyword that it cannot compare', () => {
    const next = made({ parameter: { schema: { not: { type: 'null' } } } });
    expect(() => breakingChanges(made(), next)).toThrow('not is not compared');
  });
});

describe('the changelog', () => {
  it('names each version with its day, the newest first, and what an upgrade takes', () => {
    const [, ...parts] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
    const released = parts.filter((part) => !part.startsWith('Unreleased'));
    for (const part of parts) expect(part).toMatch(/^.*\n\n\*\*Upgrade:\*\* \S/);
    const versions = released.map((part) => /^\[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d\n/.exec(part)?.[1]);
    expect(versions).not.toContain(undefined);
    expect(versions).toEqual([...versions].sort().reverse());
    expect(versions[0]).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
    expect(versions).toContain(JSON.parse(readFileSync(OWN[0]!, 'utf8')).info.version);
  });
});
