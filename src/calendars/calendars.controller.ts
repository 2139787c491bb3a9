import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type Caller, CurrentCaller, Public, Resource, SignedIn, Visible } from '../common/access.js';
import { ApiIfNoneMatch, Creates, Operation, Route } from '../common/api.decorators.js';
import { PublicUrl } from '../common/http/public-url.js';
import { ApiPage, PageQuery } from '../common/pagination.js';
import { EventAccess } from '../events/event.access.js';
import type { StoredEvent } from '../events/stored-event.js';
import type { CalendarEntity } from './calendar.entity.js';
import { attachmentOf, CalendarFeeds } from './calendar-feeds.service.js';
import { CalendarDto, CalendarWithAddressesDto, CreateCalendarDto } from './calendars.dto.js';
import { CalendarsService } from './calendars.service.js';
import { ICALENDAR } from './format/icalendar.js';
import { RSS } from './format/rss.js';

const READ_HELP =
  'Anyone who knows the address reads what its owner may read; no bearer token is needed. Returns events from 30 days ' +
  'back to 12 months ahead, at most the next 1000, and 4 MiB. Cancelled ones are marked.';

/** Documents a response with a text of this media type. */
const ApiText = (mediaType: string, description: string): MethodDecorator =>
  ApiOkResponse({ description, content: { [mediaType]: { schema: { type: 'string' } } } });

@ApiTags('Calendars')
@Controller()
export class CalendarsController {
  constructor(
    private readonly calendars: CalendarsService,
    private readonly feeds: CalendarFeeds,
  ) {}

  @Post('calendars')
  @SignedIn()
  @Operation('createCalendar', 'Create a calendar to subscribe to', {
    description: 'Anyone signed in may own up to 20. Anyone who knows an address reads the calendar as you.',
    problems: ['NOT_FOUND', 'LIMIT_REACHED'],
  })
  @Creates(CalendarWithAddressesDto, 'The new calendar, with its addresses.', () => '/calendars')
  create(@CurrentCaller() caller: Caller, @Body() request: CreateCalendarDto, @PublicUrl() base: string) {
    return this.calendars.create(caller, request, base);
  }

  @Get('calendars')
  @SignedIn()
  @Operation('listCalendars', 'List your calendars', {
    description: 'Returns your own, newest first, without their addresses.',
  })
  @ApiPage(CalendarDto)
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    return this.calendars.list(caller, query);
  }

  @Post('calendars/:id/rotate')
  @HttpCode(200)
  @Visible(CalendarsService)
  @Operation('rotateCalendar', 'Give your calendar new addresses', {
    description: 'Only its owner may, for example after a leak. The old addresses return 404 at once.',
  })
  @ApiOkResponse({ type: CalendarWithAddressesDto, description: 'The calendar with its new addresses.' })
  rotate(@Resource() calendar: CalendarEntity, @PublicUrl() base: string) {
    return this.calendars.rotate(calendar, base);
  }

  @Delete('calendars/:id')
  @HttpCode(204)
  @Visible(CalendarsService)
  @Operation('deleteCalendar', 'Delete your calendar', {
    description: 'Only its owner may delete a calendar. Its addresses return 404 at once. The events stay.',
  })
  @ApiNoContentResponse({ description: 'The calendar is deleted.' })
  remove(@Resource() calendar: CalendarEntity) {
    return this.calendars.remove(calendar);
  }

  @Get('calendars/:token.ics')
  @Public()
  @Route({ ignoresQuery: true })
  @Operation('readCalendar', 'Read a calendar as iCalendar', {
    description: READ_HELP,
    problems: ['NOT_FOUND'],
  })
  @ApiIfNoneMatch()
  @ApiText('text/calendar', 'iCalendar (RFC 5545, RFC 7986).')
  ics(@Param('token') token: string, @PublicUrl() base: string) {
    return this.feeds.read(token, ICALENDAR, base);
  }

  @Get('calendars/:token.rss')
  @Public()
  @Route({ ignoresQuery: true })
  @Operation('readCalendarFeed', 'Read a calendar as RSS', {
    description: READ_HELP,
    problems: ['NOT_FOUND'],
  })
  @ApiIfNoneMatch()
  @ApiText('application/rss+xml', 'RSS 2.0, the soonest first.')
  rss(@Param('token') token: string, @PublicUrl() base: string) {
    return this.feeds.read(token, RSS, base);
  }

  @Get('events/:id/ics')
  @Visible(EventAccess)
  @Operation('downloadEvent', 'Download an event as iCalendar', {
    description: 'Anyone signed in may download an event. The file name is its title.',
  })
  @ApiIfNoneMatch()
  @ApiText('text/calendar', 'iCalendar (RFC 5545) with one event.')
  one(
    @Resource() event: StoredEvent,
    @PublicUrl() base: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    reply.header('content-disposition', attachmentOf(event.title));
    return this.feeds.one(event, base);
  }
}
