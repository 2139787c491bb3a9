import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, SignedIn } from '../common/access.js';
import { Creates, Operation } from '../common/api.decorators.js';
import { ApiIdempotencyKey, IdempotencyKey } from '../common/http/idempotency-key.js';
import { EventAccess, SerializedEventAccess } from './event.access.js';
import { EventRoutes } from './event-routes.js';
import { CreateEventDto, EventDto, EventPage } from './events.dto.js';
import { ListEventsQuery } from './list/events-query.dto.js';

@ApiTags('Events')
@Controller('events')
export class EventsController extends EventRoutes({
  noun: 'event',
  read: SerializedEventAccess,
  write: EventAccess,
  problems: { read: [], write: ['EXTERNAL_EVENT'] },
  descriptions: {
    get: 'Anyone signed in may read any event. A response with `include` has no `ETag`.',
    update:
      'Only its creator may change an event. Nobody may change an event of a feed. Changes only the members that are ' +
      'sent. If one of them is refused, nothing changes.',
    remove:
      'Only its creator may delete an event. Nobody may delete an event of a feed. Its applications, interactions and ' +
      'collection items are deleted with it.',
    copy:
      'Only its creator may copy an event. Each copy is a new OPEN event with the same members, in one series ' +
      '(`seriesId`); `endAt` and `applyBy` keep their distance to `startAt`. All copies are stored, or none. Each counts ' +
      'as a creation (`DAILY_CREATIONS`). To change one changes no other.',
  },
}) {
  @Post()
  @SignedIn()
  @Operation('createEvent', 'Create an event or a gig', {
    description: 'Anyone signed in may create up to 500 in 24 hours. Tagging adds what is not sent.',
    problems: ['LIMIT_REACHED'],
  })
  @ApiIdempotencyKey()
  @Creates(EventDto, 'The new event.', ({ id }) => `/events/${id}`)
  create(@CurrentCaller() caller: Caller, @Body() request: CreateEventDto, @IdempotencyKey() key?: string) {
    return this.creation.create(caller, request, key);
  }

  @Get()
  @SignedIn()
  @Operation('listEvents', 'List events and gigs', {
    description: 'Anyone signed in may list the events that match all filters, or those of `ids`.',
  })
  @ApiOkResponse({ type: EventPage, description: 'A page of the list.' })
  list(@CurrentCaller() caller: Caller, @Query() query: ListEventsQuery) {
    return this.lists.page(caller, query);
  }
}
