import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { GUIDES } from '../../src/openapi/docs.js';
import { startApp, type TestApp } from '../support/app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startApp();
});
afterAll(() => service.close());

it.each(Object.entries(GUIDES))('the page of documentation at %s is plain text', async (address, page) => {
  const { status, headers, text } = await service.as(null).get(address);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toBe(readFileSync(`docs/${page}`, 'utf8'));
});

describe('the document', () => {
  it('is the same in YAML and in JSON', async () => {
    const [json, yaml] = [
      await service.as(null).get('/openapi.json'),
      await service.as(null).get('/openapi.yaml'),
    ];
    expect([json.headers.get('content-type'), yaml.headers.get('content-type')]).toEqual([
      'application/json; charset=utf-8',
      'text/yaml; charset=utf-8',
    ]);
    expect(Object.keys(json.body.paths).length).toBeGreaterThan(20);
    expect(JSON.stringify(parse(yaml.text))).toBe(json.text);
    expect(yaml.text).toMatch(/^ {2}\/events:$/m); // in blocks
  });
});
