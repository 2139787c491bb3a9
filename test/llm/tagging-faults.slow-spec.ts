import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { closeAfterTest } from '../support/close-after-test.js';
import { createEvent } from '../support/factories.js';
import {
  type Behaviour,
  completes,
  completion,
  disconnects,
  hangs,
  ModelServer,
  returns,
} from '../support/model-server.js';
import { until } from '../support/until.js';

const GOOD = { tags: ['jazz', 'live music'], category: 'MUSIC', summary: 'A trio plays standards.' };
const NONE = { tags: [], category: null, summary: null };
const KEY = 'sk-test-0123456789';

describe('tagging by a language model', () => {
  let model: ModelServer;
  let service: TestApp;
  let alice: Client;

  beforeAll(async () => {
    model = await ModelServer.start();
    service = await startApp(model.environment({ TAGGER_API_KEY: KEY, TAGGER_TIMEOUT_MS: '4000' }));
    alice = service.as('alice');
  });
  beforeEach(() => model.reset(completes(GOOD)));
  afterAll(async () => {
    await service.close();
    await model.close();
  });

  describe('that returns bad output', () => {
    const pour =
      (mib: number): Behaviour =>
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write(JSON.stringify(completion(GOOD)));
        let left = mib;
        const blanks = ' '.repeat(1024 * 1024);
        const more = () => {
          for (let isTaken = true; isTaken && left > 0; left -= 1) isTaken = response.write(blanks);
          if (left <= 0) response.end();
        };
        response.on('drain', more);
        more();
      };
    const drips: Behaviour = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(timer));
    };
    const disconnectsMidway: Behaviour = (response, request) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
      response.write('{"choices":', () => disconnects(response, request));
    };

    const blocksNoCreation = async (behaviour: Behaviour) => {
      model.behave = behaviour;
      const event = await createEvent(alice);
      expect(event).toMatchObject(NONE);
      // The service disconnects from an endless response, and recovers.
      await until(() => model.waiting.size === 0);
      model.behave = completes(GOOD);
      expect(await createEvent(alice)).toMatchObject(GOOD);
    };

    it.each<[string, Behaviour]>([
      ['garbage', completes('Sure, here are your tags: jazz')],
      ['another shape', completes({ labels: ['jazz'] })],
      ['an unknown category', completes({ ...GOOD, category: 'ENTERTAINMENT' })],
      ['1 000 tags', completes({ ...GOOD, tags: Array.from({ length: 1000 }, (_, n) => `tag ${n}`) })],
      ['a tag with markup', completes({ ...GOOD, tags: ['<b>jazz</b>'] })],
      ['a tag with NUL', completes({ ...GOOD, tags: ['ja\0zz'] })],
      ['a tag with a lone surrogate', completes('{"tags":["\\ud83d"],"category":null,"summary":null}')],
      ['an address of mail', completes({ ...GOOD, summary: 'Write to a@evil.com' })],
      ['a link with a dot of another kind', completes({ ...GOOD, tags: ['evil\u2024com'] })],
      ['too long a summary', completes({ ...GOOD, summary: 'x'.repeat(281) })],
      ['a refusal', completes('', { message: { role: 'assistant', content: null, refusal: 'No.' } })],
      ['a truncated response', completes('{"tags":["ja', { finish_reason: 'length' })],
      ['no choices', returns({ id: 'x', object: 'chat.completion', choices: [] })],
      ['no completion', returns({ error: 'overloaded' })],
      ['a page', returns('<!doctype html>', 200, { 'content-type': 'text/html' })],
      ['half of its JSON', returns('{"choices":[{"mess')],
      ['nothing at all', returns('')],
      ['no content', returns('', 204)],
      ['20 MB', pour(20)],
      ['without end', pour(Number.POSITIVE_INFINITY)],
      ['400', returns({ error: { message: 'no' } }, 400)],
    ])('with %s blocks no creation, and is not called again', (_what, behaviour) =>
      blocksNoCreation(behaviour),
    );

    it.each<[string, Behaviour]>([
      ['without end, slowly', drips],
      ['never', hangs],
      ['401', returns({ error: { message: 'no' } }, 401)],
      ['404', returns({ error: { message: 'no' } }, 404)],
      ['429', returns({ error: { message: 'slow down' } }, 429)],
      ['500', returns({ error: { message: 'oh' } }, 500)],
      ['503 with a Retry-After of an hour', returns('', 503, { 'retry-after': '3600' })],
      ['a closed connection', disconnects],
      ['a connection closed midway', disconnectsMidway],
    ])('with %s blocks no creation, and is called later', (_what, behaviour) => blocksNoCreation(behaviour));

    it('is not followed elsewhere, so that the key and the text stay with it', async () => {
      const elsewhere = closeAfterTest(await ModelServer.start());
      elsewhere.behave = completes(GOOD);
      for (const status of [301, 302, 307, 308]) {
        model.behave = returns('', status, { location: `${elsewhere.url}/chat/completions` });
        expect(await createEvent(alice)).toMatchObject(NONE);
        model.behave = completes(GOOD);
        await createEvent(alice);
      }
      expect(elsewhere.requests).toEqual([]);
      const other = closeAfterTest(await startApp(elsewhere.environment(), service.database));
      expect(await createEvent(other.as('alice'))).toMatchObject(GOOD);
      expect(elsewhere.requests).toHaveLength(1);
    });
  });

  describe('that fails temporarily', () => {
    it.each<[string, Behaviour]>([
      ['429', returns('', 429)],
      ['500', returns('', 500)],
      ['503 as a page', returns('<html>', 503, { 'content-type': 'text/html', 'retry-after': '0' })],
      ['a closed connection', disconnects],
    ])('with %s is called again', async (_what, behaviour) => {
      model.behave = (response, request) =>
        (model.requests.length === 1 ? behaviour : completes(GOOD))(response, request);
      expect(await createEvent(alice)).toMatchObject(GOOD);
      expect(model.requests).toHaveLength(2);
    });

    it('gets the time that it requests', async () => {
      model.behave = (response, request) =>
        (model.requests.length === 1 ? returns('', 429, { 'retry-after': '1' }) : completes(GOOD))(
          response,
          request,
        );
      expect(await createEvent(alice)).toMatchObject(GOOD);
      const [first, second] = model.requests;
      expect(second!.at - first!.at).toBeGreaterThanOrEqual(990);
    });

    it.each<[string, Behaviour, number]>([
      ['at most twice', returns('', 500), 3],
      ['not after an error that would repeat', returns('', 400), 1],
    ])('is called again %s', async (_what, behaviour, times) => {
      model.behave = behaviour;
      expect(await createEvent(alice)).toMatchObject(NONE);
      expect(model.requests).toHaveLength(times);
      model.behave = completes(GOOD);
      await createEvent(alice);
    });
  });
});
