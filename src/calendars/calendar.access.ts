import { Injectable } from '@nestjs/common';
import type { AccessPolicy, Caller } from '../common/access.js';
import { CalendarsService, type StoredCalendar } from './calendars.service.js';

/** A calendar exists for its owner alone. Whoever knows its token reads it without this. */
@Injectable()
export class CalendarAccess implements AccessPolicy<StoredCalendar> {
  constructor(private readonly calendars: CalendarsService) {}

  find(id: string): Promise<StoredCalendar | undefined> {
    return this.calendars.find(id);
  }

  maySee(calendar: StoredCalendar, caller: Caller): boolean {
    return calendar.ownerId === caller.id;
  }

  refusal(): undefined {
    return undefined;
  }
}
