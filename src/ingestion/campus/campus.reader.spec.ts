import fc from 'fast-check';
import { campusEvents } from '../../../sandbox/campus/campus-events.js';
import { controlledText } from '../../../test/support/control-characters.js';
import { contentOf, runSteps } from '../../../test/support/feed-content.js';
import { FeedError } from '../reading/entries.js';
import { readCampus } from './campus.reader.js';

const ENTRY = {
  id: 'https://studentlife.example.edu/Events.aspx?e=1',
  itemHash: '35756176be0527e9dd7a070e26e2ff77',
  title: 'Group Fitness Classes',
  description: 'RPAC (check schedule)',
  content: '**Try a group fitness class**',
  startDate: '2026-03-03T11:45:00.000Z',
  endDate: '2026-03-04T01:15:00.000Z',
  location: 'North Rec',
  tags: ['Sports'],
  link: 'https://studentlife.example.edu/Events.aspx?e=1',
  label: 'Student Life',
  campus: 'columbus',
  color: '#bb0000',
};

const read = (response: string, ids = [ENTRY.id]) =>
  contentOf(runSteps(readCampus(JSON.parse(response))), ids);
const parse = (entries: unknown, ids?: string[]) =>
  read(JSON.stringify({ status: 'success', data: { events: entries } }), ids);
/** The result of a feed with one entry, changed by `changes`. */
const parseOne = (changes: object) => parse([{ ...ENTRY, ...changes }]);
const mapped = (changes: object) => parseOne(changes).events[0];

describe('the reader of the campus feed', () => {
  it('maps an entry exactly as documented', () => {
    expect(parse([ENTRY])).toEqual({
      received: 1,
      ignored: 0,
      rejected: 0,
      reasons: [],
      present: [ENTRY.id],
      events: [
        {
          externalId: ENTRY.id,
          source: 'CAMPUS_API',
          itemHash: ENTRY.itemHash,
          title: 'Group Fitness Classes',
          description: '**Try a group fitness class**',
          location: { name: 'North Rec' },
          startAt: '2026-03-03T11:45:00.000Z',
          endAt: '2026-03-04T01:15:00.000Z',
          externalUrl: ENTRY.link,
          ticketUrl: null,
        },
      ],
      labels: { 'Student Life': 1 },
    });
  });

  it.each([
    'null',
    '[]',
    '7',
    '{}',
    '{"data": null}',
    '{"data": {"events": {}}}',
    '{"data": {"events": null}}',
  ])('fails on %s', (response) => {
    expect(() => read(response)).toThrow(
      new FeedError('The feed returned JSON whose data.events is not an array.'),
    );
  });

  it.each(['error', 'fail', 'failed', 'FAILED'])('fails with the status %s', (status) => {
    expect(() => read(JSON.stringify({ status, data: { events: [ENTRY] } }))).toThrow(
      new FeedError(`The feed returned the status "${status}".`),
    );
  });

  it.each([undefined, null, '', 'ok', 'failover', 7])('accepts the status %j', (status) => {
    expect(read(JSON.stringify({ status, data: { events: [ENTRY] } })).events).toHaveLength(1);
  });

  it.each([null, 7, 'text', true, [ENTRY]])('rejects %j as an entry', (entry) => {
    const { received, rejected, reasons, events } = parse([entry, ENTRY]);
    expect({ received, rejected, reasons }).toEqual({
      received: 2,
      rejected: 1,
      reasons: ['/data/events/0 is not an object'],
    });
    expect(events).toHaveLength(1);
  });

  const bad = '\0';
  it.each<[object, string]>([
    [{ id: undefined, title: undefined }, 'has no usable id'],
    [{ id: null }, 'has no usable id'],
    [{ id: 7 }, 'has no usable id'],
    [{ id: ' ' }, 'has no usable id'],
    [{ id: 'x'.repeat(2001) }, 'has no usable id'],
    [{ title: undefined, startDate: undefined }, 'has no usable title'],
    [{ title: '' }, 'has no usable title'],
    [{ title: ['a'] }, 'has no usable title'],
    [{ title: '\u200b\u2067 \u0007' }, 'has no usable title'],
    [{ startDate: undefined, content: bad }, 'has no usable startDate'],
    [{ startDate: '2026-02-30T10:00:00Z' }, 'has no usable startDate'],
    [{ startDate: 'soon' }, 'has no usable startDate'],
    [{ startDate: 1772538300000 }, 'has no usable startDate'],
    ...['id', 'itemHash', 'title', 'content', 'description', 'location', 'endDate', 'link'].map(
      (field): [object, string] => [
        { [field]: `a${bad}`, campus: 'newark' },
        `has a NUL character or a lone surrogate in ${field}`,
      ],
    ),
    [{ title: 'a\uD83D' }, 'has a NUL character or a lone surrogate in title'],
    [{ location: '\uDE00' }, 'has a NUL character or a lone surrogate in location'],
  ])('rejects an entry with %j', (changes, reason) => {
    const { rejected, reasons, events, ignored } = parseOne(changes);
    expect({ rejected, ignored, events }).toEqual({ rejected: 1, ignored: 0, events: [] });
    expect(reasons[0]).toMatch(new RegExp(`^/data/events/0( \\(.+\\))? ${reason}$`, 'su'));
    expect(reasons[0]).toMatch(/^\P{Cc}*$/u);
  });

  it('keeps the first 20 reasons', () => {
    const { rejected, reasons } = parse(Array.from({ length: 30 }, () => null));
    expect({ rejected, reasons: reasons.length }).toEqual({ rejected: 30, reasons: 20 });
  });

  it.each(['newark', 'Columbus', ' columbus', null, undefined, ['columbus']])(
    'ignores the campus %j, but counts the id as present',
    (campus) => {
      const { ignored, rejected, events, present } = parseOne({ campus });
      expect({ ignored, rejected, events, present }).toEqual({
        ignored: 1,
        rejected: 0,
        events: [],
        present: [ENTRY.id],
      });
    },
  );

  it('counts the id of a rejected entry as present', () => {
    expect(parseOne({ title: null }).present).toEqual([ENTRY.id]);
  });

  it('uses the last of two entries with one id', () => {
    const { events, ignored } = parse([ENTRY, { ...ENTRY, id: 'other' }, { ...ENTRY, title: 'Later' }]);
    expect(events.map(({ title }) => title)).toEqual(['Group Fitness Classes', 'Later']);
    expect(ignored).toBe(1);
  });

  it('uses none of two entries with one id if the last is of another campus', () => {
    const { events, ignored } = parse([ENTRY, { ...ENTRY, campus: 'newark' }]);
    expect({ events, ignored }).toEqual({ events: [], ignored: 2 });
  });

  it('keeps the good entries beside a rejected one', () => {
    const { events, rejected } = parse([ENTRY, { ...ENTRY, title: null }]);
    expect({ events: events.length, rejected }).toEqual({ events: 1, rejected: 1 });
  });

  it.each<[object, string]>([
    [{}, 'North Rec'],
    [{ location: null }, 'RPAC (check schedule)'],
    [{ location: '' }, 'RPAC (check schedule)'],
    [{ location: undefined, description: '  ' }, 'Location to be announced'],
    [{ location: 7, description: ['a'] }, 'Location to be announced'],
    [{ location: '\u3164\u0001' }, 'RPAC (check schedule)'],
    [{ location: 'North\u0001 \nRec\u0085' }, 'North  Rec'],
    [{ location: null, description: 'Main\r\nLibrary' }, 'Main Library'],
    [{ location: '\r\n\t' }, 'RPAC (check schedule)'],
    [{ location: 'x'.repeat(1001) }, 'x'.repeat(1000)],
  ])('maps %j to the location %j', (changes, name) => {
    expect(mapped(changes)?.location).toEqual({ name });
  });

  it('keeps the title, truncated at 1 000 code points', () => {
    expect(mapped({ title: ' **So** ' })?.title).toBe(' **So** ');
    expect(mapped({ title: '😀'.repeat(1001) })?.title).toBe('😀'.repeat(1000));
  });

  it('removes control characters, but keeps line breaks of the content and marks of scripts', () => {
    const changes = { title: 'So\u0007\n\u0085 \u2067שלום\u2069', content: '\u200fa\u0001\tb\r\nc\u001b' };
    expect(mapped(changes)).toMatchObject({ title: 'So  \u2067שלום\u2069', description: '\u200fa\tb\r\nc' });
  });

  it('has a blank for each tab and line break of a title or place, and no other control character', () => {
    fc.assert(
      fc.property(controlledText, ({ sent, expected }) => {
        expect(mapped({ title: sent, location: sent })).toMatchObject({
          ...{ title: expected, location: { name: expected }, description: ENTRY.content },
        });
        expect(mapped({ location: null, description: sent })?.location.name).toBe(expected);
      }),
    );
  });

  it('keeps the content, truncated at 100 000 code points; if missing, it is empty', () => {
    expect(mapped({ content: `é${'😀'.repeat(100_000)}` })?.description).toBe(`é${'😀'.repeat(99_999)}`);
    for (const content of [undefined, null, 7, {}]) expect(mapped({ content })?.description).toBe('');
  });

  it.each<[unknown, string | null]>([
    ['2026-03-04T01:15:00.000Z', '2026-03-04T01:15:00.000Z'],
    ['2026-03-03T21:15:00-04:00', '2026-03-04T01:15:00.000Z'],
    [ENTRY.startDate, ENTRY.startDate],
    ['2026-03-03T11:44:59.999Z', null],
    ['tonight', null],
    [undefined, null],
    [null, null],
    [7, null],
  ])('maps the endDate %j to the end %j', (endDate, endAt) => {
    expect(mapped({ endDate })?.endAt).toBe(endAt);
  });

  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'ftp://a.example.edu',
    '/e/1',
    '',
    null,
    7,
    'https://user:pw@a.example.edu/',
  ])('drops the link %j', (link) => {
    expect(mapped({ link })).toMatchObject({ title: ENTRY.title, externalUrl: null });
  });

  it.each([
    ['HTTPS://A.example.EDU', 'https://a.example.edu/'],
    ['https://a.example.edu/\u0001é', 'https://a.example.edu/%C3%A9'],
  ])('normalizes the link %j, and keeps its hash', (link, externalUrl) => {
    expect(mapped({ link })).toMatchObject({ externalUrl, itemHash: ENTRY.itemHash });
  });

  it('computes a hash of the mapped fields if there is none', () => {
    const hash = (changes: object) => mapped({ itemHash: undefined, ...changes })?.itemHash;
    expect(hash({})).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(hash({ label: 'Other', tags: [], color: null })).toBe(hash({}));
    for (const changes of [
      { title: 'a' },
      { content: 'a' },
      { location: 'a' },
      { endDate: null },
      { link: null },
    ])
      expect(hash(changes)).not.toBe(hash({}));
    for (const itemHash of [null, '', 7]) expect(mapped({ itemHash })?.itemHash).toBe(hash({}));
  });

  it('ignores unknown members', () => {
    const text = JSON.stringify(ENTRY).slice(1, -1);
    const deep = `"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const odd = `{"title":"Former",${text},"__proto__":{"campus":"newark","endDate":7},"huge":1e999,${deep}}`;
    expect(read(`{"data":{"events":[${odd}]}}`).events).toEqual([mapped({})]);
  });

  it('ignores names that only a prototype has', () => {
    const response = `{"__proto__":{"data":{"events":[]}}}`;
    expect(() => read(response)).toThrow('The feed returned JSON whose data.events is not an array.');
    const { reasons } = read(`{"data":{"events":[{"id":"1","__proto__":{"title":"A"}}]}}`);
    expect(reasons).toEqual(['/data/events/0 (1) has no usable title']);
  });

  it('accepts every entry of the sandbox feed', () => {
    const entries = campusEvents({ now: new Date('2026-11-20T12:00:00Z') });
    const { events, rejected, ignored } = parse(entries);
    expect(rejected).toBe(0);
    expect(events.length + ignored).toBe(entries.length);
    expect(new Set(events.map(({ itemHash }) => itemHash)).size).toBe(events.length);
  });

  describe('for any response', () => {
    const messy = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constant('a\0'));
    const usual = (field: keyof typeof ENTRY) =>
      fc.oneof({ weight: 4, arbitrary: fc.constant(ENTRY[field]) }, messy);
    const entry = fc.record(
      Object.fromEntries(
        (Object.keys(ENTRY) as (keyof typeof ENTRY)[]).map((field) => [field, usual(field)]),
      ) as Record<keyof typeof ENTRY, fc.Arbitrary<unknown>>,
      { requiredKeys: [] },
    );

    it('returns entries, or fails with a reason', () => {
      const document = fc.oneof(
        fc.json(),
        fc
          .record({ data: fc.oneof(messy, fc.record({ events: messy })) })
          .map((value) => JSON.stringify(value)),
      );
      fc.assert(
        fc.property(document, (text) => {
          try {
            read(text);
          } catch (error) {
            expect(error).toBeInstanceOf(FeedError);
          }
        }),
      );
    });

    it('keeps labels, whatever replaces them', () => {
      expect(parse([{ ...ENTRY, label: [{ toString: false }] }]).labels).toEqual({ none: 1 });
    });

    it('counts every entry once, and returns only what can be stored', () => {
      fc.assert(
        fc.property(fc.array(fc.oneof(entry, messy)), (entries) => {
          const { received, ignored, rejected, events, reasons } = parse(entries);
          expect(received).toBe(entries.length);
          expect(ignored + rejected + events.length).toBe(received);
          expect(reasons).toHaveLength(Math.min(rejected, 20));
          const ids = events.map(({ externalId }) => externalId);
          expect(new Set(ids).size).toBe(ids.length);
          expect(parse(entries, ids).present).toEqual(ids);
          const texts = JSON.stringify([events, reasons]);
          expect(texts).not.toMatch(/\\u0000|\\ud[89a-f]/i);
          for (const { startAt, endAt } of events) expect(endAt === null || endAt >= startAt).toBe(true);
        }),
      );
    });
  });
});
