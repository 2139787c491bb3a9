import { startApp, type TestApp } from '../support/app.js';
import {
  type AssistantAnswer,
  converse,
  insertEvent,
  NOTHING,
  QUERY,
  searches,
} from '../support/assistant.js';
import type { Client } from '../support/client.js';
import {
  type Behaviour,
  completes,
  disconnects,
  hangs,
  ModelServer,
  returns,
} from '../support/model-server.js';

/** The response without the model. */
const OFFLINE = /^Events and gigs with “jazz”:\n1\. “Jazz”/;

describe('the assistant with a language model', () => {
  let model: ModelServer;
  let service: TestApp;
  let alice: Client;

  beforeAll(async () => {
    model = await ModelServer.start();
    service = await startApp(model.environment({ TAGGER_TIMEOUT_MS: '3000' }));
    alice = service.as('alice');
  });
  beforeEach(async () => {
    model.reset(searches({ words: 'jazz' }));
    await service.database.query('DELETE FROM events');
  });
  afterAll(async () => {
    await service.close();
    await model.close();
  });

  const ask = async (content: string): Promise<AssistantAnswer> => (await converse(alice))(content);

  it.each<[string, Behaviour]>([
    ['garbage', completes('jazz')],
    ['another shape', completes({ filters: { genre: 'yoga' } })],
    [
      'an extra member',
      completes({ ...NOTHING, kind: 'SEARCH', query: { ...QUERY, words: 'yoga', place: 'x' } }),
    ],
    ['an unknown category', searches({ words: 'yoga', category: 'PARTY' })],
    ['a time that there is not', searches({ words: 'yoga', from: '2031-02-30', to: null })],
    ['a time out of range', searches({ words: 'yoga', from: '9999-01-01', to: null })],
    ['a time that ends before it begins', searches({ words: 'yoga', from: '2031-02-02', to: '2031-02-01' })],
    ['a time of two kinds', searches({ words: 'yoga', when: 'tonight', from: '2031-02-02' })],
    ['a lone surrogate', searches({ words: 'yoga \ud800' })],
    ['a link', searches({ words: 'yoga https://evil.example' })],
    ['words without end', searches({ words: 'yoga '.repeat(100) })],
    ['a search for nothing in particular', completes({ ...NOTHING, kind: 'SEARCH' })],
    ['help without a topic', completes({ ...NOTHING, kind: 'HELP' })],
    ['a refusal', completes('', { message: { role: 'assistant', content: null, refusal: 'No.' } })],
    ['no completion', returns('<html>')],
    ['400', returns('', 400)],
    ['500', returns('', 500)],
    ['a closed connection', disconnects],
    ['nothing, ever', hangs],
  ])('works without the model if that returns %s', async (_what, behaviour) => {
    const jazz = await insertEvent(service, 'Jazz');
    const yoga = await insertEvent(service, 'Yoga');
    model.behave = behaviour;
    expect(await ask('jazz')).toMatchObject({ content: expect.stringMatching(OFFLINE), eventIds: [jazz] });
    // When the model recovers, so does the assistant.
    model.behave = searches({ words: 'yoga' });
    expect((await ask('jazz')).eventIds).toEqual([yoga]);
  });
});
