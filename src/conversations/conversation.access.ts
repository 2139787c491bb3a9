import { Injectable } from '@nestjs/common';
import type { AccessPolicy, Caller } from '../common/access.js';
import { ConversationsService, type StoredConversation } from './conversations.service.js';

/** A conversation is its owner's alone; for everyone else there is none. */
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
