import fc from 'fast-check';
import ICAL from 'ical.js';
import nodeIcal, { type VEvent } from 'node-ical';
import type { CalendarEvent } from '../../events/list/calendar-events.js';
import { type CalendarHead, serialize } from './calendar-head.js';
import { ICALENDAR } from './icalendar.js';

const HEAD: CalendarHead = {
  name: 'My events, all of them',
  description: 'Of q=a;b',
  alarmMinutes: null,
  timeZone: 'America/New_York',
  base: 'https://events.example.org',
  eventPage: 'https://app.example.org/{id}?of={id}',
};

const EVENT: CalendarEvent = {
  id: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11',
  title: 'Jazz; blues, and "more"',
  description: 'First line\nSecond, with \\ and ; signs',
  location: { name: 'South Oval', address: '1820 Neil Ave, Columbus', latitude: 39.9977, longitude: 0 },
  startAt: '2030-05-17T23:00:00.000Z',
  endAt: '2030-05-18T02:00:00.000Z',
  status: 'OPEN',
  externalUrl: 'https://venue.example.org/show;id=7?a=1,2&b=x',
  ticketUrl: null,
  tags: ['jazz', 'live, loud'],
  category: 'MUSIC',
  createdAt: '2030-05-01T12:00:00.000Z',
  updatedAt: '2030-05-02T12:30:00.000Z',
  version: 3,
};

/** The calendar as parsed by ical.js, the library of Thunderbird and Nextcloud. */
const parsed = (calendar: string) => new ICAL.Component(ICAL.parse(calendar));
const eventsOf = (calendar: string) => parsed(calendar).getAllSubcomponents('vevent');
const write = (event: Partial<CalendarEvent> = {}, head: Partial<CalendarHead> = {}) =>
  serialize(ICALENDAR, { ...HEAD, ...head }, [{ ...EVENT, ...event }]);
const only = (calendar: string) => eventsOf(calendar)[0]!;
const lineOf = (calendar: string, name: string) =>
  calendar
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .find((line) => line.split(/[:;]/, 1)[0] === name);

describe('an iCalendar object', () => {
  it('has a name by RFC 7986, and one for older programs', () => {
    const calendar = parsed(write());
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(calendar.getFirstPropertyValue('prodid')).toMatch(/Events and Gigs/);
    expect(calendar.getFirstPropertyValue('method')).toBeNull();
    for (const name of ['NAME', 'X-WR-CALNAME'])
      expect(lineOf(write(), name)).toBe(`${name}:My events\\, all of them`);
    expect(lineOf(write(), 'DESCRIPTION')).toBe('DESCRIPTION:Of q=a\\;b');
    expect(lineOf(write(), 'REFRESH-INTERVAL')).toBe('REFRESH-INTERVAL;VALUE=DURATION:PT1H');
  });

  it('describes an event', () => {
    const event = only(write());
    const value = (name: string) => event.getFirstPropertyValue(name)?.toString();
    expect({
      uid: value('uid'),
      start: value('dtstart'),
      end: value('dtend'),
      stamp: value('dtstamp'),
      created: value('created'),
      changed: value('last-modified'),
      sequence: value('sequence'),
      status: value('status'),
      summary: value('summary'),
      description: value('description'),
      location: value('location'),
      url: value('url'),
      geo: event.getFirstPropertyValue('geo'),
      categories: event.getFirstProperty('categories')?.getValues(),
    }).toEqual({
      uid: EVENT.id,
      start: '2030-05-17T23:00:00Z',
      end: '2030-05-18T02:00:00Z',
      stamp: '2030-05-02T12:30:00Z',
      created: '2030-05-01T12:00:00Z',
      changed: '2030-05-02T12:30:00Z',
      sequence: '2',
      status: 'CONFIRMED',
      summary: EVENT.title,
      description: EVENT.description,
      location: 'South Oval, 1820 Neil Ave, Columbus',
      url: EVENT.externalUrl,
      geo: [39.9977, 0],
      categories: ['MUSIC', 'jazz', 'live, loud'],
    });
  });

  it('is the same text until something changes', () => {
    expect(write()).toBe(write());
    expect(serialize(ICALENDAR, { ...HEAD, name: '' }, [EVENT])).toBe(
      serialize(ICALENDAR, { ...HEAD, name: '' }, [EVENT]),
    );
  });

  it('marks a cancelled event, and has no alarm for it', () => {
    const cancelled = only(write({ status: 'CANCELLED' }, { alarmMinutes: 30 }));
    expect(cancelled.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(cancelled.getAllSubcomponents('valarm')).toEqual([]);
    for (const status of ['OPEN', 'IN_PROGRESS', 'COMPLETED'] as const)
      expect(only(write({ status })).getFirstPropertyValue('status')).toBe('CONFIRMED');
  });

  it.each([0, 1, 30, 40_320])('has an alarm %d minutes before', (alarmMinutes) => {
    const alarm = only(write({}, { alarmMinutes })).getFirstSubcomponent('valarm')!;
    expect(alarm.getFirstPropertyValue('action')).toBe('DISPLAY');
    expect(alarm.getFirstPropertyValue('description')).toBe(EVENT.title);
    const trigger = alarm.getFirstPropertyValue('trigger') as ICAL.Duration;
    expect(Math.abs(trigger.toSeconds())).toBe(alarmMinutes * 60);
    expect(trigger.toSeconds()).toBeLessThanOrEqual(0);
  });

  it.each([
    ['none', null],
    ['one within the second of the start', '2030-05-17T23:00:00.900Z'],
  ])('invents no end if there is %s', (_what, endAt) => {
    expect(only(write({ endAt })).getFirstProperty('dtend')).toBeNull();
  });

  it('links to the page of the event, its tickets, or the page of the frontend, if any', () => {
    const url = (event: Partial<CalendarEvent>) => only(write(event)).getFirstPropertyValue('url');
    expect(url({ ticketUrl: 'https://tickets.example.org/' })).toBe(EVENT.externalUrl);
    expect(url({ externalUrl: null, ticketUrl: 'https://tickets.example.org/' })).toBe(
      'https://tickets.example.org/',
    );
    expect(url({ externalUrl: null })).toBe(`https://app.example.org/${EVENT.id}?of=${EVENT.id}`);
    const nowhere = only(write({ externalUrl: null }, { eventPage: undefined }));
    expect(nowhere.getFirstProperty('url')).toBeNull();
  });

  it('has no coordinates, categories and description if the event has none', () => {
    const bare = only(write({ location: { name: 'Hall' }, category: null, tags: [], description: '' }));
    for (const name of ['geo', 'categories', 'description']) expect(bare.getFirstProperty(name)).toBeNull();
    expect(bare.getFirstPropertyValue('location')).toBe('Hall');
  });

  it('keeps its lines intact, even with texts that the API would refuse', () => {
    const externalUrl = 'https://x.example.org/\r\nATTACH:file:///etc/passwd';
    const odd = only(write({ externalUrl, location: {} as CalendarEvent['location'] }));
    expect(odd.getFirstProperty('attach')).toBeNull();
    expect(odd.getFirstPropertyValue('location')).toBe('');
  });

  it('has a component even without events', () => {
    const empty = parsed(serialize(ICALENDAR, HEAD, []));
    expect(empty.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone']);
    expect(
      Object.values(nodeIcal.sync.parseICS(serialize(ICALENDAR, HEAD, []))).filter(
        (part) => part?.type === 'VEVENT',
      ),
    ).toEqual([]);
  });

  it('of one event has neither a name nor an alarm', () => {
    const calendar = parsed(serialize(ICALENDAR, { ...HEAD, name: '' }, [EVENT]));
    expect(calendar.getFirstProperty('name')).toBeNull();
    expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vevent']);
    expect(calendar.getFirstSubcomponent('vevent')?.getAllSubcomponents()).toEqual([]);
  });
});

/**
 * Texts as the service stores them: any script, with line breaks and tabs, without other control characters.
 */
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
  fc.string({
    unit: fc.constantFrom(
      ...'abc ,;:\\"\'\n\t',
      'שלום',
      'مرحبا',
      '語',
      '🎷',
      '👨‍👩‍👧',
      'e\u0301',
      '\u200f',
      '\u2028',
      '\\n',
    ),
    minLength: 1,
    maxLength: 300,
  }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }),
);
const stored = (value: string) => value.toWellFormed().replace(/[^\P{Cc}\t\n]/gu, '');
/** Instants around the hours that daylight saving time skips and repeats, and any others. */
const instants = fc.oneof(
  fc.date({ min: new Date('1970-01-01Z'), max: new Date('9999-12-30Z'), noInvalidDate: true }),
  fc
    .tuple(fc.constantFrom('2030-03-10T06:00Z', '2030-11-03T05:00Z', '2030-03-31T00:30Z'), fc.nat(180))
    .map(([hour, minutes]) => new Date(Date.parse(hour) + minutes * 60_000)),
);
const events: fc.Arbitrary<CalendarEvent> = fc
  .record({
    id: fc.uuid(),
    title: texts.map(stored),
    description: texts.map(stored),
    place: texts.map(stored),
    start: instants,
    milliseconds: fc.option(fc.integer({ min: 1, max: 86_400_000 })),
    externalUrl: fc.option(fc.webUrl({ withQueryParameters: true, withFragments: true })),
    // ical.js reads a comma after an escaped backslash as an escaped comma.
    tags: fc.array(
      texts.map(stored).map((tag) => tag.replace(/\\+$/, '')),
      { maxLength: 4 },
    ),
    at: fc.option(
      fc.tuple(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
      ),
    ),
    version: fc.integer({ min: 1, max: 10_000 }),
  })
  .map(({ place, start, milliseconds, at, ...event }) => ({
    ...EVENT,
    ...event,
    location: { name: place, ...(at && { latitude: at[0], longitude: at[1] }) },
    startAt: start.toISOString(),
    endAt: milliseconds === null ? null : new Date(start.getTime() + milliseconds).toISOString(),
  }));
const toSecond = (instant: string) => `${instant.slice(0, 19)}Z`;

describe('random events as iCalendar', () => {
  it('survive a round trip through ical.js', () => {
    fc.assert(
      fc.property(fc.array(events, { minLength: 1, maxLength: 5 }), (all) => {
        const read = eventsOf(serialize(ICALENDAR, { ...HEAD, alarmMinutes: 15 }, all));
        const value = (component: ICAL.Component, name: string) => component.getFirstPropertyValue(name);
        expect(
          read.map((component) => ({
            id: value(component, 'uid'),
            title: value(component, 'summary'),
            description: value(component, 'description') ?? '',
            place: value(component, 'location'),
            start: value(component, 'dtstart')?.toString(),
            url: value(component, 'url'),
            categories: component.getFirstProperty('categories')?.getValues(),
            sequence: value(component, 'sequence'),
          })),
        ).toEqual(
          all.map((event) => ({
            id: event.id,
            title: event.title,
            description: event.description,
            place: event.location.name + (event.location.address ? `, ${event.location.address}` : ''),
            start: toSecond(event.startAt),
            url: event.externalUrl ?? `https://app.example.org/${event.id}?of=${event.id}`,
            categories: ['MUSIC', ...event.tags],
            sequence: event.version - 1,
          })),
        );
        for (const [index, component] of read.entries()) {
          const { startAt, endAt, location } = all[index]!;
          const end = value(component, 'dtend')?.toString();
          if (endAt !== null && toSecond(endAt) > toSecond(startAt)) expect(end).toBe(toSecond(endAt));
          else expect(end).toBeUndefined();
          const geo = value(component, 'geo') as unknown as number[] | null;
          if (location.latitude === undefined) expect(geo).toBeNull();
          else {
            expect(geo![0]).toBeCloseTo(location.latitude as number, 5);
            expect(geo![1]).toBeCloseTo(location.longitude as number, 5);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('have the same times and titles in node-ical', () => {
    const plain = fc.string({
      unit: fc.constantFrom(...'abc,;é', '語', '🎷', 'ש', ' x'),
      minLength: 1,
      maxLength: 200,
    });
    fc.assert(
      fc.property(
        events,
        plain.map((title) => title.trim()),
        (event, title) => {
          fc.pre(title !== '');
          const calendar = nodeIcal.sync.parseICS(serialize(ICALENDAR, HEAD, [{ ...event, title }]));
          const [read] = Object.values(calendar).filter((part): part is VEvent => part?.type === 'VEVENT');
          expect(read!.uid).toBe(event.id);
          expect(read!.summary).toBe(title);
          expect(new Date(read!.start).toISOString()).toBe(`${event.startAt.slice(0, 19)}.000Z`);
          expect(Number(read!.sequence)).toBe(event.version - 1);
        },
      ),
      { numRuns: 200 },
    );
  });
});
