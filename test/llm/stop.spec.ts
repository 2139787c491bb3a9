import type { Question } from '../../src/llm/language-model.js';
import { OpenAiModel } from '../../src/llm/openai.model.js';
import { hangs, ModelServer } from '../support/model-server.js';
import { until } from '../support/until.js';

const QUESTION: Question<unknown> = {
  ...{ name: 'any', instructions: 'Say anything.', data: {}, schema: { type: 'object' } },
  read: (answer) => answer,
};

describe('a language model whose service stops', () => {
  let server: ModelServer;
  beforeEach(async () => {
    server = await ModelServer.start();
    server.reset(hangs);
  });
  afterEach(() => server.close());

  it('breaks off the calls that run, those that wait for their turn, and all that come later', async () => {
    const model = new OpenAiModel({
      baseUrl: server.url,
      model: 'test-model',
      apiKey: undefined,
      budget: 60_000,
    });
    const ask = () => model.ask(QUESTION, 'request', new AbortController().signal);
    const cancelled = (asked: Promise<unknown>) =>
      expect(asked).rejects.toMatchObject({ outcome: 'cancelled' });
    const calls = Array.from({ length: 10 }, () => cancelled(ask()));
    await until(() => server.waiting.size === 8);
    model.onModuleDestroy();
    await Promise.all(calls);
    expect(server.asked).toHaveLength(8);
    await cancelled(ask());
    await until(() => server.brokenOff === 8);
    await model.onApplicationShutdown();
  });
});
