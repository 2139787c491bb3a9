import { Module } from '@nestjs/common';
import { Config } from '../common/config.js';
import { LanguageModel } from '../llm/language-model.js';
import { LlmModule } from '../llm/llm.module.js';
import { UsersModule } from '../users/users.module.js';
import { KeywordTagger } from './keyword.tagger.js';
import { LlmTagger } from './llm.tagger.js';
import type { Tagger } from './tagger.js';
import { TaggingController } from './tagging.controller.js';
import { TAGGER, TaggingService } from './tagging.service.js';

/**
 * Owns the categories and the taggers, and no table. Tagging never fails for its caller: without a usable
 * result, an event gets no tags, category or summary. It must not know how events are stored. A text is data;
 * no instruction in it is followed.
 */
@Module({
  imports: [LlmModule, UsersModule],
  controllers: [TaggingController],
  providers: [
    {
      provide: TAGGER,
      inject: [Config, LanguageModel],
      useFactory: ({ TAGGER }: Config, model: LanguageModel | null): Tagger | null => {
        if (model) return new LlmTagger(model);
        return TAGGER === 'keyword' ? new KeywordTagger() : null;
      },
    },
    TaggingService,
  ],
  exports: [TaggingService],
})
export class TaggingModule {}
