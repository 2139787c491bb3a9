import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, Owned, Resource, SignedIn, Visible } from '../common/access.js';
import { ApiIfMatch, ApiIfNoneMatch, Creates, Operation } from '../common/api.decorators.js';
import { IfMatch, type Versioned } from '../common/http/etag.js';
import { ApiIdempotencyKey, IdempotencyKey } from '../common/http/idempotency-key.js';
import { EventAccess, SerializedEventAccess } from './event.access.js';
import { EventCreation } from './event-creation.js';
import { CreateEventDto, EventDto, EventPage, EventWithPartsDto, UpdateEventDto } from './events.dto.js';
import { type EventResponse, EventsService } from './events.service.js';
import { IncludeQuery } from './expansions.dto.js';
import { EventList, type SerializedPage } from './list/event-list.js';
import { ListEventsQuery } from './list/events-query.dto.js';
import type { SerializedEvent } from './list/serialized-events.js';
import type { StoredEvent } from './stored-event.js';

@ApiTags('Events')
@Controller('events')
export class EventsController {
  constructor(
    private readonly events: EventsService,
    private readonly creation: EventCreation,
    private readonly lists: EventList,
  ) {}

  @Post()
  @SignedIn()
  @Operation('createEvent', 'Create an event or a gig', {
    description:
      'Anyone signed in may create up to 500 events and gigs in 24 hours (`DAILY_CREATIONS`). A new event is OPEN. ' +
      'Tagging sets its tags, category and summary; if it fails they stay empty.',
    problems: ['LIMIT_REACHED'],
  })
  @ApiIdempotencyKey()
  @Creates(EventDto, 'The new event.', ({ id }) => `/events/${id}`)
  create(
    @CurrentCaller() caller: Caller,
    @Body() request: CreateEventDto,
    @IdempotencyKey() key?: string,
  ): Promise<Versioned<EventDto>> {
    return this.creation.create(caller, request, key);
  }

  @Get()
  @SignedIn()
  @Operation('listEvents', 'List events and gigs', {
    description:
      'Anyone signed in may list all events. Returns the events that match all filters, or those of `ids`. `cursor` ' +
      'pages to any depth. `include` adds related data, so that a screen needs one request.',
  })
  @ApiOkResponse({ type: EventPage, description: 'A page of the list.' })
  list(@CurrentCaller() caller: Caller, @Query() query: ListEventsQuery): Promise<SerializedPage> {
    return this.lists.page(caller, query);
  }

  @Get(':id')
  @Visible(SerializedEventAccess)
  @Operation('getEvent', 'Get an event', {
    description: 'Anyone signed in may read any event. A response with `include` has no `ETag`.',
  })
  @ApiIfNoneMatch()
  @ApiOkResponse({ type: EventWithPartsDto, description: 'The event.' })
  get(
    @Resource() event: SerializedEvent,
    @CurrentCaller() caller: Caller,
    @Query() { include }: IncludeQuery,
  ): Promise<EventResponse> {
    return this.events.toResponse(event, { caller, include });
  }

  @Patch(':id')
  @Owned(EventAccess, 'id', 'EXTERNAL_EVENT')
  @Operation('updateEvent', 'Change your event', {
    description:
      'Only its creator may change an event. Nobody may change an event of a feed. Changes only the members that are ' +
      'sent. If one of them is refused, nothing changes.',
    problems: ['INVALID_TRANSITION', 'STALE_VERSION'],
  })
  @ApiIfMatch()
  @ApiOkResponse({ type: EventDto, description: 'The changed event.' })
  update(
    @Resource() event: StoredEvent,
    @Body() changes: UpdateEventDto,
    @IfMatch() ifMatch?: string,
  ): Promise<Versioned<EventDto>> {
    return this.events.update(event, changes, ifMatch);
  }

  @Delete(':id')
  @HttpCode(204)
  @Owned(EventAccess, 'id', 'EXTERNAL_EVENT')
  @Operation('deleteEvent', 'Delete your event', {
    description:
      'Only its creator may delete an event. Nobody may delete an event of a feed. Its applications, interactions and ' +
      'collection items are deleted with it.',
    problems: ['STALE_VERSION'],
  })
  @ApiIfMatch()
  @ApiNoContentResponse({ description: 'The event is deleted.' })
  remove(@Resource() event: StoredEvent, @IfMatch() ifMatch?: string): Promise<void> {
    return this.events.remove(event, ifMatch);
  }
}
