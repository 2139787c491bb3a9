import { Injectable } from '@nestjs/common';
import type { AccessPolicy, Caller } from '../common/access.js';
import type { CalendarEntity } from './calendar.entity.js';
import { CalendarsService } from './calendars.service.js';

/** A calendar exists for its owner alone. Whoever knows its token reads it without this. */
@Injectable()
export class CalendarAccess implements AccessPolicy<CalendarEntity> {
  constructor(private readonly calendars: CalendarsService) {}

  find(id: string): Promise<CalendarEntity | null> {
    return this.calendars.find(id);
  }

  maySee(calendar: CalendarEntity, caller: Caller): boolean {
    return calendar.ownerId === caller.id;
  }

  refusal(): undefined {
    return undefined;
  }
}
