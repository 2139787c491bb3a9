import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, Resource, SignedIn, Visible } from '../common/access.js';
import { Creates, Operation } from '../common/api.decorators.js';
import { ApiPage, PageQuery } from '../common/pagination.js';
import { ConversationEntity } from './conversation.entity.js';
import {
  ConversationWithMessagesDto,
  CreateConversationDto,
  ExchangeDto,
  SendMessageDto,
  UpdateConversationDto,
} from './conversations.dto.js';
import { ConversationsService } from './conversations.service.js';

const ASSISTANT_HELP = `Only its owner may ask. The answer states the search that the message became, and names up to five
events. "more" and "the second one" refer to the last answer. A conversation holds at most 200 messages.`;

@ApiTags('Conversations')
@Controller('conversations')
export class ConversationsController {
  constructor(private readonly conversations: ConversationsService) {}

  @Post()
  @SignedIn()
  @Operation('createConversation', 'Start a conversation with the event assistant', {
    description: 'Anyone signed in may own up to 200, and start up to 500 in 24 hours. Only you read yours.',
    problems: ['LIMIT_REACHED'],
  })
  @ApiBody({ type: CreateConversationDto, required: false })
  @Creates(ConversationEntity, 'The new conversation.', ({ id }) => `/conversations/${id}`)
  create(@CurrentCaller() caller: Caller, @Body() request: CreateConversationDto) {
    return this.conversations.create(caller, request);
  }

  @Get()
  @SignedIn()
  @Operation('listConversations', 'List your conversations', {
    description: 'Returns your own, newest first, without their messages.',
  })
  @ApiPage(ConversationEntity, 'ConversationPage')
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    return this.conversations.list(caller, query);
  }

  @Get(':id')
  @Visible(ConversationsService)
  @Operation('getConversation', 'Get a conversation with its messages', {
    description: 'Only its owner may read a conversation. Returns 404 to others. Messages are oldest first.',
  })
  @ApiOkResponse({ type: ConversationWithMessagesDto, description: 'The conversation.' })
  get(@Resource() conversation: ConversationEntity) {
    return this.conversations.withMessages(conversation);
  }

  @Patch(':id')
  @Visible(ConversationsService)
  @Operation('updateConversation', 'Rename your conversation', {
    description: 'Only its owner may rename a conversation.',
  })
  @ApiOkResponse({ type: ConversationEntity, description: 'The changed conversation.' })
  update(@Resource() conversation: ConversationEntity, @Body() changes: UpdateConversationDto) {
    return this.conversations.update(conversation, changes);
  }

  @Delete(':id')
  @HttpCode(204)
  @Visible(ConversationsService)
  @Operation('deleteConversation', 'Delete your conversation', {
    description: 'Only its owner may delete a conversation, with its messages.',
  })
  @ApiNoContentResponse({ description: 'The conversation is deleted.' })
  remove(@Resource() conversation: ConversationEntity) {
    return this.conversations.remove(conversation);
  }

  @Post(':id/messages')
  @Visible(ConversationsService)
  @Operation('sendMessage', 'Ask the event assistant', {
    description: ASSISTANT_HELP,
    problems: ['LIMIT_REACHED'],
  })
  @Creates(ExchangeDto, 'Your message and the answer.', (_, { id }) => `/conversations/${id}`)
  send(@Resource() conversation: ConversationEntity, @Body() { content }: SendMessageDto) {
    return this.conversations.send(conversation, content);
  }
}
