import { Module } from '@nestjs/common';
import { Config } from '../common/config.js';
import { LanguageModel } from './language-model.js';

/** The language model with `TAGGER=llm`, else null. */
const MODEL = {
  provide: LanguageModel,
  inject: [Config],
  useFactory: (config: Config) => (config.TAGGER === 'llm' ? new LanguageModel(config) : null),
};

@Module({ providers: [MODEL], exports: [MODEL] })
export class LlmModule {}
