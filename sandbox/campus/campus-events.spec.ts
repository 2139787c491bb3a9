import { type CampusFeedEvent, campusEvents, itemHash } from './campus-events.js';

const DAY = 86_400_000;
const now = new Date('2026-11-20T18:00:00.000Z');
const events = campusEvents({ now });

describe('the campus events', () => {
  it('are the same for the same day and seed, and others for another', () => {
    expect(campusEvents({ now: new Date('2026-11-20T00:00:00.000Z') })).toEqual(events);
    expect(campusEvents({ now, seed: 2 })).not.toEqual(events);
    expect(campusEvents({ now: new Date('2026-11-21T00:00:00.000Z') })).not.toEqual(events);
  });

  it('are for the most part still there tomorrow', () => {
    const today = new Set(events.map((event) => event.itemHash));
    const kept = campusEvents({ now: new Date(+now + DAY) }).filter((event) => today.has(event.itemHash));
    expect(kept.length).toBeGreaterThan(260);
  });

  it.each([0, 1, 10, 300, 1_000])('are as many as asked for: %d', (count) => {
    expect(campusEvents({ now, count })).toHaveLength(count);
  });

  it.each(['2026-03-08', '2026-11-01', '2027-01-01', '2028-02-29'])('hold their shape on %s', (day) => {
    for (const event of campusEvents({ now: new Date(`${day}T12:00:00.000Z`) })) expectTrueShape(event);
  });

  it('have an id and a hash each of their own, also when there are very many', () => {
    const many = campusEvents({ now, count: 5_000 });
    expect(new Set(many.map((event) => event.id)).size).toBe(5_000);
    expect(new Set(many.map((event) => event.itemHash)).size).toBe(5_000);
  });

  it('lie around today, most of them in the next two weeks', () => {
    const offsets = events.map((event) => (Date.parse(event.startDate) - +now) / DAY);
    expect(Math.max(...offsets)).toBeLessThan(62);
    expect(offsets.filter((offset) => offset > 0 && offset < 14).length).toBeGreaterThan(100);
    for (const event of events) {
      expect(Date.parse(event.endDate ?? event.startDate)).toBeGreaterThan(+now - 5 * DAY);
    }
  });

  it('are varied, with series, all-day events and exhibitions of weeks', () => {
    const hours = (event: CampusFeedEvent) =>
      (Date.parse(event.endDate ?? event.startDate) - Date.parse(event.startDate)) / 3_600_000;
    expect(new Set(events.map((event) => event.title)).size).toBeGreaterThan(140);
    expect(new Set(events.map((event) => event.label)).size).toBeGreaterThan(12);
    expect(events.filter((event) => hours(event) > 24 * 14).length).toBeGreaterThan(5);
    expect(events.filter((event) => hours(event) >= 8 && hours(event) <= 14).length).toBeGreaterThan(5);
    const yoga = events.filter((event) => event.title.startsWith('Group Fitness Classes'));
    expect(yoga.length).toBeGreaterThan(2);
    expect(new Set(yoga.map((event) => event.link).filter(Boolean)).size).toBe(1);
  });

  it('leave out what real ones leave out, on a few', () => {
    for (const field of ['description', 'content', 'endDate', 'location', 'link', 'campus'] as const) {
      const missing = events.filter((event) => event[field] === null).length;
      expect([field, missing > 0 && missing < 40]).toEqual([field, true]);
    }
    const elsewhere = events.filter((event) => event.campus !== null && event.campus !== 'columbus');
    expect(elsewhere.length).toBeGreaterThan(2);
    expect(elsewhere.length).toBeLessThan(30);
  });
});

describe('the hash', () => {
  it.each([
    'title',
    'description',
    'content',
    'startDate',
    'endDate',
    'location',
    'link',
  ] as const)('changes with %s', (field) => {
    for (const event of events.slice(0, 20)) {
      expect(event.itemHash).toBe(itemHash(event));
      expect(itemHash({ ...event, [field]: `${event[field]}!` })).not.toBe(event.itemHash);
    }
  });

  it('does not change with what is not mapped', () => {
    const event = events[0]!;
    const other = { ...event, tags: ['Other'], label: 'Other', campus: 'lima', color: '#000000' };
    expect(itemHash(other)).toBe(event.itemHash);
  });
});

function expectTrueShape(event: CampusFeedEvent): void {
  const textOrNull = (value: unknown) => value === null || (typeof value === 'string' && value !== '');
  const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/;
  expect(Object.keys(event)).toEqual(
    'id itemHash title description content startDate endDate location tags link label campus color'.split(
      ' ',
    ),
  );
  expect(event.id).toMatch(
    /^https:\/\/studentlife\.example\.edu\/Events\.aspx\?y=\d{4}&mo=\d+&day=\d+&e=\d{5}&title=[a-z0-9-]+$/,
  );
  expect(event.itemHash).toMatch(/^[0-9a-f]{32}$/);
  expect(event.title).toMatch(/^\S.*\S$/);
  expect(event.startDate).toMatch(timestamp);
  if (event.endDate !== null) {
    expect(event.endDate).toMatch(timestamp);
    expect(event.endDate > event.startDate).toBe(true);
  }
  expect([event.description, event.location, event.campus, event.link].every(textOrNull)).toBe(true);
  expect(event.tags.length).toBeGreaterThan(0);
  expect(event.color).toMatch(/^#[0-9a-f]{6}$/);
  if (event.content !== null) {
    expect(event.content.split('\n\n').length).toBeLessThanOrEqual(3);
    expect(event.content.length).toBeGreaterThan(80);
    // No slot is left open, and nothing is missing from one.
    expect(`${event.title} ${event.content}`).not.toMatch(/[{}]|undefined|NaN/);
  }
}
