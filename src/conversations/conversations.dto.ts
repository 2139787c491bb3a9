import { ApiProperty, ApiSchema, PickType } from '@nestjs/swagger';
import { BodyOptional, IgnoresReadOnly, TextField } from '../common/validation/fields.js';
import { ConversationEntity, MAX_TITLE } from './conversation.entity.js';
import { MessageEntity } from './message.entity.js';

const MAX_CONTENT = 2000;
/** Maximum number of messages per conversation, questions and answers (rules.md, "Conversations"). */
export const MAX_MESSAGES = 200;

export class MessageDto extends PickType(MessageEntity, ['id', 'role', 'content', 'eventIds', 'createdAt']) {}

@ApiSchema({ name: 'ConversationWithMessagesDto' })
export class ConversationWithMessagesDto extends ConversationEntity {
  @ApiProperty({ type: [MessageDto], maxItems: MAX_MESSAGES, description: 'Oldest first.' })
  messages: MessageDto[];
}

export class ExchangeDto {
  @ApiProperty({ type: MessageDto, description: 'Your message.' })
  message: MessageDto;

  @ApiProperty({
    type: MessageDto,
    description: "The assistant's answer.",
    example: {
      id: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d23',
      role: 'ASSISTANT',
      content:
        'Events and gigs with “free jazz” this weekend:\n1. “Jazz on the Oval”: Sat, Nov 21, 7:00 – 9:00 PM, at South Oval',
      eventIds: ['0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11'],
      createdAt: '2026-11-20T18:00:00.001Z',
    },
  })
  answer: MessageDto;
}

const ASSIGNED = ['id', 'ownerId', 'createdAt', 'updatedAt', 'messages'];

@IgnoresReadOnly(ConversationWithMessagesDto, ASSIGNED)
export class UpdateConversationDto {
  @TextField({
    ...{ min: 1, max: MAX_TITLE, trim: true, visible: true, optional: true, nullable: true },
    description: 'A conversation without a title takes it from its first question.',
    example: 'Weekend plans',
  })
  title?: string | null;
}

@BodyOptional()
export class CreateConversationDto extends UpdateConversationDto {}

@IgnoresReadOnly(MessageDto, ['id', 'role', 'eventIds', 'createdAt'])
export class SendMessageDto {
  @TextField({ min: 1, max: MAX_CONTENT, trim: true, lines: true, example: 'Any free jazz this weekend?' })
  content: string;
}

export function toMessageDto({ id, role, content, eventIds, createdAt }: MessageEntity): MessageDto {
  return { id, role, content, eventIds, createdAt };
}
