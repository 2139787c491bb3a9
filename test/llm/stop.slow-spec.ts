import { z } from 'zod';
import type { Config } from '../../src/common/config.js';
import { LanguageModel, type Prompt } from '../../src/llm/language-model.js';
import { hangs, ModelServer } from '../support/model-server.js';
import { until } from '../support/until.js';

const PROMPT: Prompt<unknown> = {
  ...{ name: 'any', instructions: 'Say anything.', data: {} },
  shape: z.unknown(),
};

describe('a language model when the service stops', () => {
  let server: ModelServer;
  beforeEach(async () => {
    server = await ModelServer.start();
    server.reset(hangs);
  });
  afterEach(() => server.close());

  it('aborts the running calls, the waiting ones, and all later ones', async () => {
    const settings = { TAGGER_BASE_URL: server.url, TAGGER_MODEL: 'test-model', TAGGER_TIMEOUT_MS: 60_000 };
    const model = new LanguageModel(settings as Config);
    const fails = (userId: string) =>
      expect(model.complete(PROMPT, { userId })).rejects.toMatchObject({
        outcome: expect.stringMatching(/^(?:unreachable|given_up)$/),
      });
    const calls = Array.from({ length: 40 }, (_, n) => fails(`user ${n}`));
    await until(() => server.waiting.size === 32);
    model.onModuleDestroy();
    await Promise.all(calls);
    expect(server.requests).toHaveLength(32);
    await fails('late');
    await until(() => server.aborted === 32);
  });
});
