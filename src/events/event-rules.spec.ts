import { jest } from '@jest/globals';
import fc from 'fast-check';
import { EVENT_STATUSES, type EventStatus } from './event.entity.js';
import { isUnended } from './event-conditions.js';
import { assertMayChange, EVENT_MOVES, mayMove } from './event-rules.js';
import type { StoredEvent } from './stored-event.js';

const status = fc.constantFrom(...EVENT_STATUSES);
const hasEnded = fc.boolean();

/**
 * The moves of the creator, copied from the specification independently: `From`, `To`, and the `Condition`
 * without its part on the caller.
 */
const SPECIFIED: { from: string; to: string; before?: 'endAt' }[] = [
  { from: 'OPEN', to: 'IN_PROGRESS' },
  { from: 'OPEN', to: 'CANCELLED' },
  { from: 'IN_PROGRESS', to: 'COMPLETED' },
  { from: 'OPEN', to: 'COMPLETED', before: 'endAt' },
];

function specified(from: string, to: string, hasEnded: boolean): boolean {
  const row = SPECIFIED.find((candidate) => candidate.from === from && candidate.to === to);
  return row !== undefined && !(row.before === 'endAt' && hasEnded);
}

describe("an event's status", () => {
  it('changes as the specification says, and in no other way', () => {
    fc.assert(
      fc.property(status, status, hasEnded, (from, to, ended) => {
        expect(mayMove(from, to, ended)).toBe(from === to || specified(from, to, ended));
      }),
      { numRuns: 2000 },
    );
  });

  it('is one of the four of the specification', () => {
    expect([...EVENT_STATUSES]).toEqual(['OPEN', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED']);
    expect(Object.keys(EVENT_MOVES).sort()).toEqual([...EVENT_STATUSES].sort());
  });

  it.each(['COMPLETED', 'CANCELLED'] as const)('never leaves %s', (terminal) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(status, hasEnded)), (moves) => {
        const end = moves.reduce<EventStatus>(
          (from, [to, ended]) => (mayMove(from, to, ended) ? to : from),
          terminal,
        );
        expect(end).toBe(terminal);
      }),
    );
  });

  it('may become COMPLETED at any time without an end, and only before its end otherwise', () => {
    const now = Date.parse('2026-11-20T18:00:00.000Z');
    jest.spyOn(Date, 'now').mockReturnValue(now);
    const completes = (endAt: string | null) => () => {
      const event = { type: 'EVENT', status: 'OPEN', startAt: '2026-11-20T17:00:00.000Z', endAt };
      const terms = { compensation: null, applyBy: null, positions: null };
      assertMayChange({ ...event, ...terms } as StoredEvent, { status: 'COMPLETED' });
    };
    expect(completes(null)).not.toThrow();
    expect(completes('2026-11-20T18:00:00.001Z')).not.toThrow();
    expect(completes('2026-11-20T18:00:00.000Z')).toThrow('OPEN to COMPLETED');
  });

  it('may still be changed by the service unless it is COMPLETED or CANCELLED', () => {
    const unended = EVENT_STATUSES.filter((status) => Object.keys(EVENT_MOVES[status]).length > 0).map(
      (status) => `'${status}'`,
    );
    expect(isUnended('e')).toBe(`e.status IN (${unended.join(', ')})`);
  });
});
