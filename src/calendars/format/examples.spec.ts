import type { CalendarEvent } from '../../events/list/calendar-events.js';
import examples from '../../openapi/examples.json' with { type: 'json' };
import { serialize } from './calendar-head.js';
import { ICALENDAR } from './icalendar.js';
import { RSS } from './rss.js';

const HEAD = {
  name: 'Events and gigs: category MUSIC, when week',
  description: 'The events and gigs of category=MUSIC&when=week',
  alarmMinutes: 30,
  timeZone: 'America/New_York',
  base: 'https://events.example.org',
  eventPage: 'https://app.example.org/events/{id}',
};

const EVENT: CalendarEvent = {
  id: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11',
  title: 'Open-air jazz on the South Oval',
  description: 'Three student bands play until dark.\nBring a blanket; it is free for everyone.',
  location: {
    name: 'South Oval',
    address: '1820 Neil Ave, Columbus, OH',
    latitude: 39.9977,
    longitude: -83.0146,
  },
  startAt: '2030-05-17T23:00:00.000Z',
  endAt: '2030-05-18T02:00:00.000Z',
  status: 'OPEN',
  externalUrl: null,
  ticketUrl: null,
  tags: ['jazz', 'live music'],
  category: 'MUSIC',
  createdAt: '2030-05-01T12:00:00.000Z',
  updatedAt: '2030-05-02T12:00:00.000Z',
  version: 2,
};

describe('the output for the same events', () => {
  it.each([
    ['readCalendar', serialize(ICALENDAR, HEAD, [EVENT])],
    ['readCalendarFeed', serialize(RSS, HEAD, [EVENT])],
    ['downloadEvent', serialize(ICALENDAR, { ...HEAD, name: '', alarmMinutes: null }, [EVENT])],
  ] as const)('is the example of %s', (name, text) => {
    // The blank before AM and PM depends on the version of ICU.
    expect(text.replaceAll('\u202f', ' ')).toBe(examples[name].response);
  });
});
