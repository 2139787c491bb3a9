import { escapeText, escapeUTF8 } from 'entities';
import type { CalendarEvent } from '../../events/list/calendar-events.js';
import { type CalendarHead, linkOf, placeOf, topicsOf } from './calendar-head.js';

export const RSS = 'application/rss+xml; charset=utf-8';

/** Minutes after which it is worth asking again. */
const TTL = 60;
/** How times are said to people. */
const TIME: Intl.DateTimeFormatOptions = {
  ...{ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
};
/** What XML 1.0 cannot say, escaped or not. */
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** The same calendar for feed readers: RSS 2.0, with what was added last at the top. */
export function writeRss(head: CalendarHead, events: CalendarEvent[]): string {
  const { name, description, base, timeZone } = head;
  const times = new Intl.DateTimeFormat('en-US', { ...TIME, timeZone });
  const changes = events.map(({ updatedAt }) => updatedAt).sort();
  const latest = changes.at(-1);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0">',
    '<channel>',
    element('title', name),
    element('link', `${base}/`),
    element('description', description),
    ...(latest ? [element('lastBuildDate', dateOf(latest))] : []),
    element('ttl', String(TTL)),
    ...events.toSorted(newestFirst).map((event) => itemOf(event, base, times)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function itemOf(event: CalendarEvent, base: string, times: Intl.DateTimeFormat): string {
  const { id, title, status, createdAt } = event;
  return [
    '<item>',
    element('title', status === 'CANCELLED' ? `Cancelled: ${title}` : title),
    element('link', linkOf(event, base)),
    `<guid isPermaLink="false">${id}</guid>`,
    element('pubDate', dateOf(createdAt)),
    element('description', htmlOf(event, times)),
    ...topicsOf(event).map((topic) => element('category', topic)),
    '</item>',
  ].join('\n');
}

/** RSS has no place for the time and place of an event, so they begin the text. Feed readers take it for HTML. */
function htmlOf(event: CalendarEvent, times: Intl.DateTimeFormat): string {
  const { startAt, endAt, description } = event;
  const said = [startAt, endAt].flatMap((instant) => (instant ? [times.format(new Date(instant))] : []));
  const lines = [said.join(' to '), placeOf(event), '', ...description.split(/\r\n|\r|\n/)];
  return lines.map(escapeText).join('<br>\n');
}

function element(name: string, content: string): string {
  return `<${name}>${escapeUTF8(content.replace(NO_XML, ''))}</${name}>`;
}

/** As RFC 822 writes dates, with years of four digits. */
function dateOf(instant: string): string {
  return new Date(instant).toUTCString();
}

function newestFirst(a: CalendarEvent, b: CalendarEvent): number {
  return a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1;
}
