import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, SignedIn } from '../common/access.js';
import { Creates, Operation } from '../common/api.decorators.js';
import { ApiIdempotencyKey, IdempotencyKey } from '../common/http/idempotency-key.js';
import { EventRoutes } from '../events/event-routes.js';
import { CreateGigDto, EventDto, EventPage } from '../events/events.dto.js';
import { ListGigsQuery } from '../events/list/events-query.dto.js';
import { GigAccess, SerializedGigAccess } from './gig.access.js';

/** The alias of `/events` for gigs: the same service, limited to the type GIG. */
@ApiTags('Gigs')
@Controller('gigs')
export class GigsController extends EventRoutes({
  noun: 'gig',
  read: SerializedGigAccess,
  write: GigAccess,
  problems: { read: ['NOT_A_GIG'], write: ['NOT_A_GIG'] },
  descriptions: {
    get: 'The same as `getEvent`, for gigs only.',
    update: 'The same as `updateEvent`, for gigs only. The applications stay as they are.',
    remove: 'The same as `deleteEvent`, for gigs only.',
    copy: 'The same as `copyEvent`, for gigs only.',
  },
}) {
  @Post()
  @SignedIn()
  @Operation('createGig', 'Create a gig', {
    description: 'The same as `createEvent` with `type` GIG.',
    problems: ['LIMIT_REACHED'],
  })
  @ApiIdempotencyKey()
  @Creates(EventDto, 'The new gig.', ({ id }) => `/gigs/${id}`)
  create(@CurrentCaller() caller: Caller, @Body() request: CreateGigDto, @IdempotencyKey() key?: string) {
    return this.creation.create(caller, { ...request, type: 'GIG' }, key);
  }

  @Get()
  @SignedIn()
  @Operation('listGigs', 'List gigs', { description: 'The same as `listEvents` with `type=GIG`.' })
  @ApiOkResponse({ type: EventPage, description: 'A page of the list.' })
  list(@CurrentCaller() caller: Caller, @Query() query: ListGigsQuery) {
    return this.lists.page(caller, query, 'GIG');
  }
}
