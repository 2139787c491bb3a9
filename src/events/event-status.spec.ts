import fc from 'fast-check';
import {
  EVENT_MOVES,
  EVENT_STATUSES,
  type EventStatus,
  IS_UNENDED,
  type MoveContext,
  mayMove,
} from './event-status.js';

const status = fc.constantFrom(...EVENT_STATUSES);
const instant = fc.integer({ min: 0, max: 4_102_444_800_000 });
/** Ends are often now, or a millisecond beside it. */
const context: fc.Arbitrary<MoveContext> = instant.chain((now) =>
  fc.record({
    now: fc.constant(now),
    endAt: fc.oneof(instant, fc.constantFrom(null, now, now - 1, now + 1)),
  }),
);

/**
 * The creator's moves, stated a second time: the row's `From`, its `To`, and what its
 * `Condition` asks besides the caller; the first is what the creator says.
 */
const SPECIFIED: { from: string; to: string; before?: 'endAt' }[] = [
  { from: 'OPEN', to: 'IN_PROGRESS' },
  { from: 'OPEN', to: 'CANCELLED' },
  { from: 'IN_PROGRESS', to: 'COMPLETED' },
  { from: 'OPEN', to: 'COMPLETED', before: 'endAt' },
];

function specified(from: string, to: string, { endAt, now }: MoveContext): boolean {
  const row = SPECIFIED.find((candidate) => candidate.from === from && candidate.to === to);
  if (!row) return false;
  const ended = endAt !== null && endAt <= now;
  return !(row.before === 'endAt' && ended);
}

describe("an event's status", () => {
  it('moves as the specification says, and in no other way', () => {
    fc.assert(
      fc.property(status, status, context, (from, to, moment) => {
        expect(mayMove(from, to, moment)).toBe(from === to || specified(from, to, moment));
      }),
      { numRuns: 2000 },
    );
  });

  it('is one of the four of the specification', () => {
    expect([...EVENT_STATUSES]).toEqual(['OPEN', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED']);
    expect(Object.keys(EVENT_MOVES).sort()).toEqual([...EVENT_STATUSES].sort());
  });

  it.each(['COMPLETED', 'CANCELLED'] as const)('never leaves %s, by any number of moves', (terminal) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(status, context)), (moves) => {
        const end = moves.reduce<EventStatus>(
          (from, [to, moment]) => (mayMove(from, to, moment) ? to : from),
          terminal,
        );
        expect(end).toBe(terminal);
      }),
    );
  });

  it('with no end may be completed at any time, and exactly at its end no more', () => {
    fc.assert(
      fc.property(instant, (now) => {
        expect(mayMove('OPEN', 'COMPLETED', { endAt: null, now })).toBe(true);
        expect(mayMove('OPEN', 'COMPLETED', { endAt: now + 1, now })).toBe(true);
        expect(mayMove('OPEN', 'COMPLETED', { endAt: now, now })).toBe(false);
      }),
    );
  });

  it('may still be ended by the service unless it is COMPLETED or CANCELLED', () => {
    const unended = EVENT_STATUSES.filter((status) => Object.keys(EVENT_MOVES[status]).length > 0).map(
      (status) => `'${status}'`,
    );
    expect(IS_UNENDED).toBe(`status IN (${unended.join(', ')})`);
  });
});
