import fc from 'fast-check';
import { ticketItems } from '../../../sandbox/ticketing/ticketing-events.js';
import { controlledText } from '../../../test/support/control-characters.js';
import { contentOf, runSteps } from '../../../test/support/feed-content.js';
import { FeedError } from '../reading/entries.js';
import { TicketingReader } from './ticketing.reader.js';

const VENUE = {
  name: 'Olentangy Hall',
  id: 'KovZpZAAaaaA',
  timezone: 'America/New_York',
  city: { name: 'Columbus' },
  state: { name: 'Ohio', stateCode: 'OH' },
  address: { line1: '1 Example Ave' },
  location: { longitude: '-83.0', latitude: '39.99' },
};
const ITEM = {
  name: 'Scarlet Lanterns',
  type: 'event',
  id: 'vvG1zZbQx7Lm2d',
  test: false,
  locale: 'en-us',
  url: 'https://tickets.example.com/scarlet-lanterns/event/0500AAAABBBBCCCC',
  dates: {
    start: {
      localDate: '2026-11-07',
      localTime: '19:30:00',
      dateTime: '2026-11-08T00:30:00Z',
      dateTBD: false,
      dateTBA: false,
      timeTBA: false,
      noSpecificTime: false,
    },
    timezone: 'America/New_York',
    status: { code: 'onsale' },
    spanMultipleDays: false,
  },
  classifications: [{ primary: true, segment: { name: 'Music' }, genre: { name: 'Rock' } }],
  info: 'Doors at 6:30.',
  pleaseNote: 'No re-entry.',
  _embedded: { venues: [VENUE] },
};
type Item = Record<string, unknown>;

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const pageOf = (items: unknown) => ({
  _embedded: { events: items },
  page: { totalElements: 1, totalPages: 1 },
});
function read(pages: string[], assumedHours?: number, ids = [ITEM.id]) {
  const reader = new TicketingReader(assumedHours);
  for (const page of pages) runSteps(reader.read(JSON.parse(page)));
  return contentOf(reader.entries, ids);
}
const parse = (...pages: unknown[]) => read(pages.map((items) => textOf(pageOf(items))));
/** The result of a feed with one item, changed at its top level. */
const parseOne = (changes: object) => parse([{ ...ITEM, ...changes }]);
const mapped = (changes: object) => parseOne(changes).events[0];
const withVenue = (changes: object) =>
  mapped({ _embedded: { venues: [{ ...VENUE, ...changes }] } })?.location;
const withStatus = (code: unknown) => ({ dates: { ...ITEM.dates, status: { code } } });

describe('the reader of the ticketing feed', () => {
  it('maps an item exactly as documented', () => {
    expect(parse([ITEM])).toEqual({
      ...{ received: 1, ignored: 0, rejected: 0, reasons: [], present: [ITEM.id] },
      events: [
        {
          externalId: ITEM.id,
          source: 'TICKET_API',
          itemHash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
          title: 'Scarlet Lanterns',
          description: 'Doors at 6:30.',
          location: {
            name: 'Olentangy Hall',
            address: '1 Example Ave, Columbus, OH',
            latitude: 39.99,
            longitude: -83,
          },
          startAt: '2026-11-08T00:30:00.000Z',
          endAt: null,
          externalUrl: null,
          ticketUrl: ITEM.url,
          images: [],
          hints: ['Music', 'Rock'],
        },
      ],
      labels: {},
    });
  });

  const counts = { totalElements: 0, totalPages: 0 };
  it.each([
    ...['null', '[]', '7', '{}', '{"page": null}', '{"_embedded": {"events": []}}'],
    ...[{ page: { totalPages: 0 } }, { page: { totalElements: 0 } }, { page: { ...counts, totalPages: -1 } }],
    ...[{ page: { ...counts, totalElements: '0' } }, { page: { ...counts, totalElements: 0.5 } }],
    ...[null, [], {}, { events: {} }, { events: null }].map((_embedded) => ({ _embedded, page: counts })),
    { data: { events: [ITEM] } },
    '{"page": {"totalElements": 1e999, "totalPages": 1}}',
  ])('fails on %j', (response) => {
    expect(() => read([textOf(response)])).toThrow(
      new FeedError('The feed returned JSON that is not a page of events.'),
    );
  });

  it('accepts an empty page, which has no _embedded', () => {
    expect(read([textOf({ page: counts })])).toMatchObject({
      received: 0,
      events: [],
      present: [],
    });
  });

  it('skips a page of a result that is too large to page through', () => {
    const page = (totalElements: number) =>
      textOf({ _embedded: { events: [ITEM] }, page: { totalElements, totalPages: 6 } });
    expect(read([page(1_001)])).toMatchObject({ received: 0, present: [] });
    expect(read([page(1_000)])).toMatchObject({ received: 1, present: [ITEM.id] });
  });

  it('reads all pages', () => {
    const { received, events } = parse([ITEM], [{ ...ITEM, id: 'other' }]);
    expect({ received, ids: events.map(({ externalId }) => externalId) }).toEqual({
      received: 2,
      ids: [ITEM.id, 'other'],
    });
  });

  it.each([null, 7, 'text', true, [ITEM]])('rejects %j as an item', (item) => {
    const { received, rejected, reasons, events } = parse([ITEM], [ITEM, item]);
    expect({ received, rejected, reasons }).toEqual({
      ...{ received: 3, rejected: 1, reasons: ['page 1, item 1 is not an object'] },
    });
    expect(events).toHaveLength(1);
  });

  const place = { latitude: 39.99, longitude: -83 };
  const address = '1 Example Ave, Columbus, OH';
  const whole = { name: 'Olentangy Hall', address, ...place };
  const bad = 'a\0';
  const odd = 'a\uD83D';
  const venue = (changes: object) => ({ _embedded: { venues: [{ ...VENUE, ...changes }] } });
  it.each<[object, string]>([
    [{ test: true }, 'is a test'],
    [{ test: true, id: undefined }, 'is a test'],
    ...[undefined, null, 7, ' ', 'x'.repeat(2_001)].map((id): [object, string] => [
      { id, name: undefined },
      'has no usable id',
    ]),
    ...[undefined, null, '', ' ', 7, ['a']].map((name): [object, string] => [
      { name, dates: undefined },
      'has no usable name',
    ]),
    ...[undefined, null, [], {}, { start: { dateTBA: true } }].map((dates): [object, string] => [
      { dates, info: bad },
      'has no usable start',
    ]),
    ...['id', 'name', 'description', 'info', 'pleaseNote', 'url'].flatMap((field): [object, string][] =>
      [bad, odd].map((text) => [{ [field]: text }, `has a NUL character or a lone surrogate in ${field}`]),
    ),
    [venue({ name: bad }), 'has a NUL character or a lone surrogate in venue'],
    [venue({ address: { line1: odd } }), 'has a NUL character or a lone surrogate in address'],
    [venue({ city: { name: bad } }), 'has a NUL character or a lone surrogate in address'],
    [venue({ state: { stateCode: odd } }), 'has a NUL character or a lone surrogate in address'],
  ])('rejects an item with %j', (changes, reason) => {
    const { rejected, reasons, events, ignored } = parseOne(changes);
    expect({ rejected, ignored, events }).toEqual({ rejected: 1, ignored: 0, events: [] });
    expect(reasons[0]).toMatch(new RegExp(`^page 0, item 0( \\(.+\\))? ${reason}$`, 'su'));
    expect(reasons[0]).toMatch(/^\P{Cc}*$/u);
  });

  it('counts the id of a rejected item as present', () => {
    expect(parseOne({ test: true }).present).toEqual([ITEM.id]);
  });

  it.each(['onsale', 'offsale', 'rescheduled', 'something new', undefined, 7])(
    'accepts an item with the status %j',
    (code) => {
      expect(parseOne(withStatus(code))).toMatchObject({
        present: [ITEM.id],
        events: [{ externalId: ITEM.id }],
      });
    },
  );

  it.each(['cancelled', 'Cancelled', 'canceled', 'postponed'])('treats a %s item as absent', (code) => {
    for (const changes of [{}, { name: undefined }, { info: bad }])
      expect(parseOne({ ...withStatus(code), ...changes })).toMatchObject({
        ...{ received: 1, ignored: 1, rejected: 0, present: [], events: [] },
      });
  });

  it.each<[string, object[], object]>([
    ['the last of the same id', [{}, { name: 'Later' }], { title: 'Later' }],
    ['the one before a rejected one', [{}, { name: null }], { title: ITEM.name }],
    ['the one after a cancelled one', [withStatus('cancelled'), {}], { title: ITEM.name }],
  ])('accepts %s', (_, changes, event) => {
    const { received, ignored, rejected, events, present } = parse(
      ...changes.map((change) => [{ ...ITEM, ...change }]),
    );
    expect(events).toEqual([expect.objectContaining(event)]);
    expect(present).toEqual([ITEM.id]);
    expect(received).toBe(ignored + rejected + events.length);
  });

  it('uses none of two items with one id if the last is cancelled', () => {
    expect(parse([ITEM, { ...ITEM, ...withStatus('cancelled') }])).toMatchObject({
      ignored: 2,
      events: [],
      present: [],
    });
  });

  it('treats a postponed item without a start as absent', () => {
    const dates = { start: { dateTBA: true }, status: { code: 'postponed' } };
    expect(parseOne({ dates })).toMatchObject({ ignored: 1, rejected: 0, present: [] });
  });

  it('distinguishes ids by case', () => {
    expect(parse([ITEM, { ...ITEM, id: ITEM.id.toLowerCase() }]).events).toHaveLength(2);
  });

  it('keeps the first 20 reasons', () => {
    const { rejected, reasons } = parse(Array.from({ length: 30 }, () => null));
    expect({ rejected, reasons: reasons.length }).toEqual({ rejected: 30, reasons: 20 });
  });

  it('keeps the name', () => {
    expect(mapped({ name: ' **So** ' })?.title).toBe(' **So** ');
  });

  it('removes control characters, but keeps line breaks of the description', () => {
    expect(mapped({ name: 'So\u0007\n', info: 'a\u0001\n\tb' })).toMatchObject({
      title: 'So ',
      description: 'a\n\tb',
    });
    const changes = { name: 'Hall\u0001', address: { line1: '1\u0085 Ave' }, city: { name: '\u200b' } };
    expect(withVenue(changes)).toMatchObject({ name: 'Hall', address: '1 Ave, OH' });
  });

  it('has a blank for each tab and line break of one-line texts, and no other control character', () => {
    fc.assert(
      fc.property(controlledText, ({ sent, expected }) => {
        const event = mapped({
          ...{ name: sent, info: undefined, pleaseNote: undefined },
          ...venue({
            name: sent,
            address: { line1: sent },
            city: { name: sent },
            state: { stateCode: sent },
          }),
          images: [{ url: 'https://images.example.com/1' }],
          classifications: [{ segment: { name: sent } }],
        });
        expect(event).toMatchObject({
          title: expected,
          location: { name: expected, address: `${expected}, ${expected}, ${expected}` },
          description: `${expected} at ${expected} on Saturday, November 7, 2026.`,
          images: [{ alt: expected }],
          hints: [expected],
        });
        expect(withVenue({ name: null, address: { line1: sent } })?.name).toBe(expected);
      }),
    );
  });

  it('truncates long texts by code points', () => {
    expect(mapped({ name: '😀'.repeat(1_001) })?.title).toBe('😀'.repeat(1_000));
    expect(mapped({ info: `é${'😀'.repeat(100_000)}` })?.description).toBe(`é${'😀'.repeat(99_999)}`);
    expect(withVenue({ name: 'x'.repeat(1_001) })?.name).toBe('x'.repeat(1_000));
    expect(withVenue({ address: { line1: 'x'.repeat(600) } })?.address).toBe('x'.repeat(500));
  });

  it('decodes entities, once', () => {
    const item = {
      name: 'Rock &amp; Roll &#39;68',
      info: 'Caf&eacute;, doors &lt; 7; &amp;amp; AT&T, R&B; x &copy y',
      ...venue({ name: 'Joe&#x2019;s &quot;Bar&quot;', city: { name: 'S&atilde;o Paulo' } }),
    };
    expect(mapped(item)).toMatchObject({
      title: "Rock & Roll '68",
      description: 'Café, doors < 7; &amp; AT&T, R&B; x &copy y',
      location: { name: 'Joe’s "Bar"', address: '1 Example Ave, São Paulo, OH' },
    });
    expect(parseOne({ name: '&nbsp;' }).reasons).toEqual([
      'page 0, item 0 (vvG1zZbQx7Lm2d) has no usable name',
    ]);
  });

  it('uses no text without a letter as a description or the name of a place', () => {
    expect(mapped({ description: '-', info: '***', pleaseNote: '21+ only' })?.description).toBe('21+ only');
    expect(mapped({ description: '123', info: '&#8212;', pleaseNote: '!' })?.description).toMatch(
      /^Scarlet Lanterns at/,
    );
    expect(mapped({ name: '311' })?.title).toBe('311');
    expect(withVenue({ name: '-', address: { line1: '***' }, city: { name: '!' } })?.name).toBe(
      'Location to be announced',
    );
    expect(withVenue({ name: '1015', address: { line1: '***' } })).toMatchObject({
      name: '1015',
      address: 'Columbus, OH',
    });
  });

  it.each<[unknown, string[]]>([
    [
      [
        { segment: { name: 'Sports' }, genre: { name: 'Basketball' } },
        {
          primary: true,
          segment: { name: 'Arts &amp; Theatre' },
          genre: { name: 'Comedy' },
          subGenre: { name: 'Comedy' },
        },
      ],
      ['Arts & Theatre', 'Comedy', 'Sports', 'Basketball'],
    ],
    [[{ segment: { name: 'Undefined' }, genre: { name: 'Other' }, subGenre: { name: 'Miscellaneous' } }], []],
    [[{ segment: { name: 'Film' }, genre: { name: 'Miscellaneous Film' } }], ['Film']],
    [[null, 7, { segment: 'Music', genre: { name: ' ' }, subGenre: { name: 'a\0' } }, { genre: null }], []],
    [{ segment: { name: 'Music' } }, []],
    [undefined, []],
    [
      Array.from({ length: 500 }, (_, n) => ({ segment: { name: `Kind ${n}` } })),
      Array.from({ length: 10 }, (_, n) => `Kind ${n}`),
    ],
  ])('maps the classifications %j to the hints %j, which alone cause no write', (classifications, hints) => {
    expect(mapped({ classifications })).toEqual({ ...mapped({}), hints });
  });

  const silent = { info: undefined, pleaseNote: ' ' };
  it.each<[object, string]>([
    [{ description: 'A concert.' }, 'A concert.'],
    [{ description: '', info: ' In. ' }, ' In. '],
    [{ description: null, info: 7 }, 'No re-entry.'],
    [{ description: '\u200b', info: '\u2066\u2069' }, 'No re-entry.'],
    [silent, 'Scarlet Lanterns at Olentangy Hall on Saturday, November 7, 2026.'],
    [{ ...silent, _embedded: undefined }, 'Scarlet Lanterns on Saturday, November 7, 2026.'],
    [
      { ...silent, dates: { start: { dateTime: '2026-11-08T00:30:00Z' } } },
      'Scarlet Lanterns at Olentangy Hall on Saturday, November 7, 2026.',
    ],
  ])('maps %j to the description %j', (changes, description) => {
    expect(mapped(changes)?.description).toBe(description);
  });

  it.each([
    undefined,
    null,
    [],
    {},
    { venues: null },
    { venues: {} },
    { venues: [] },
    { venues: [null, 'x', []] },
  ])('finds no venue in %j', (_embedded) => {
    expect(mapped({ _embedded })?.location).toEqual({ name: 'Location to be announced' });
    expect(mapped({ _embedded, place: VENUE })?.location).toEqual(whole);
  });

  it.each([undefined, null, 7, 'Hall', [VENUE], {}])('finds no place in %j', (place) => {
    expect(mapped({ _embedded: undefined, place })?.location).toEqual({ name: 'Location to be announced' });
  });

  it('prefers the venue to the place', () => {
    expect(mapped({ place: { ...VENUE, name: 'Elsewhere' } })?.location).toEqual(whole);
  });

  it('names the place in a sentence of its own, and uses its zone', () => {
    const item = {
      ...silent,
      _embedded: undefined,
      place: { name: 'The Oval', timezone: 'America/Chicago' },
    };
    const dates = { start: { localDate: '2026-11-07', localTime: '12:00:00' } };
    expect(mapped({ ...item, dates })).toMatchObject({
      description: 'Scarlet Lanterns at The Oval on Saturday, November 7, 2026.',
      startAt: '2026-11-07T18:00:00.000Z',
    });
  });

  it.each([bad, odd])('rejects an item with a place that has %j', (name) => {
    const { rejected, reasons } = parseOne({ _embedded: undefined, place: { name } });
    expect({ rejected, reasons }).toEqual({
      rejected: 1,
      reasons: ['page 0, item 0 (vvG1zZbQx7Lm2d) has a NUL character or a lone surrogate in venue'],
    });
  });

  it('uses the first of several venues', () => {
    expect(mapped({ _embedded: { venues: [null, VENUE, { name: 'Elsewhere' }] } })?.location.name).toBe(
      'Olentangy Hall',
    );
  });

  it.each<[object, object]>([
    ...[undefined, null, '', ' ', '-', 7, '\u2800', '\u3164'].map((name): [object, object] => [
      { name },
      { ...whole, name: '1 Example Ave' },
    ]),
    ...[undefined, null, {}, { line1: '' }, { line1: '\u3164' }, { line1: 7 }, '1 Example Ave'].map(
      (address): [object, object] => [
        { name: undefined, address },
        { name: 'Columbus', address: 'Columbus, OH', ...place },
      ],
    ),
    [
      { name: undefined, city: null },
      { name: '1 Example Ave', address: '1 Example Ave, OH', ...place },
    ],
    [
      { name: undefined, address: null, city: null },
      { name: 'Location to be announced', address: 'OH', ...place },
    ],
    [
      { name: undefined, address: { line1: 'x'.repeat(600) } },
      { ...place, name: 'x'.repeat(500), address: 'x'.repeat(500) },
    ],
    [{ address: null }, { ...whole, address: 'Columbus, OH' }],
    [
      { address: { line1: ' ' }, city: 'Columbus', state: { name: 'Ohio' } },
      { ...whole, address: 'Ohio' },
    ],
    [
      { address: {}, city: {}, state: {} },
      { name: 'Olentangy Hall', ...place },
    ],
    ...[undefined, null, {}, { latitude: '39.99' }, { longitude: '-83.0' }].map(
      (location): [object, object] => [{ location }, { name: 'Olentangy Hall', address }],
    ),
    ...['', ' ', 'north', '1e1', '0x10', '90.1', '-91', null, true, [1]].map((latitude): [object, object] => [
      { location: { longitude: '-83.0', latitude } },
      { name: 'Olentangy Hall', address },
    ]),
    [{ location: { longitude: '-180', latitude: 90 } }, { ...whole, latitude: 90, longitude: -180 }],
    [{ location: { longitude: '180.5', latitude: '1' } }, { name: 'Olentangy Hall', address }],
  ])('maps a venue with %j to the location %j', (changes, location) => {
    expect(withVenue(changes)).toEqual(location);
    expect(mapped({ _embedded: undefined, place: { ...VENUE, ...changes } })?.location).toEqual(location);
  });

  it('uses the zone of the venue if there is no other', () => {
    const dates = { start: { localDate: '2026-11-07', localTime: '12:00:00' } };
    expect(mapped({ dates, ...venue({ timezone: 'America/Chicago' }) })?.startAt).toBe(
      '2026-11-07T18:00:00.000Z',
    );
  });

  it('assumes that items last some hours if so configured', () => {
    const { events } = read([textOf(pageOf([ITEM]))], 3);
    expect(events[0]?.endAt).toBe('2026-11-08T03:30:00.000Z');
    expect(events[0]?.itemHash).not.toBe(mapped({})?.itemHash);
  });

  it.each([
    'javascript:alert(1)',
    'ftp://a.example.com',
    '/event/1',
    '',
    null,
    7,
    'https://user@a.example.com/',
  ])('drops the address %j', (url) => {
    expect(mapped({ url })).toMatchObject({ title: ITEM.name, ticketUrl: null });
  });

  it('hashes exactly the mapped fields', () => {
    const hash = (changes: object) => mapped(changes)?.itemHash;
    const same = [
      {},
      { locale: 'de' },
      { classifications: [] },
      { pleaseNote: 'Other.' },
      withStatus('offsale'),
    ];
    for (const changes of same) expect(hash(changes)).toBe(hash({}));
    const { start } = ITEM.dates;
    const other = [
      ...[{ name: 'a' }, { info: 'a' }, { url: null }, { _embedded: null }, venue({ name: 'a' })],
      venue({ location: null }),
      { dates: { ...ITEM.dates, start: { ...start, dateTime: '2026-11-08T00:30:01Z' } } },
      { dates: { ...ITEM.dates, end: { localDate: '2026-11-08' } } },
    ];
    expect(new Set([...other, {}].map(hash)).size).toBe(other.length + 1);
  });

  it('accepts the sandbox feed except its tests and items without a date', () => {
    const items = ticketItems({ now: new Date('2026-11-20T12:00:00Z') });
    const { events, rejected, ignored, reasons } = parse(items);
    const isOff = ({ dates, test }: (typeof items)[number]) =>
      /cancelled|postponed/.test(dates.status.code) && !test;
    expect(ignored).toBe(items.filter(isOff).length);
    expect(rejected).toBeLessThan(20);
    expect(reasons.filter((reason) => !/(is a test|has no usable start)$/.test(reason))).toEqual([]);
    expect(events.length + ignored + rejected).toBe(items.length);
  });

  describe('for any response', () => {
    const messy = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a\0', '9999-12-31', '1970-01-01', '23:59:59', 'Asia/Tokyo', 'America/Anchorage', true),
    );
    /** The value with members at any depth replaced or left out. */
    const like = (value: unknown): fc.Arbitrary<unknown> => {
      const whole = Array.isArray(value)
        ? fc.array(fc.oneof(...value.map(like)), { maxLength: 3 })
        : typeof value === 'object' && value !== null
          ? fc.record(
              Object.fromEntries(Object.entries(value).map(([name, member]) => [name, like(member)])),
              { requiredKeys: [] },
            )
          : fc.constant(value);
      return fc.oneof({ weight: 8, arbitrary: whole }, messy);
    };
    const item = like({
      ...ITEM,
      dates: { ...ITEM.dates, end: { ...ITEM.dates.start } },
    }) as fc.Arbitrary<Item>;

    it('returns items, or fails with a reason', () => {
      const page = like(pageOf([ITEM])).map((value) => JSON.stringify(value));
      fc.assert(
        fc.property(fc.oneof(fc.json(), page), (text) => {
          try {
            read([textOf(text)]);
          } catch (error) {
            expect(error).toBeInstanceOf(FeedError);
          }
        }),
        { numRuns: 500 },
      );
    });

    it('counts every item once, and returns only what can be stored', () => {
      fc.assert(
        fc.property(
          fc.array(fc.array(item, { maxLength: 5 }), { maxLength: 4 }),
          fc.option(fc.integer({ min: 1, max: 720 })),
          (pages, hours) => {
            const response = pages.map((items) => textOf(pageOf(items)));
            const assumed = hours ?? undefined;
            const { received, ignored, rejected, events, reasons } = read(response, assumed);
            expect(received).toBe(pages.flat().length);
            expect(ignored + rejected + events.length).toBe(received);
            expect(reasons).toHaveLength(Math.min(rejected, 20));
            const ids = events.map(({ externalId }) => externalId);
            expect(new Set(ids).size).toBe(ids.length);
            expect(read(response, assumed, ids).present).toEqual(ids);
            expect(JSON.stringify([events, reasons])).not.toMatch(/\\u0000|\\ud[89a-f]/i);
            for (const { startAt, endAt } of events) {
              expect(startAt).toMatch(/^\d{4}-/);
              expect(endAt === null || (/^\d{4}-/.test(endAt) && endAt >= startAt)).toBe(true);
            }
          },
        ),
        { numRuns: 500 },
      );
    });
  });
});
