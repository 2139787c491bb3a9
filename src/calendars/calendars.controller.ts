import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, Resource, SignedIn, Visible } from '../common/access.js';
import { Operation } from '../common/api.decorators.js';
import { Creates } from '../common/http/creates.js';
import { PublicUrl } from '../common/http/public-url.js';
import { ApiPage, type Page, PageQuery } from '../common/pagination.js';
import { CalendarAccess } from './calendar.access.js';
import type { CalendarEntity } from './calendar.entity.js';
import { CalendarDto, CalendarWithAddressesDto, CreateCalendarDto } from './calendars.dto.js';
import { CalendarsService } from './calendars.service.js';

@ApiTags('Calendars')
@Controller('calendars')
export class CalendarsController {
  constructor(private readonly calendars: CalendarsService) {}

  @Post()
  @SignedIn()
  @Operation('createCalendar', 'Create a calendar to subscribe to', {
    description:
      'Anyone signed in may have up to 20. EVENTS shows what a list of events finds, COLLECTION the events of a ' +
      'collection, SAVED what you have saved or bookmarked, APPLICATIONS the gigs that you have applied to and are ' +
      'not rejected of. Whoever knows an address reads the calendar as you; the addresses are shown only now.',
    answers: ['NOT_FOUND', 'LIMIT_REACHED'],
  })
  @Creates(CalendarWithAddressesDto, 'The calendar, yours, with its addresses.', () => '/calendars')
  create(
    @CurrentCaller() caller: Caller,
    @Body() request: CreateCalendarDto,
    @PublicUrl() base: string,
  ): Promise<CalendarWithAddressesDto> {
    return this.calendars.create(caller, request, base);
  }

  @Get()
  @SignedIn()
  @Operation('listCalendars', 'List your calendars', {
    description: 'You see your own, newest first, without their addresses.',
  })
  @ApiPage(CalendarDto)
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery): Promise<Page<CalendarDto>> {
    return this.calendars.list(caller, query);
  }

  @Post(':id/rotate')
  @HttpCode(200)
  @Visible(CalendarAccess)
  @Operation('rotateCalendar', 'Give your calendar new addresses', {
    description:
      'Only its owner can, as when an address has come to the wrong person. The old addresses are 404 at once.',
  })
  @ApiOkResponse({ type: CalendarWithAddressesDto, description: 'The calendar with its new addresses.' })
  rotate(@Resource() calendar: CalendarEntity, @PublicUrl() base: string): Promise<CalendarWithAddressesDto> {
    return this.calendars.rotate(calendar, base);
  }

  @Delete(':id')
  @HttpCode(204)
  @Visible(CalendarAccess)
  @Operation('deleteCalendar', 'Delete your calendar', {
    description: 'Only its owner can. Its addresses are 404 at once; the events stay.',
  })
  @ApiNoContentResponse({ description: 'The calendar is gone.' })
  remove(@Resource() calendar: CalendarEntity): Promise<void> {
    return this.calendars.remove(calendar);
  }
}
