import { Module } from '@nestjs/common';
import { Config } from '../common/config.js';
import { LanguageModel } from './language-model.js';

/** The language model with `TAGGER=llm`, else null. */
const MODEL = {
  provide: LanguageModel,
  inject: [Config],
  useFactory: (config: Config) => (config.TAGGER === 'llm' ? new LanguageModel(config) : null),
};

/**
 * Owns the client of the language model, and no table; the client is null unless `TAGGER=llm`. Every call
 * ends in time, and one user's texts stop the model for nobody else. It must not know prompts: each use has
 * its own, and checks the output.
 */
@Module({ providers: [MODEL], exports: [MODEL] })
export class LlmModule {}
