import type { Readable } from 'node:stream';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public, Resource, Visible } from '../common/access.js';
import { ApiIfNoneMatch, Operation } from '../common/api.decorators.js';
import type { Versioned } from '../common/http/etag.js';
import { Route } from '../common/http/route.js';
import { EventAccess } from '../events/event.access.js';
import type { StoredEvent } from '../events/stored-event.js';
import { CalendarFeeds } from './calendar-feeds.service.js';
import { attachmentOf } from './format/attachment.js';
import { EXAMPLE_ICALENDAR, EXAMPLE_RSS } from './format/examples.js';
import { ICALENDAR } from './format/icalendar.js';
import { RSS } from './format/rss.js';
import { PublicUrl } from './public-url.js';

const WHO =
  'Whoever knows the address, without a bearer token: it stands for its owner, and what they may see is judged ' +
  'each time. Events from 30 days back to 12 months ahead, the next 1000 at most, and 4 MiB; cancelled ones stay, and say so.';

const text = { type: 'string' } as const;

@ApiTags('Calendars')
@Controller()
export class CalendarFeedsController {
  constructor(private readonly feeds: CalendarFeeds) {}

  @Get('calendars/:token.ics')
  @Public()
  @Route({ secretPath: true, ignoresQuery: true })
  @Operation('readCalendar', 'Read a calendar, as calendar programs do', {
    description: WHO,
    answers: ['NOT_FOUND'],
  })
  @ApiParam({ name: 'token', type: 'string' })
  @ApiIfNoneMatch()
  @ApiOkResponse({
    description: 'iCalendar (RFC 5545, RFC 7986).',
    content: { 'text/calendar': { schema: text, example: EXAMPLE_ICALENDAR } },
  })
  ics(@Param('token') token: string, @PublicUrl() base: string): Promise<Versioned<Readable>> {
    return this.feeds.read(token, ICALENDAR, base);
  }

  @Get('calendars/:token.rss')
  @Public()
  @Route({ secretPath: true, ignoresQuery: true })
  @Operation('readCalendarFeed', 'Read a calendar, as feed readers do', {
    description: WHO,
    answers: ['NOT_FOUND'],
  })
  @ApiParam({ name: 'token', type: 'string' })
  @ApiIfNoneMatch()
  @ApiOkResponse({
    description: 'RSS 2.0.',
    content: { 'application/rss+xml': { schema: text, example: EXAMPLE_RSS } },
  })
  rss(@Param('token') token: string, @PublicUrl() base: string): Promise<Versioned<Readable>> {
    return this.feeds.read(token, RSS, base);
  }

  @Get('events/:id/ics')
  @Visible(EventAccess)
  @Operation('downloadEvent', 'Download an event for a calendar program', {
    description: 'Anyone signed in may. The file is named after its title.',
  })
  @ApiIfNoneMatch()
  @ApiOkResponse({
    description: 'iCalendar (RFC 5545) with this one event.',
    content: { 'text/calendar': { schema: text, example: EXAMPLE_ICALENDAR } },
  })
  one(
    @Resource() event: StoredEvent,
    @PublicUrl() base: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Versioned<string> {
    reply.header('content-disposition', attachmentOf(event.title, 'ics'));
    return this.feeds.one(event, base);
  }
}
