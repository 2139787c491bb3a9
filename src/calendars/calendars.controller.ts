import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, Resource, SignedIn, Visible } from '../common/access.js';
import { Creates, Operation } from '../common/api.decorators.js';
import { PublicUrl } from '../common/http/public-url.js';
import { ApiPage, type Page, PageQuery } from '../common/pagination.js';
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
      'Anyone signed in may own up to 20 calendars. Anyone who knows an address reads the calendar as you. The ' +
      'addresses are shown only here.',
    answers: ['NOT_FOUND', 'LIMIT_REACHED'],
  })
  @Creates(CalendarWithAddressesDto, 'The new calendar, with its addresses.', () => '/calendars')
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
    description: 'Returns your own, newest first, without their addresses.',
  })
  @ApiPage(CalendarDto)
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery): Promise<Page<CalendarDto>> {
    return this.calendars.list(caller, query);
  }

  @Post(':id/rotate')
  @HttpCode(200)
  @Visible(CalendarsService)
  @Operation('rotateCalendar', 'Give your calendar new addresses', {
    description:
      'Only its owner may, for example after an address has leaked. The old addresses return 404 at once.',
  })
  @ApiOkResponse({ type: CalendarWithAddressesDto, description: 'The calendar with its new addresses.' })
  rotate(@Resource() calendar: CalendarEntity, @PublicUrl() base: string): Promise<CalendarWithAddressesDto> {
    return this.calendars.rotate(calendar, base);
  }

  @Delete(':id')
  @HttpCode(204)
  @Visible(CalendarsService)
  @Operation('deleteCalendar', 'Delete your calendar', {
    description: 'Only its owner may delete a calendar. Its addresses return 404 at once. The events stay.',
  })
  @ApiNoContentResponse({ description: 'The calendar is deleted.' })
  remove(@Resource() calendar: CalendarEntity): Promise<void> {
    return this.calendars.remove(calendar);
  }
}
