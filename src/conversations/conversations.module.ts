import { Module } from '@nestjs/common';
import { Assistant } from './assistant.js';
import { ConversationAccess } from './conversation.access.js';
import { ConversationsController } from './conversations.controller.js';
import { ConversationsService } from './conversations.service.js';
import { EventFinder } from './event.finder.js';
import { Interpreter } from './interpreter.js';
import { Messages } from './messages.service.js';
import { OfflineInterpreter } from './offline.interpreter.js';

@Module({
  controllers: [ConversationsController],
  providers: [
    Assistant,
    ConversationAccess,
    ConversationsService,
    EventFinder,
    { provide: Interpreter, useClass: OfflineInterpreter },
    Messages,
  ],
})
export class ConversationsModule {}
