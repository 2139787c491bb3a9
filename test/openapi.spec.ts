import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { startApp, type TestApp } from './app.js';

describe('the OpenAPI document', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  it('is the one that is checked in (npm run openapi writes it)', async () => {
    const { status, body } = await service.as(null).get('/openapi.json');
    expect(status).toBe(200);
    expect(body).toEqual(JSON.parse(readFileSync('test/openapi.json', 'utf8')));
  });

  it('is the same as YAML', async () => {
    const { text } = await service.as(null).get('/openapi.yaml');
    expect(parse(text)).toEqual((await service.as(null).get('/openapi.json')).body);
  });

  it('names every operation once, with its tag, summary and answers', async () => {
    const { body } = await service.as(null).get('/openapi.json');
    const operations = Object.values(body.paths).flatMap((path) => Object.values(path as object));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const operation of operations) {
      expect(operation).toMatchObject({ operationId: expect.any(String), summary: expect.any(String) });
      expect(operation.tags).toHaveLength(1);
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['500', '503']));
    }
  });

  it('is shown by Swagger UI, which keeps the sign-in over a reload', async () => {
    const { status, text } = await service.as(null).get('/docs');
    expect(status).toBe(200);
    expect(text).toContain('swagger-ui');
    const { text: script } = await service.as(null).get('/docs/swagger-ui-init.js');
    expect(script).toContain('"persistAuthorization": true');
  });
});
