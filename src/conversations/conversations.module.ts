import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { LlmModule } from '../llm/llm.module.js';
import { UsersModule } from '../users/users.module.js';
import { Assistant } from './assistant/assistant.js';
import { ConversationsController } from './conversations.controller.js';
import { ConversationsService } from './conversations.service.js';

@Module({
  imports: [EventsModule, LlmModule, UsersModule],
  controllers: [ConversationsController],
  providers: [Assistant, ConversationsService],
})
export class ConversationsModule {}
