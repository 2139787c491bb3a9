import { type TicketItem, ticketItems } from './ticketing-events.js';

const DAY = 86_400_000;
const now = new Date('2026-11-20T18:00:00.000Z');
const items = ticketItems({ now });
const some = (condition: (item: TicketItem) => unknown) => items.filter(condition).length;
const startOf = ({ dates }: TicketItem) =>
  Date.parse(`${dates.start.dateTime ?? dates.start.localDate ?? now.toISOString()}`);

describe('the ticketed events', () => {
  it('are the same for the same day and seed, and others for another', () => {
    expect(ticketItems({ now: new Date('2026-11-20T00:00:00.000Z') })).toEqual(items);
    expect(ticketItems({ now, seed: 2 })).not.toEqual(items);
  });

  it('are for the most part still there tomorrow', () => {
    const ids = new Set(items.map(({ id }) => id));
    expect(ticketItems({ now: new Date(+now + DAY) }).filter(({ id }) => ids.has(id)).length).toBeGreaterThan(
      300,
    );
  });

  it.each([0, 1, 320, 2_500])('are as many as asked for: %d, each with an id of its own', (count) => {
    expect(new Set(ticketItems({ now, count }).map(({ id }) => id)).size).toBe(count);
  });

  it('lie around today', () => {
    const starts = items.map(startOf);
    expect(Math.min(...starts)).toBeGreaterThan(+now - 4 * DAY);
    expect(Math.max(...starts)).toBeLessThan(+now + 125 * DAY);
    expect(starts.filter((start) => start > +now).length).toBeGreaterThan(280);
  });

  it.each<[string, (item: TicketItem) => unknown, number]>([
    ['a test', ({ test }) => test, 20],
    ['no venue', ({ _embedded }) => !_embedded, 30],
    ['several venues', ({ _embedded }) => (_embedded?.venues.length ?? 0) > 1, 40],
    [
      'a venue without coordinates',
      ({ _embedded }) => _embedded && !('location' in _embedded.venues[0]!),
      60,
    ],
    ['no address', ({ url }) => !url, 30],
    ['no text at all', ({ description, info, pleaseNote }) => !description && !info && !pleaseNote, 130],
    ['no pictures', ({ images }) => !images, 25],
    ['only pictures that stand in', ({ images }) => images?.every(({ fallback }) => fallback), 60],
    ['no zone of its own', ({ dates }) => !dates.timezone, 160],
    ['a time to be announced', ({ dates }) => dates.start.timeTBA, 40],
    ['no specific time', ({ dates }) => dates.start.noSpecificTime, 40],
    ['no date', ({ dates }) => dates.start.dateTBA && !dates.start.localDate, 20],
    ['an end', ({ dates }) => dates.end?.dateTime, 40],
    ['a day on which it ends', ({ dates }) => dates.end?.localDate, 40],
    ...['cancelled', 'postponed', 'rescheduled', 'offsale'].map(
      (code): [string, (item: TicketItem) => unknown, number] => [
        `the status ${code}`,
        ({ dates }) => dates.status.code === code,
        60,
      ],
    ),
  ])('have, on a few, %s', (_, condition, most) => {
    expect(some(condition)).toBeGreaterThan(0);
    expect(some(condition)).toBeLessThan(most);
  });

  it('are on sale for the most part, and varied', () => {
    expect(some(({ dates }) => dates.status.code === 'onsale')).toBeGreaterThan(220);
    expect(new Set(items.map(({ name }) => name)).size).toBeGreaterThan(80);
  });

  it.each(['2026-03-08', '2026-11-01', '2028-02-29'])('hold their shape on %s', (day) => {
    for (const item of ticketItems({ now: new Date(`${day}T12:00:00.000Z`) })) {
      const { start } = item.dates;
      expect(item.id).toMatch(/^vvG1[A-Za-z0-9]{10}$/);
      expect(item.name).toMatch(/^\S.*\S$/);
      expect(JSON.stringify(item)).not.toMatch(/undefined/);
      expect(`${item.name} ${item.description} ${item.info}`).not.toMatch(/[{|}]/);
      if (start.dateTime) {
        expect(start.dateTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/);
        const local = new Date(`${start.dateTime}`).toLocaleString('sv-SE', { timeZone: 'America/New_York' });
        expect(local).toBe(`${start.localDate} ${start.localTime}`);
      }
    }
  });
});
