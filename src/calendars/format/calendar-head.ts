import type { CalendarEvent } from '../../events/list/calendar-events.js';

/** The metadata of a calendar. */
export interface CalendarHead {
  /** Empty for a single event, which can be added to any calendar. */
  name: string;
  description: string;
  /** Minutes before each event at which its alarm rings. Null: no alarm. */
  alarmMinutes: number | null;
  /** The IANA time zone of times in text for people. */
  timeZone: string;
  /** The URL of the service, without a trailing slash. */
  base: string;
  /** `EVENT_PAGE_URL`, if set. */
  eventPage?: string;
}

/** A format of calendars. The text is produced piece by piece. */
export interface CalendarFormat {
  mediaType: string;
  piecesOf(head: CalendarHead): CalendarPieces;
}

export interface CalendarPieces {
  begin: string;
  event(event: CalendarEvent): string;
  end(isEmpty: boolean): string;
}

/** The text of a calendar with a few events. */
export function serialize(format: CalendarFormat, head: CalendarHead, events: CalendarEvent[]): string {
  const { begin, event, end } = format.piecesOf(head);
  return [begin, ...events.map(event), end(events.length === 0)].join('');
}

/** The link of an event: its own page, else its ticket page, else its page in the frontend, if any. */
export function eventLinkOf(event: CalendarEvent, { eventPage }: CalendarHead): string | undefined {
  return event.externalUrl ?? event.ticketUrl ?? eventPage?.replaceAll('{id}', event.id);
}

/** The place of an event in one line: its name, and the address that users and feeds may add. */
export function placeOf({ location }: CalendarEvent): string {
  const { name = '', address } = location; // events loaded by SQL may have no name
  return typeof address === 'string' && address !== '' ? `${name}, ${address}` : name;
}

/** The topics of an event: its category and its tags. */
export function topicsOf({ category, tags }: CalendarEvent): string[] {
  return category ? [category, ...tags] : tags;
}
