import { Injectable } from '@nestjs/common';
import type { AccessPolicy, Caller } from '../common/access.js';
import type { ConversationEntity } from './conversation.entity.js';
import { ConversationsService } from './conversations.service.js';

/** Only the owner may do anything with a conversation; for everyone else it does not exist. */
@Injectable()
export class ConversationAccess implements AccessPolicy<ConversationEntity> {
  constructor(private readonly conversations: ConversationsService) {}

  find(id: string): Promise<ConversationEntity | null> {
    return this.conversations.find(id);
  }

  maySee(conversation: ConversationEntity, caller: Caller): boolean {
    return conversation.ownerId === caller.id;
  }

  refusal(): undefined {
    return undefined;
  }
}
