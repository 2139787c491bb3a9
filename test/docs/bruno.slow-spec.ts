import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { startApp } from '../support/app.js';
import { document, type Json, operationAt, resolve } from '../support/document.js';
import { BrunoRun, readCollection } from './bruno.js';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(document, 'document');

const requests = readCollection('docs/bruno');

describe('the Bruno collection', () => {
  it.each(requests)('has $file as an operation of the document', ({ http, path, body }) => {
    const operation = operationAt(http.method.toUpperCase(), path);
    if (!operation) throw new Error(`${http.method} ${path} is no operation.`);
    const parameters = (operation.declared.parameters ?? []).map(resolve).map(({ name }: Json) => name);
    for (const name of new URLSearchParams(path.split('?')[1]).keys()) expect(parameters).toContain(name);

    const schema = operation.declared.requestBody?.content['application/json'].schema;
    if (!body) return expect(operation.declared.requestBody?.required ?? false).toBe(false);
    const name = schema.$ref.replace('#/', '');
    const validate = ajv.compile({ $ref: `document#/${name}` });
    expect({ valid: validate(JSON.parse(body.json)), errors: validate.errors }).toEqual({
      valid: true,
      errors: null,
    });
  });

  it('runs against the service, twice', async () => {
    const service = await startApp({ AUTH_DEV_TOKENS: 'true' });
    try {
      for (const _time of ['first', 'second']) {
        const run = new BrunoRun(service.url);
        for (const request of requests)
          expect({ file: request.file, faults: await run.send(request) }).toEqual({
            file: request.file,
            faults: [],
          });
      }
    } finally {
      await service.close();
    }
  });
});
