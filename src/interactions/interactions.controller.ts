import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type Caller, CurrentCaller, Owned, Resource, SignedIn, Visible } from '../common/access.js';
import { Operation } from '../common/api.decorators.js';
import { Creates } from '../common/http/creates.js';
import { ApiPage, type Page } from '../common/pagination.js';
import { EventOutlineAccess } from '../events/event.access.js';
import type { EventOutline } from '../events/events.service.js';
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
  @Visible(EventOutlineAccess)
  @Operation('recordInteraction', 'Record that you viewed, clicked, saved or bookmarked an event', {
    description:
      'Anyone signed in may. The first time it is created; each further time its `count` grows. APPLY is ' +
      'recorded by an application alone.',
  })
  @Creates(InteractionDto, 'The first time: it is created.', () => '/interactions')
  @ApiOkResponse({ type: InteractionDto, description: 'Each further time: its `count` has grown.' })
  async record(
    @CurrentCaller() caller: Caller,
    @Resource() event: EventOutline,
    @Body() { action }: RecordInteractionDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<InteractionDto> {
    const interaction = await this.interactions.record(event.id, caller, action);
    reply.status(interaction.count === 1 ? 201 : 200);
    return interaction;
  }

  @Delete('events/:id/interactions/:action')
  @HttpCode(204)
  @Visible(EventOutlineAccess)
  @Operation('undoInteraction', 'Undo a save or a bookmark', {
    description: 'You can undo SAVE and BOOKMARK. Undoing what you never did succeeds too.',
    answers: ['VALIDATION_FAILED'],
  })
  @ApiParam({ name: 'action', enum: ['SAVE', 'BOOKMARK'] })
  @ApiNoContentResponse({ description: 'You have not saved or bookmarked it, or no longer.' })
  undo(
    @CurrentCaller() caller: Caller,
    @Resource() event: EventOutline,
    @Param('action') action: string,
  ): Promise<void> {
    return this.interactions.undo(event.id, caller, action);
  }

  @Get('events/:id/interactions/summary')
  @Owned(EventOutlineAccess, 'id', 'EXTERNAL_EVENT')
  @Operation('getInteractionSummary', 'Count who viewed, clicked, saved, bookmarked or applied', {
    description:
      'Only its creator may see how many users did what with an event. Each number is counted up to ' +
      '10000.',
  })
  @ApiOkResponse({ type: InteractionSummaryDto, description: 'Users per action, each counted up to 10000.' })
  summary(@Resource() event: EventOutline): Promise<InteractionSummaryDto> {
    return this.interactions.summary(event.id);
  }

  @Get('interactions')
  @SignedIn()
  @Operation('listInteractions', 'List your interactions', {
    description: 'You see your own, the latest first, each with its event.',
  })
  @ApiPage(InteractionWithEventDto)
  list(
    @CurrentCaller() caller: Caller,
    @Query() query: ListInteractionsQuery,
  ): Promise<Page<InteractionWithEventDto>> {
    return this.interactions.list(caller, query);
  }
}
