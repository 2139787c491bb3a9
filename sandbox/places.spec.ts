import { readPlaces } from '../src/events/map/place-file.js';
import { campusEvents } from './campus/campus-events.js';
import { seedRows } from './seed.js';

describe('the places of the demo', () => {
  const names = new Set(readPlaces('sandbox/places.json').flatMap(({ name, aliases }) => [name, ...aliases]));
  const now = new Date('2026-11-22T15:00:00Z');

  it('are all where the seed has events', () => {
    const events = seedRows(now).find(({ table }) => table === 'events')!.rows;
    const unknown = events
      .map(({ location }) => (location as { name: string }).name)
      .filter((name) => !names.has(name));
    expect(unknown).toEqual([]);
  });

  it('are all on the campus of the feed', () => {
    const events = campusEvents({ now, count: 600 }).filter(({ campus }) => campus === 'columbus');
    const unknown = events
      .flatMap(({ location, description }) => location ?? description ?? [])
      .filter((name) => !names.has(name));
    expect(unknown).toEqual([]);
  });
});
