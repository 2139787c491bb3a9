import type { CalendarEvent } from '../../events/list/calendar-events.js';

/** What a calendar says of itself. */
export interface CalendarHead {
  /** Empty: it is one event, to be added to any calendar. */
  name: string;
  description: string;
  /** Minutes before each event at which its alarm rings; null: there is none. */
  alarmMinutes: number | null;
  /** The IANA time zone in which texts for people have their times. */
  timeZone: string;
  /** The address of the service, without a slash at the end. */
  base: string;
  /** `EVENT_PAGE_URL`, where it is set. */
  eventPage?: string;
}

/** A form of calendars, whose text is made piece by piece. */
export interface CalendarFormat {
  mediaType: string;
  piecesOf(head: CalendarHead): CalendarPieces;
}

export interface CalendarPieces {
  begin: string;
  event(event: CalendarEvent): string;
  end(isEmpty: boolean): string;
}

/** The text of a calendar of a few events. */
export function written(format: CalendarFormat, head: CalendarHead, events: CalendarEvent[]): string {
  const { begin, event, end } = format.piecesOf(head);
  return [begin, ...events.map(event), end(events.length === 0)].join('');
}

/** Where an event can be read: at its own page, where it sells tickets, or at the frontend's page of it, if any. */
export function linkOf(event: CalendarEvent, { eventPage }: CalendarHead): string | undefined {
  return event.externalUrl ?? event.ticketUrl ?? eventPage?.replaceAll('{id}', event.id);
}

/** Where an event takes place, in one line: its place, and the address that users and feeds give beside it. */
export function placeOf({ location }: CalendarEvent): string {
  const { name = '', address } = location; // what was loaded by SQL may have no name
  return typeof address === 'string' && address !== '' ? `${name}, ${address}` : name;
}

/** What an event is about: its category and its tags. */
export function topicsOf({ category, tags }: CalendarEvent): string[] {
  return category ? [category, ...tags] : tags;
}
