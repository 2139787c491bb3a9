import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { LanguageModel } from '../llm/language-model.js';
import { LlmModule } from '../llm/llm.module.js';
import { UsersModule } from '../users/users.module.js';
import { Assistant } from './assistant/assistant.js';
import { DetailFinder } from './assistant/detail.finder.js';
import { EventFinder } from './assistant/event.finder.js';
import { Interpreter } from './assistant/interpreter.js';
import { LlmInterpreter } from './assistant/llm/llm.interpreter.js';
import { NearFinder } from './assistant/near.finder.js';
import { OfflineInterpreter } from './assistant/offline/offline.interpreter.js';
import { ShownFinder } from './assistant/shown.finder.js';
import { StreetFinder } from './assistant/street.finder.js';
import { WordFinder } from './assistant/word.finder.js';
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
    DetailFinder,
    EventFinder,
    NearFinder,
    ShownFinder,
    StreetFinder,
    WordFinder,
    OfflineInterpreter,
    {
      provide: Interpreter,
      inject: [LanguageModel, OfflineInterpreter],
      useFactory: (model: LanguageModel | null, offline: OfflineInterpreter): Interpreter =>
        model ? new LlmInterpreter(model, offline) : offline,
    },
    MessagesService,
  ],
})
export class ConversationsModule {}
