import type { CalendarEvent } from '../../events/list/calendar-events.js';
import { type CalendarFormat, type CalendarHead, eventLinkOf, placeOf, topicsOf } from './calendar-head.js';

/**
 * Maximum octets of a line, without its line break. The leading space of a continuation counts (RFC 5545,
 * 3.1).
 */
const MAX_OCTETS = 75;
/** Characters that no TEXT value may contain (RFC 5545, 3.3.11): control characters except the tab. */
const CONTROLS = /[^\P{Cc}\t]/gu;

const BEGIN = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Events and Gigs//Calendars//EN',
  'CALSCALE:GREGORIAN',
];
/** The refresh interval (RFC 7986, 5.7), also in the form that programs from before 2016 read. */
const REFRESH = ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'];
/**
 * A calendar has at least one component (RFC 5545, 3.6). One without events has a time zone, although no time
 * refers to it.
 */
const NO_EVENTS = [
  ...['BEGIN:VTIMEZONE', 'TZID:UTC', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000', 'END:STANDARD', 'END:VTIMEZONE'],
];

/** A calendar for calendar programs: iCalendar (RFC 5545), with the properties of RFC 7986. */
export const ICALENDAR: CalendarFormat = {
  mediaType: 'text/calendar; charset=utf-8',
  piecesOf(head) {
    const name = text(head.name);
    const names = [`NAME:${name}`, `X-WR-CALNAME:${name}`, `DESCRIPTION:${text(head.description)}`];
    return {
      begin: contentLines([...BEGIN, ...(name ? [...names, ...REFRESH] : [])]),
      event: (event) => contentLines(linesOf(event, head)),
      end: (isEmpty) => contentLines([...(isEmpty ? NO_EVENTS : []), 'END:VCALENDAR']),
    };
  },
};

/**
 * An event as a VEVENT. Nothing in it depends on the time of writing, so an unchanged event gives the same
 * text.
 */
function linesOf(event: CalendarEvent, head: CalendarHead): string[] {
  const { title, startAt, endAt } = event;
  const { latitude, longitude } = event.location;
  const link = eventLinkOf(event, head);
  const isCancelled = event.status === 'CANCELLED';
  // DTEND has to be after DTSTART, also when both are cut to seconds. No end is invented.
  const end = endAt !== null && utc(endAt) > utc(startAt) ? utc(endAt) : '';
  // Six decimals are a tenth of a metre (RFC 5545, 3.8.1.6).
  const isOnMap = typeof latitude === 'number' && typeof longitude === 'number';
  const position = isOnMap ? `${latitude.toFixed(6)};${longitude.toFixed(6)}` : '';
  const trigger = `TRIGGER:-PT${head.alarmMinutes}M`;
  const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${text(title)}`, trigger, 'END:VALARM'];
  return [
    'BEGIN:VEVENT',
    `UID:${event.id}`,
    `DTSTAMP:${utc(event.updatedAt)}`,
    `CREATED:${utc(event.createdAt)}`,
    `LAST-MODIFIED:${utc(event.updatedAt)}`,
    `SEQUENCE:${event.version - 1}`,
    `DTSTART:${utc(startAt)}`,
    ...optional('DTEND', end),
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${text(title)}`,
    ...optional('DESCRIPTION', text(event.description)),
    `LOCATION:${text(placeOf(event))}`,
    ...optional('GEO', position),
    ...optional('URL', link && uri(link)),
    ...optional('CATEGORIES', topicsOf(event).map(text).join(',')),
    ...(head.alarmMinutes === null || isCancelled ? [] : alarm),
    'END:VEVENT',
  ];
}

/** A property, left out if it has no value. */
function optional(name: string, value: string | undefined): string[] {
  return value ? [`${name}:${value}`] : [];
}

/** The lines of an iCalendar object, folded and terminated (RFC 5545, 3.1). */
export function contentLines(lines: string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

/** A value of the type TEXT (RFC 5545, 3.3.11). */
export function text(value: string): string {
  return value
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(CONTROLS, '');
}

/**
 * A value of the type URI (RFC 5545, 3.3.13), which has no escapes. White space would end it; no link
 * contains any.
 */
export function uri(value: string): string {
  return value.replace(/[\p{Cc}\s]/gu, '');
}

/**
 * A value of the type DATE-TIME in UTC (RFC 5545, 3.3.5). It cannot have milliseconds, so they are cut off.
 */
export function utc(instant: string): string {
  return `${instant.slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** Folds a line that is too long, never within a character. */
function foldLine(line: string): string {
  const octets = Buffer.from(line);
  if (octets.length <= MAX_OCTETS) return line;
  const parts: string[] = [];
  for (let start = 0; start < octets.length; ) {
    let end = Math.min(octets.length, start + MAX_OCTETS - (start > 0 ? 1 : 0));
    // A continuation octet of UTF-8 begins with the bits 10.
    while (end < octets.length && octets[end]! >> 6 === 0b10) end -= 1;
    parts.push(octets.toString('utf8', start, end));
    start = end;
  }
  return parts.join('\r\n ');
}
