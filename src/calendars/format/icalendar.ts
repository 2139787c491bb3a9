import type { CalendarEvent } from '../../events/list/calendar-events.js';
import { type CalendarFormat, type CalendarHead, linkOf, placeOf, topicsOf } from './calendar-head.js';
import { contentLines, text, uri, utc } from './content-lines.js';

const BEGIN = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Events and Gigs//Calendars//EN',
  'CALSCALE:GREGORIAN',
];
/** How soon it is worth asking again (RFC 7986, 5.7), also as programs of before 2016 read it. */
const REFRESH = ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'];
/** A calendar has at least one component (RFC 5545, 3.6). One without events has its time zone, though no time refers to it. */
const NO_EVENTS = [
  ...['BEGIN:VTIMEZONE', 'TZID:UTC', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000', 'END:STANDARD', 'END:VTIMEZONE'],
];

/** A calendar that programs subscribe to: iCalendar (RFC 5545), with the properties of RFC 7986. */
export const ICALENDAR: CalendarFormat = {
  mediaType: 'text/calendar; charset=utf-8',
  piecesOf(head) {
    const name = text(head.name);
    const names = [`NAME:${name}`, `X-WR-CALNAME:${name}`, `DESCRIPTION:${text(head.description)}`];
    return {
      begin: contentLines([...BEGIN, ...names, ...REFRESH]),
      event: (event) => contentLines(linesOf(event, head)),
      end: (isEmpty) => contentLines([...(isEmpty ? NO_EVENTS : []), 'END:VCALENDAR']),
    };
  },
};

/** One event, to be added to any calendar. */
export const ICALENDAR_EVENT: CalendarFormat = {
  ...ICALENDAR,
  piecesOf: (head) => ({ ...ICALENDAR.piecesOf(head), begin: contentLines(BEGIN) }),
};

/** An event as a VEVENT. Nothing in it depends on when it is written, so an event that has not changed is the same text. */
function linesOf(event: CalendarEvent, head: CalendarHead): string[] {
  const { alarmMinutes } = head;
  const link = linkOf(event, head);
  const isCancelled = event.status === 'CANCELLED';
  return [
    'BEGIN:VEVENT',
    `UID:${event.id}`,
    `DTSTAMP:${utc(event.updatedAt)}`,
    `CREATED:${utc(event.createdAt)}`,
    `LAST-MODIFIED:${utc(event.updatedAt)}`,
    `SEQUENCE:${event.version - 1}`,
    `DTSTART:${utc(event.startAt)}`,
    ...endOf(event),
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${text(event.title)}`,
    ...(event.description ? [`DESCRIPTION:${text(event.description)}`] : []),
    `LOCATION:${text(placeOf(event))}`,
    ...coordinatesOf(event),
    ...(link ? [`URL:${uri(link)}`] : []),
    ...categoriesOf(event),
    ...(alarmMinutes === null || isCancelled ? [] : alarmOf(event, alarmMinutes)),
    'END:VEVENT',
  ];
}

/** An end, which is after the start also where both are without milliseconds. None is invented. */
function endOf({ startAt, endAt }: CalendarEvent): string[] {
  return endAt !== null && utc(endAt) > utc(startAt) ? [`DTEND:${utc(endAt)}`] : [];
}

/** To six decimals, a tenth of a metre (RFC 5545, 3.8.1.6). */
function coordinatesOf({ location: { latitude, longitude } }: CalendarEvent): string[] {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return [];
  return [`GEO:${latitude.toFixed(6)};${longitude.toFixed(6)}`];
}

function categoriesOf(event: CalendarEvent): string[] {
  const topics = topicsOf(event);
  return topics.length > 0 ? [`CATEGORIES:${topics.map(text).join(',')}`] : [];
}

function alarmOf({ title }: CalendarEvent, minutes: number): string[] {
  return [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${text(title)}`,
    `TRIGGER:-PT${minutes}M`,
    'END:VALARM',
  ];
}
