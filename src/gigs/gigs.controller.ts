import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, Owned, Resource, SignedIn, Visible } from '../common/access.js';
import { ApiIfMatch, ApiIfNoneMatch, Creates, Operation } from '../common/api.decorators.js';
import { IfMatch, type Versioned } from '../common/http/etag.js';
import { ApiIdempotencyKey, IdempotencyKey } from '../common/http/idempotency-key.js';
import { EventCreation } from '../events/event-creation.js';
import {
  CreateGigDto,
  EventDto,
  EventPage,
  EventWithPartsDto,
  UpdateEventDto,
} from '../events/events.dto.js';
import { type EventResponse, EventsService } from '../events/events.service.js';
import { IncludeQuery } from '../events/expansions.dto.js';
import { EventList, type SerializedPage } from '../events/list/event-list.js';
import { ListGigsQuery } from '../events/list/events-query.dto.js';
import type { SerializedEvent } from '../events/list/serialized-events.js';
import type { StoredEvent } from '../events/stored-event.js';
import { GigAccess, SerializedGigAccess } from './gig.access.js';

/** The alias of `/events` for gigs: the same service, limited to the type GIG. */
@ApiTags('Gigs')
@Controller('gigs')
export class GigsController {
  constructor(
    private readonly events: EventsService,
    private readonly creation: EventCreation,
    private readonly lists: EventList,
  ) {}

  @Post()
  @SignedIn()
  @Operation('createGig', 'Create a gig', {
    description: 'The same as `createEvent` with `type` GIG.',
    problems: ['LIMIT_REACHED'],
  })
  @ApiIdempotencyKey()
  @Creates(EventDto, 'The new gig.', ({ id }) => `/gigs/${id}`)
  create(
    @CurrentCaller() caller: Caller,
    @Body() request: CreateGigDto,
    @IdempotencyKey() key?: string,
  ): Promise<Versioned<EventDto>> {
    return this.creation.create(caller, { ...request, type: 'GIG' }, key);
  }

  @Get()
  @SignedIn()
  @Operation('listGigs', 'List gigs', { description: 'The same as `listEvents` with `type=GIG`.' })
  @ApiOkResponse({ type: EventPage, description: 'A page of the list.' })
  list(@CurrentCaller() caller: Caller, @Query() query: ListGigsQuery): Promise<SerializedPage> {
    return this.lists.page(caller, query, 'GIG');
  }

  @Get(':id')
  @Visible(SerializedGigAccess)
  @Operation('getGig', 'Get a gig', {
    description: 'The same as `getEvent`, for gigs only.',
    problems: ['NOT_A_GIG'],
  })
  @ApiIfNoneMatch()
  @ApiOkResponse({ type: EventWithPartsDto, description: 'The gig.' })
  get(
    @Resource() gig: SerializedEvent,
    @CurrentCaller() caller: Caller,
    @Query() { include }: IncludeQuery,
  ): Promise<EventResponse> {
    return this.events.toResponse(gig, { caller, include });
  }

  @Patch(':id')
  @Owned(GigAccess)
  @Operation('updateGig', 'Change your gig', {
    description: 'The same as `updateEvent`, for gigs only. The applications stay as they are.',
    problems: ['NOT_A_GIG', 'INVALID_TRANSITION', 'STALE_VERSION'],
  })
  @ApiIfMatch()
  @ApiOkResponse({ type: EventDto, description: 'The changed gig.' })
  update(
    @Resource() gig: StoredEvent,
    @Body() changes: UpdateEventDto,
    @IfMatch() ifMatch?: string,
  ): Promise<Versioned<EventDto>> {
    return this.events.update(gig, changes, ifMatch);
  }

  @Delete(':id')
  @HttpCode(204)
  @Owned(GigAccess)
  @Operation('deleteGig', 'Delete your gig', {
    description: 'The same as `deleteEvent`, for gigs only.',
    problems: ['NOT_A_GIG', 'STALE_VERSION'],
  })
  @ApiIfMatch()
  @ApiNoContentResponse({ description: 'The gig is deleted.' })
  remove(@Resource() gig: StoredEvent, @IfMatch() ifMatch?: string): Promise<void> {
    return this.events.remove(gig, ifMatch);
  }
}
