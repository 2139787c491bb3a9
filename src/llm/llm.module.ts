import { Module } from '@nestjs/common';
import { Config } from '../common/config.js';
import { LanguageModel } from './language-model.js';

/** The language model with `TAGGER=llm`, else null. Only then are its libraries loaded. */
@Module({
  providers: [
    {
      provide: LanguageModel,
      inject: [Config],
      useFactory: async (config: Config): Promise<LanguageModel | null> => {
        const { TAGGER, TAGGER_BASE_URL, TAGGER_MODEL, TAGGER_API_KEY, TAGGER_TIMEOUT_MS } = config;
        if (TAGGER !== 'llm') return null;
        const { OpenAiModel } = await import('./openai.model.js');
        return new OpenAiModel({
          baseUrl: TAGGER_BASE_URL!,
          model: TAGGER_MODEL!,
          apiKey: TAGGER_API_KEY,
          budget: TAGGER_TIMEOUT_MS,
        });
      },
    },
  ],
  exports: [LanguageModel],
})
export class LlmModule {}
