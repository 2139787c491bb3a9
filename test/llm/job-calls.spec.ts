import { Logger } from '@nestjs/common';
import { z } from 'zod';
import type { Config } from '../../src/common/config.js';
import { LanguageModel, type Prompt } from '../../src/llm/language-model.js';
import { ModelServer } from '../support/model-server.js';
import { until } from '../support/until.js';

const PROMPT: Prompt<unknown> = {
  ...{ name: 'any', instructions: 'Say anything.', data: {} },
  shape: z.unknown(),
};

describe('a call for a job', () => {
  const job = new AbortController();
  let server: ModelServer;
  beforeEach(async () => {
    Logger.overrideLogger(false); // its warning would stand among the lines of the run
    server = await ModelServer.start();
  });
  afterEach(async () => {
    job.abort();
    await server.close();
  });

  it('ends after TAGGER_TIMEOUT_MS, while the job continues', async () => {
    const settings = { TAGGER_BASE_URL: server.url, TAGGER_MODEL: 'test-model', TAGGER_TIMEOUT_MS: 100 };
    const model = new LanguageModel(settings as Config);
    await expect(model.complete(PROMPT, { signal: job.signal })).rejects.toMatchObject({
      outcome: 'timeout',
    });
    await until(() => server.aborted > 0 && server.aborted === server.requests.length);
  }, 30_000);
});
