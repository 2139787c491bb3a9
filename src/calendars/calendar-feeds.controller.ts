import type { Readable } from 'node:stream';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public, Resource, Visible } from '../common/access.js';
import { ApiIfNoneMatch, Operation, Route } from '../common/api.decorators.js';
import type { Versioned } from '../common/http/etag.js';
import { PublicUrl } from '../common/http/public-url.js';
import { EventAccess } from '../events/event.access.js';
import type { StoredEvent } from '../events/stored-event.js';
import { CalendarFeeds } from './calendar-feeds.service.js';
import { attachmentOf } from './format/attachment.js';
import { EXAMPLE_ICALENDAR, EXAMPLE_RSS } from './format/examples.js';
import { ICALENDAR } from './format/icalendar.js';
import { RSS } from './format/rss.js';

const WHO =
  'Anyone who knows the address reads what its owner may read; no bearer token is needed. Returns events from 30 days ' +
  'back to 12 months ahead, at most the next 1000, and 4 MiB. Cancelled ones are marked.';

const text = { type: 'string' } as const;

@ApiTags('Calendars')
@Controller()
export class CalendarFeedsController {
  constructor(private readonly feeds: CalendarFeeds) {}

  @Get('calendars/:token.ics')
  @Public()
  @Route({ ignoresQuery: true })
  @Operation('readCalendar', 'Read a calendar as iCalendar', {
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
  @Route({ ignoresQuery: true })
  @Operation('readCalendarFeed', 'Read a calendar as RSS', {
    description: WHO,
    answers: ['NOT_FOUND'],
  })
  @ApiParam({ name: 'token', type: 'string' })
  @ApiIfNoneMatch()
  @ApiOkResponse({
    description: 'RSS 2.0, the soonest first.',
    content: { 'application/rss+xml': { schema: text, example: EXAMPLE_RSS } },
  })
  rss(@Param('token') token: string, @PublicUrl() base: string): Promise<Versioned<Readable>> {
    return this.feeds.read(token, RSS, base);
  }

  @Get('events/:id/ics')
  @Visible(EventAccess)
  @Operation('downloadEvent', 'Download an event as iCalendar', {
    description: 'Anyone signed in may download an event. The file name is its title.',
  })
  @ApiIfNoneMatch()
  @ApiOkResponse({
    description: 'iCalendar (RFC 5545) with one event.',
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
