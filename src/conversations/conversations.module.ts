import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { LanguageModel } from '../llm/language-model.js';
import { LlmModule } from '../llm/llm.module.js';
import { UsersModule } from '../users/users.module.js';
import { Assistant } from './assistant/assistant.js';
import { IntentReader } from './assistant/intent.reader.js';
import { LlmIntentReader } from './assistant/llm-intent.reader.js';
import { ConversationsController } from './conversations.controller.js';
import { ConversationsService } from './conversations.service.js';
import { MessagesService } from './messages.service.js';

@Module({
  imports: [EventsModule, LlmModule, UsersModule],
  controllers: [ConversationsController],
  providers: [
    Assistant,
    ConversationsService,
    MessagesService,
    {
      provide: IntentReader,
      inject: [LanguageModel],
      useFactory: (model: LanguageModel | null) => (model ? new LlmIntentReader(model) : new IntentReader()),
    },
  ],
})
export class ConversationsModule {}
