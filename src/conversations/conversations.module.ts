import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { LanguageModel } from '../llm/language-model.js';
import { LlmModule } from '../llm/llm.module.js';
import { UsersModule } from '../users/users.module.js';
import { Assistant } from './assistant/assistant.js';
import { LlmReader } from './assistant/llm.reader.js';
import { OfflineReader } from './assistant/offline.reader.js';
import { QuestionReader } from './assistant/reader.js';
import { ConversationAccess } from './conversation.access.js';
import { ConversationsController } from './conversations.controller.js';
import { ConversationsService } from './conversations.service.js';
import { MessagesService } from './messages.service.js';

@Module({
  imports: [EventsModule, LlmModule, UsersModule],
  controllers: [ConversationsController],
  providers: [
    Assistant,
    ConversationAccess,
    ConversationsService,
    MessagesService,
    OfflineReader,
    {
      provide: QuestionReader,
      inject: [LanguageModel, OfflineReader],
      useFactory: (model: LanguageModel | null, offline: OfflineReader): QuestionReader =>
        model ? new LlmReader(model, offline) : offline,
    },
  ],
})
export class ConversationsModule {}
