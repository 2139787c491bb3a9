import { validate, version } from 'uuid';
import { seedRows, type TableRows } from './seed.js';

const NOW = new Date('2026-11-22T15:00:00Z');
const WEEK_LATER = new Date('2026-11-29T15:00:00Z');
const WEEK_MS = 7 * 24 * 3_600_000;

const table = (tables: TableRows[], name: string) => tables.find((rows) => rows.table === name)?.rows ?? [];

describe('the data of the demo', () => {
  it('has an id of its own for each thing, shaped as a UUIDv7', () => {
    const ids = seedRows(NOW).flatMap(({ rows }) => rows.map(({ id }) => id as string).filter(validate));
    expect(ids.length).toBeGreaterThan(30);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids.map(version))).toEqual(new Set([7]));
  });

  it('is to come, but for what people have done by now', () => {
    for (const { start_at, end_at, created_at } of table(seedRows(NOW), 'events')) {
      expect(Date.parse(start_at as string)).toBeGreaterThan(NOW.getTime());
      if (end_at) expect(Date.parse(end_at as string)).toBeGreaterThan(Date.parse(start_at as string));
      expect(Date.parse(created_at as string)).toBeLessThan(NOW.getTime());
    }
  });

  it('moves with the day, and keeps everything else', () => {
    const [now, later] = [NOW, WEEK_LATER].map((day) => table(seedRows(day), 'events'));
    const moved = now!.map(({ start_at }) => Date.parse(start_at as string) + WEEK_MS);
    expect(later!.map(({ start_at }) => Date.parse(start_at as string))).toEqual(moved);
    const still = (rows: TableRows['rows']) => rows.map(({ id, title, status }) => ({ id, title, status }));
    expect(still(later!)).toEqual(still(now!));
  });

  it('names in each notification a gig and an application that are there', () => {
    const tables = seedRows(NOW);
    for (const { reference_id, data } of table(tables, 'notifications')) {
      const { gigId, gigTitle } = data as { gigId: string; gigTitle: string };
      expect(table(tables, 'events')).toContainEqual(expect.objectContaining({ id: gigId, title: gigTitle }));
      expect(table(tables, 'applications')).toContainEqual(
        expect.objectContaining({ id: reference_id, gig_id: gigId }),
      );
    }
  });
});
