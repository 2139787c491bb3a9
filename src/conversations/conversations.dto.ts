import { ApiProperty } from '@nestjs/swagger';
import { BodyOptional, IgnoresReadOnly, TextField } from '../common/fields.js';
import { ROLES, type Role } from './message.entity.js';

const MAX_TITLE = 120;
const MAX_CONTENT = 2000;

export class ConversationDto {
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d21' })
  id: string;

  @ApiProperty({ example: 'alice' })
  ownerId: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Without one, the conversation is named after its first question.',
    example: 'Any free jazz this weekend?',
  })
  title: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  createdAt: string;

  @ApiProperty({
    format: 'date-time',
    description: 'Of the last message, or change of title.',
    example: '2026-11-20T18:00:00.000Z',
  })
  updatedAt: string;
}

export class MessageDto {
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d22' })
  id: string;

  @ApiProperty({ enum: ROLES, enumName: 'Role', example: 'USER' })
  role: Role;

  @ApiProperty({ description: 'Plain text.', example: 'Any free jazz this weekend?' })
  content: string;

  @ApiProperty({
    type: [String],
    description: 'The events that an answer names, best first; each existed when it was given.',
    example: [],
  })
  eventIds: string[];

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  createdAt: string;
}

export class ConversationWithMessagesDto extends ConversationDto {
  @ApiProperty({ type: [MessageDto], description: 'In order.' })
  messages: MessageDto[];
}

export class ExchangeDto {
  @ApiProperty({ type: MessageDto, description: 'Your message as stored.' })
  message: MessageDto;

  @ApiProperty({
    type: MessageDto,
    description: "The assistant's answer.",
    example: {
      id: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d23',
      role: 'ASSISTANT',
      content:
        'Here is what fits from Fri, Nov 20, 5:00 PM to Sun, Nov 22:\n1. Jazz on the Oval: Sat, Nov 21, 7:00 PM to 9:00 PM, at South Oval',
      eventIds: ['0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11'],
      createdAt: '2026-11-20T18:00:00.001Z',
    },
  })
  answer: MessageDto;
}

const ASSIGNED = ['id', 'ownerId', 'createdAt', 'updatedAt', 'messages'];

@BodyOptional()
@IgnoresReadOnly(ConversationWithMessagesDto, ASSIGNED)
export class CreateConversationDto {
  @TextField({
    min: 1,
    max: MAX_TITLE,
    trim: true,
    visible: true,
    optional: true,
    nullable: true,
    description: 'Without one, the first question names the conversation.',
    example: 'Weekend plans',
  })
  title?: string | null;
}

@IgnoresReadOnly(ConversationWithMessagesDto, ASSIGNED)
export class UpdateConversationDto {
  @TextField({
    min: 1,
    max: MAX_TITLE,
    trim: true,
    visible: true,
    optional: true,
    nullable: true,
    example: 'Weekend plans',
  })
  title?: string | null;
}

@IgnoresReadOnly(MessageDto, ['id', 'role', 'eventIds', 'createdAt'])
export class SendMessageDto {
  @TextField({ min: 1, max: MAX_CONTENT, trim: true, lines: true, example: 'Any free jazz this weekend?' })
  content: string;
}
