import { escapeText, escapeUTF8 } from 'entities';
import type { CalendarEvent } from '../../events/list/calendar-events.js';
import { type CalendarFormat, type CalendarHead, eventLinkOf, placeOf, topicsOf } from './calendar-head.js';

/** The format of times for people. */
const TIME: Intl.DateTimeFormatOptions = {
  ...{ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
};
/** Characters that XML 1.0 cannot represent, escaped or not. */
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A calendar for feed readers: RSS 2.0. */
export const RSS: CalendarFormat = {
  mediaType: 'application/rss+xml; charset=utf-8',
  piecesOf(head) {
    const times = new Intl.DateTimeFormat('en-US', { ...TIME, timeZone: head.timeZone });
    const begin = lines(
      '<?xml version="1.0" encoding="utf-8"?>',
      '<rss version="2.0">',
      '<channel>',
      element('title', head.name),
      element('link', `${head.base}/`),
      element('description', head.description),
      element('ttl', '60'), // minutes that readers may cache the feed
    );
    return { begin, event: (event) => itemOf(event, head, times), end: () => lines('</channel>', '</rss>') };
  },
};

function itemOf(event: CalendarEvent, head: CalendarHead, times: Intl.DateTimeFormat): string {
  const { id, title, status, createdAt } = event;
  const link = eventLinkOf(event, head);
  return lines(
    '<item>',
    element('title', status === 'CANCELLED' ? `Cancelled: ${title}` : title),
    ...(link ? [element('link', link)] : []),
    `<guid isPermaLink="false">${id}</guid>`,
    element('pubDate', new Date(createdAt).toUTCString()), // RFC 822 with four-digit years
    element('description', htmlOf(event, times)),
    ...topicsOf(event).map((topic) => element('category', topic)),
    '</item>',
  );
}

/**
 * RSS has no elements for the time and place of an event, so the description begins with them. Feed readers
 * interpret it as HTML.
 */
function htmlOf(event: CalendarEvent, format: Intl.DateTimeFormat): string {
  const { startAt, endAt, description } = event;
  const times = [startAt, endAt].flatMap((instant) => (instant ? [format.format(new Date(instant))] : []));
  const lines = [times.join(' to '), placeOf(event), '', ...description.split(/\r\n|\r|\n/)];
  return lines.map(escapeText).join('<br>\n');
}

function element(name: string, content: string): string {
  return `<${name}>${escapeUTF8(content.replace(NO_XML, ''))}</${name}>`;
}

function lines(...all: string[]): string {
  return all.map((line) => `${line}\n`).join('');
}
