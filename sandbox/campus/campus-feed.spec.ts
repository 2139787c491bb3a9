import { type CampusFeedEvent, campusEvents, itemHash } from './campus-events.js';
import { campusFeed } from './campus-feed.js';

const startedAt = new Date('2026-11-20T18:00:30.000Z');
const feedAfter = (minutes: number) =>
  campusFeed({ now: new Date(+startedAt + minutes * 60_000), startedAt });
const byId = (events: CampusFeedEvent[]) => new Map(events.map((event) => [event.id, event]));

describe('the campus feed over time', () => {
  it('starts as the events of the day and stands still within a step', () => {
    expect(feedAfter(0)).toEqual(campusEvents({ now: startedAt }));
    expect(feedAfter(0.9)).toEqual(feedAfter(0));
    expect(feedAfter(7.9)).toEqual(feedAfter(7));
  });

  it('is the same for the same time', () => {
    expect(feedAfter(25)).toEqual(feedAfter(25));
  });

  it('changes titles, rooms and times as the minutes pass, each with a new hash', () => {
    const seen = { title: 0, location: 0, startDate: 0 };
    const wrong: CampusFeedEvent[] = [];
    for (let minute = 1; minute <= 20; minute++) {
      const before = byId(feedAfter(minute - 1));
      for (const event of feedAfter(minute)) {
        const old = before.get(event.id);
        if (!old) continue;
        const isSame = JSON.stringify(event) === JSON.stringify(old);
        if (event.itemHash !== itemHash(event) || (event.itemHash === old.itemHash) !== isSame)
          wrong.push(event);
        for (const field of ['title', 'location', 'startDate'] as const) {
          if (event[field] !== old[field]) seen[field]++;
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(3);
  });

  it('loses a few events, which come back', () => {
    const all = byId(feedAfter(0));
    const gone = new Set<string>();
    let cameBack = 0;
    for (let minute = 1; minute <= 20; minute++) {
      const present = byId(feedAfter(minute));
      for (const id of gone) if (present.has(id) && gone.delete(id)) cameBack++;
      for (const id of all.keys()) if (!present.has(id)) gone.add(id);
      expect(present.size).toBeGreaterThan(285);
    }
    expect(cameBack).toBeGreaterThan(3);
  });

  it('keeps what has begun as it was', () => {
    const begun = feedAfter(0).filter((event) => Date.parse(event.startDate) < +startedAt);
    const later = byId(feedAfter(30));
    expect(begun.length).toBeGreaterThan(5);
    for (const event of begun) expect(later.get(event.id)).toEqual(event);
  });

  it('never runs out of breath: weeks on, most of it stands as planned', () => {
    const weeks = 21 * 24 * 60;
    const planned = byId(campusEvents({ now: new Date(+startedAt + weeks * 60_000) }));
    const same = feedAfter(weeks).filter((event) => planned.get(event.id)?.itemHash === event.itemHash);
    expect(same.length).toBeGreaterThan(150);
  });
});
