import { Module } from '@nestjs/common';
import { Config } from '../common/config.js';
import { KeywordTagger } from './keyword.tagger.js';
import { TAGGER, TaggingService } from './tagging.service.js';

@Module({
  providers: [
    {
      provide: TAGGER,
      inject: [Config],
      useFactory: ({ TAGGER }: Config) => (TAGGER === 'keyword' ? new KeywordTagger() : null),
    },
    TaggingService,
  ],
  exports: [TaggingService],
})
export class TaggingModule {}
