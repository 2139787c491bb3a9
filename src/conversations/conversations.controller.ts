import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, Resource, SignedIn, Visible } from '../common/access.js';
import { Operation } from '../common/api.decorators.js';
import { Creates } from '../common/http/creates.js';
import { ApiPage, type Page, PageQuery } from '../common/pagination.js';
import { ConversationAccess } from './conversation.access.js';
import type { ConversationEntity } from './conversation.entity.js';
import {
  ConversationDto,
  ConversationWithMessagesDto,
  CreateConversationDto,
  ExchangeDto,
  SendMessageDto,
  UpdateConversationDto,
} from './conversations.dto.js';
import { ConversationsService } from './conversations.service.js';
import { MessagesService } from './messages.service.js';

const ASSISTANT_HELP = `Only you can ask in your conversation. The assistant makes one search of your message, and says which: by type, category,
words, and a time ("tonight", "this weekend", a weekday, "Dec 5", "12/5", "2026-12-05") of the service's own zone. It names up
to five events, and says what it gave up where nothing fits. "more" and "the second one" refer to its last answer. It also says
how the service works ("How do I apply?"). With a language model it reads any language. Message and answer are stored together;
a conversation holds at most 200 messages.`;

@ApiTags('Conversations')
@Controller('conversations')
export class ConversationsController {
  constructor(
    private readonly conversations: ConversationsService,
    private readonly messages: MessagesService,
  ) {}

  @Post()
  @SignedIn()
  @Operation('createConversation', 'Begin a conversation with the event assistant', {
    description:
      'Anyone signed in may have up to 200, and begin up to 500 in 24 hours (`DAILY_CREATIONS`). Only ' +
      'you can see it.',
    answers: ['LIMIT_REACHED'],
  })
  @ApiBody({ type: CreateConversationDto, required: false })
  @Creates(ConversationDto, 'The conversation, yours alone.', ({ id }) => `/conversations/${id}`)
  create(@CurrentCaller() caller: Caller, @Body() request: CreateConversationDto): Promise<ConversationDto> {
    return this.conversations.create(caller, request);
  }

  @Get()
  @SignedIn()
  @Operation('listConversations', 'List your conversations', {
    description: 'You see your own, newest first, without their messages.',
  })
  @ApiPage(ConversationDto)
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery): Promise<Page<ConversationDto>> {
    return this.conversations.list(caller, query);
  }

  @Get(':id')
  @Visible(ConversationAccess)
  @Operation('getConversation', 'Get a conversation with its messages', {
    description: 'Only you can see your conversation. Its messages come oldest first.',
  })
  @ApiOkResponse({ type: ConversationWithMessagesDto, description: 'The conversation.' })
  get(@Resource() conversation: ConversationEntity): Promise<ConversationWithMessagesDto> {
    return this.conversations.withMessages(conversation);
  }

  @Patch(':id')
  @Visible(ConversationAccess)
  @Operation('updateConversation', 'Rename your conversation', {
    description: 'Only you can change it. Its title is all that can change.',
  })
  @ApiOkResponse({ type: ConversationDto, description: 'The conversation as it is now.' })
  update(
    @Resource() conversation: ConversationEntity,
    @Body() changes: UpdateConversationDto,
  ): Promise<ConversationDto> {
    return this.conversations.update(conversation, changes);
  }

  @Delete(':id')
  @HttpCode(204)
  @Visible(ConversationAccess)
  @Operation('deleteConversation', 'Delete your conversation', {
    description: 'Only you can delete it. Its messages go with it.',
  })
  @ApiNoContentResponse({ description: 'The conversation and its messages are gone.' })
  remove(@Resource() conversation: ConversationEntity): Promise<void> {
    return this.conversations.remove(conversation);
  }

  @Post(':id/messages')
  @Visible(ConversationAccess)
  @Operation('sendMessage', 'Ask the event assistant', {
    description: ASSISTANT_HELP,
    answers: ['LIMIT_REACHED'],
  })
  @Creates(ExchangeDto, 'Your message, and the answer to it.', (_, { id }) => `/conversations/${id}`)
  send(
    @Resource() conversation: ConversationEntity,
    @Body() { content }: SendMessageDto,
  ): Promise<ExchangeDto> {
    return this.messages.send(conversation, content);
  }
}
