import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type Caller, CurrentCaller, Owned, Resource, SignedIn, Visible } from '../common/access.js';
import { Creates, Operation } from '../common/api.decorators.js';
import { ApiPage } from '../common/pagination.js';
import { EventAccess } from '../events/event.access.js';
import type { StoredEvent } from '../events/stored-event.js';
import {
  InteractionDto,
  InteractionSummaryDto,
  InteractionWithEventDto,
  ListInteractionsQuery,
  RecordInteractionDto,
} from './interactions.dto.js';
import { InteractionsService } from './interactions.service.js';

@ApiTags('Interactions')
@Controller()
export class InteractionsController {
  constructor(private readonly interactions: InteractionsService) {}

  @Post('events/:id/interactions')
  @Visible(EventAccess)
  @Operation('recordInteraction', 'Record a view, click, save or bookmark', {
    description: 'Anyone signed in may record an action. Each further time raises its `count`.',
  })
  @Creates(InteractionDto, 'The first time: the new interaction.', () => '/interactions')
  @ApiOkResponse({
    type: InteractionDto,
    description: 'Each further time: the interaction, its `count` raised.',
  })
  async record(
    @CurrentCaller() caller: Caller,
    @Resource() event: StoredEvent,
    @Body() { action }: RecordInteractionDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const interaction = await this.interactions.record(event.id, caller, action);
    reply.status(interaction.count === 1 ? 201 : 200);
    return interaction;
  }

  @Delete('events/:id/interactions/:action')
  @HttpCode(204)
  @Visible(EventAccess)
  @Operation('undoInteraction', 'Undo a save or a bookmark', {
    description: 'Undoes your SAVE or BOOKMARK. Succeeds too if there is none.',
    problems: ['VALIDATION_FAILED'],
  })
  @ApiParam({ name: 'action', enum: ['SAVE', 'BOOKMARK'] })
  @ApiNoContentResponse({ description: 'There is no such interaction any more.' })
  undo(@CurrentCaller() caller: Caller, @Resource() event: StoredEvent, @Param('action') action: string) {
    return this.interactions.undo(event.id, caller, action);
  }

  @Get('events/:id/interactions/summary')
  @Owned(EventAccess, 'id', 'EXTERNAL_EVENT')
  @Operation('getInteractionSummary', 'Count the users per action', {
    description: 'Only the creator of the event may read the number of users per action.',
  })
  @ApiOkResponse({ type: InteractionSummaryDto, description: 'Users per action, each counted up to 10000.' })
  summary(@Resource() event: StoredEvent) {
    return this.interactions.summary(event.id);
  }

  @Get('interactions')
  @SignedIn()
  @Operation('listInteractions', 'List your interactions', {
    description: 'Returns your own, the latest first, each with its event.',
  })
  @ApiPage(InteractionWithEventDto)
  list(@CurrentCaller() caller: Caller, @Query() query: ListInteractionsQuery) {
    return this.interactions.list(caller, query);
  }
}
