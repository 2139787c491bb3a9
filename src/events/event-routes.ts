import { Body, Delete, Get, HttpCode, Injectable, Patch, Post, Query, type Type } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse } from '@nestjs/swagger';
import { type AccessPolicy, type Caller, CurrentCaller, Owned, Resource, Visible } from '../common/access.js';
import { ApiIfMatch, ApiIfNoneMatch, Creates, Operation } from '../common/api.decorators.js';
import { IfMatch } from '../common/http/etag.js';
import { ApiIdempotencyKey, IdempotencyKey, requestFingerprint } from '../common/http/idempotency-key.js';
import type { ProblemCode } from '../common/problem.js';
import { EventCreation } from './event-creation.js';
import { CopyEventDto, EventCopiesDto, EventDto, EventWithPartsDto, UpdateEventDto } from './events.dto.js';
import { EventsService } from './events.service.js';
import { IncludeQuery } from './expansions.dto.js';
import { EventList } from './list/event-list.js';
import type { SerializedEvent } from './list/serialized-events.js';
import type { StoredEvent } from './stored-event.js';

/** The differences between the routes of events and of gigs. */
interface Kind {
  noun: 'event' | 'gig';
  read: Type<AccessPolicy<SerializedEvent>>;
  write: Type<AccessPolicy<StoredEvent>>;
  /** Problems of all routes, and of those that write. */
  problems: { read: ProblemCode[]; write: ProblemCode[] };
  descriptions: Record<'get' | 'update' | 'remove' | 'copy', string>;
}

/** The base class of the controllers of events and of gigs: the routes by id. */
export function EventRoutes({ noun, read, write, problems, descriptions }: Kind) {
  const Noun = noun === 'gig' ? 'Gig' : 'Event';

  @Injectable()
  abstract class Routes {
    constructor(
      readonly events: EventsService,
      readonly creation: EventCreation,
      readonly lists: EventList,
    ) {}

    @Get(':id')
    @Visible(read)
    @Operation(`get${Noun}`, `Get ${noun === 'gig' ? 'a gig' : 'an event'}`, {
      description: descriptions.get,
      problems: problems.read,
    })
    @ApiIfNoneMatch()
    @ApiOkResponse({ type: EventWithPartsDto, description: `The ${noun}.` })
    get(
      @Resource() event: SerializedEvent,
      @CurrentCaller() caller: Caller,
      @Query() { include }: IncludeQuery,
    ) {
      return this.events.toResponse(event, { caller, include });
    }

    @Patch(':id')
    @Owned(write, 'id', ...problems.write)
    @Operation(`update${Noun}`, `Change your ${noun}`, {
      description: descriptions.update,
      problems: ['INVALID_TRANSITION', 'STALE_VERSION'],
    })
    @ApiIfMatch()
    @ApiOkResponse({ type: EventDto, description: `The changed ${noun}.` })
    update(@Resource() event: StoredEvent, @Body() changes: UpdateEventDto, @IfMatch() ifMatch?: string) {
      return this.events.update(event, changes, ifMatch);
    }

    @Delete(':id')
    @HttpCode(204)
    @Owned(write, 'id', ...problems.write)
    @Operation(`delete${Noun}`, `Delete your ${noun}`, {
      description: descriptions.remove,
      problems: ['STALE_VERSION'],
    })
    @ApiIfMatch()
    @ApiNoContentResponse({ description: `The ${noun} is deleted.` })
    remove(@Resource() event: StoredEvent, @IfMatch() ifMatch?: string) {
      return this.events.remove(event, ifMatch);
    }

    @Post(':id/copies')
    @Owned(write, 'id', ...problems.write)
    @Operation(`copy${Noun}`, `Copy your ${noun} to other dates`, {
      description: descriptions.copy,
      problems: ['LIMIT_REACHED'],
    })
    @ApiIdempotencyKey()
    @Creates(EventCopiesDto, 'The copies.')
    copy(
      @Resource() event: StoredEvent,
      @CurrentCaller() caller: Caller,
      @Body() request: CopyEventDto,
      @IdempotencyKey() key?: string,
    ) {
      const path = `/${noun}s/${event.id}/copies`;
      const keyed = key === undefined ? key : { key, fingerprint: requestFingerprint({ path, ...request }) };
      return this.creation.copy(event, caller, request, keyed);
    }
  }
  return Routes;
}
