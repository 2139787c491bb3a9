import { Injectable } from '@nestjs/common';
import type { AccessPolicy, Caller } from '../common/access.js';
import { ConversationsService, type StoredConversation } from './conversations.service.js';

/** Only the owner may do anything with a conversation; for everyone else it does not exist. */
@Injectable()
export class ConversationAccess implements AccessPolicy<StoredConversation> {
  constructor(private readonly conversations: ConversationsService) {}

  find(id: string): Promise<StoredConversation | undefined> {
    return this.conversations.find(id);
  }

  maySee(conversation: StoredConversation, caller: Caller): boolean {
    return conversation.ownerId === caller.id;
  }

  refusal(): undefined {
    return undefined;
  }
}
