import { startApp } from '../support/app.js';
import { closeAfterTest } from '../support/close-after-test.js';
import { createEvent, eventBody } from '../support/factories.js';
import { completes, disconnects, ModelServer, returns } from '../support/model-server.js';
import { Service } from '../support/service.js';

const GOOD = { tags: ['jazz', 'live music'], category: 'MUSIC', summary: 'A trio plays standards.' };
const KEY = 'sk-test-0123456789';

describe('the key of the language model', () => {
  it('is sent to nobody else, logged nowhere, and omitted if there is none', async () => {
    const model = closeAfterTest(await ModelServer.start());
    const keyless = closeAfterTest(await startApp(model.environment()));
    const environment = { TAGGER_TIMEOUT_MS: '2000', LOG_LEVEL: 'trace', OPENAI_LOG: 'debug' };
    const service = await Service.start(keyless.database.url, {
      ...model.environment({ TAGGER_API_KEY: KEY }),
      ...environment,
    });
    closeAfterTest({ close: async () => void (await service.stop()) });
    const alice = service.as('alice');
    const echo = { error: { message: `Incorrect API key provided: ${KEY}`, code: KEY } };
    const shown: string[] = [];
    for (const behaviour of [
      returns(echo, 401),
      returns(echo, 500),
      completes(KEY),
      disconnects,
      completes(GOOD),
    ]) {
      model.behave = behaviour;
      shown.push((await alice.post('/events', eventBody())).text);
    }
    for (const path of ['/metrics', '/openapi.json', '/health/ready'])
      shown.push((await alice.get(path)).text);
    expect(await service.stop()).toBe(0);
    expect(model.requests[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(service.output).toContain('Tagging failed');
    expect([...shown, service.output].filter((text) => text.includes(KEY))).toEqual([]);

    model.reset(completes(GOOD));
    expect(await createEvent(keyless.as('alice'))).toMatchObject(GOOD);
    expect(model.requests[0]!.headers).not.toHaveProperty('authorization');
  });
});
