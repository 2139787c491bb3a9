import { ApiProperty } from '@nestjs/swagger';
import { BodyOptional, IgnoresReadOnly, TextField } from '../common/validation/fields.js';
import { type MessageEntity, ROLES, type Role } from './message.entity.js';

const MAX_TITLE = 120;
const MAX_CONTENT = 2000;
/** Messages of one conversation, questions and answers alike (rules.md, "Conversations"). */
export const MAX_MESSAGES = 200;

export class ConversationDto {
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d21' })
  id: string;

  @ApiProperty({ maxLength: 255, example: 'alice' })
  ownerId: string;

  @ApiProperty({
    type: 'string',
    maxLength: MAX_TITLE,
    nullable: true,
    description: 'Your title, else the first question. Null: neither.',
    example: 'Any free jazz this weekend?',
  })
  title: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  createdAt: Date;

  @ApiProperty({
    format: 'date-time',
    description: 'The time of the last message or change of title.',
    example: '2026-11-20T18:00:00.000Z',
  })
  updatedAt: Date;
}

export class MessageDto {
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d22' })
  id: string;

  @ApiProperty({ enum: ROLES, enumName: 'Role', example: 'USER' })
  role: Role;

  @ApiProperty({ maxLength: 20_000, description: 'Plain text.', example: 'Any free jazz this weekend?' })
  content: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    maxItems: 5,
    description: 'The events that the message names, best first.',
    example: [],
  })
  eventIds: string[];

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  createdAt: Date;
}

export class ConversationWithMessagesDto extends ConversationDto {
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
    min: 1,
    max: MAX_TITLE,
    trim: true,
    visible: true,
    optional: true,
    nullable: true,
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
