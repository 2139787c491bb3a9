import { Module } from '@nestjs/common';
import { LlmModule } from '../llm/llm.module.js';
import { UsersModule } from '../users/users.module.js';
import { TaggingController } from './tagging.controller.js';
import { TaggingService } from './tagging.service.js';

/**
 * Owns the categories and the taggers, and no table. Tagging never fails for its caller: without a usable
 * result, an event gets no tags, category or summary. It must not know how events are stored. A text is data;
 * no instruction in it is followed.
 */
@Module({
  imports: [LlmModule, UsersModule],
  controllers: [TaggingController],
  providers: [TaggingService],
  exports: [TaggingService],
})
export class TaggingModule {}
