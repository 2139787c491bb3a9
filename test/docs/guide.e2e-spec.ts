import { parse } from 'yaml';
import { GUIDES } from '../../src/openapi/docs.js';
import { startApp, type TestApp } from '../support/app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startApp();
});
afterAll(() => service.close());

describe('the guide at /docs/guide', () => {
  const read = async (address: string) => (await service.as(null).get(address)).text;
  const idsOf = (page: string) => [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);

  it.each(Object.keys(GUIDES))('is HTML at %s, with its tables and without Markdown', async (address) => {
    const { status, headers, text } = await service.as(null).get(address);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toMatch(/<title>\w[^<]*<\/title>/);
    expect(text).toContain('<table>');
    expect(text.replace(/<pre>.*?<\/pre>/gs, '')).not.toMatch(/^(#|\||```)/m);
    expect(new Set(idsOf(text)).size).toBe(idsOf(text).length);
  });

  it('has only valid links', async () => {
    for (const address of Object.keys(GUIDES))
      for (const [, href] of (await read(address)).matchAll(/href="([^"]*)"/g)) {
        if (href!.startsWith('https:')) continue;
        const { pathname, hash } = new URL(href!, service.url + address);
        const { status, text } = await service.as(null).get(pathname);
        expect({ href, status }).toEqual({ href, status: 200 });
        if (hash) expect(idsOf(text)).toContain(hash.slice(1));
      }
    expect(await read('/docs/guide')).toContain('href="/docs/rules#limits"');
  });
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
