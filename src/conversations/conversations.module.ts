import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { LlmModule } from '../llm/llm.module.js';
import { UsersModule } from '../users/users.module.js';
import { Assistant } from './assistant/assistant.js';
import { ConversationsController } from './conversations.controller.js';
import { ConversationsService } from './conversations.service.js';

/**
 * Owns the tables `conversations` and `messages`, and the event assistant. A message becomes one query of the
 * list of events; it is stored together with its reply, which names only events that exist. It must not query
 * events itself, nor depend on a language model: without one, a word list makes the query.
 */
@Module({
  imports: [EventsModule, LlmModule, UsersModule],
  controllers: [ConversationsController],
  providers: [Assistant, ConversationsService],
})
export class ConversationsModule {}
