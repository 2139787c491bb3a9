import fc from 'fast-check';
import { type ApplicationState, DECISIONS, REFUSALS, stateOf } from './application-status.js';

const STATES: ApplicationState[] = ['PENDING', 'WITHDRAWN', 'ACCEPTED', 'REJECTED'];
const moves = fc.array(fc.constantFrom(...STATES), { maxLength: 12 });

/** The state after a move to `next`. A refused move leaves the state as it is. */
function moved(state: ApplicationState, next: ApplicationState): ApplicationState {
  return REFUSALS[next][state] ? state : next;
}

describe('the moves of an application', () => {
  it('never leave a decision, and none decides on a withdrawn application', () => {
    fc.assert(
      fc.property(moves, (made) => {
        let state: ApplicationState = 'PENDING';
        for (const move of made) {
          const next = moved(state, move);
          if (DECISIONS.some((decision) => decision === state)) expect(next).toBe(state);
          if (state === 'WITHDRAWN') expect(['WITHDRAWN', 'PENDING']).toContain(next);
          state = next;
        }
      }),
    );
  });

  it('take a withdrawal back before a decision, and then allow one', () => {
    fc.assert(
      fc.property(moves, fc.constantFrom(...DECISIONS), (made, decision) => {
        const undecided = made.filter((move) => move === 'WITHDRAWN' || move === 'PENDING');
        const state = [...undecided, 'PENDING' as const].reduce(moved, 'PENDING');
        expect(state).toBe('PENDING');
        expect(moved(state, decision)).toBe(decision);
      }),
    );
  });

  it('are idempotent, except for decisions', () => {
    for (const state of STATES)
      for (const move of ['WITHDRAWN', 'PENDING'] as const) {
        const once = moved(state, move);
        expect(moved(once, move)).toBe(once);
      }
    expect(REFUSALS.ACCEPTED.ACCEPTED).toBe('APPLICATION_DECIDED');
    expect(REFUSALS.REJECTED.WITHDRAWN).toBe('APPLICATION_WITHDRAWN');
  });

  it('depend on status and withdrawal', () => {
    expect(stateOf({ status: 'PENDING', withdrawnAt: null })).toBe('PENDING');
    expect(stateOf({ status: 'PENDING', withdrawnAt: '2026-11-22T00:00:00.000Z' })).toBe('WITHDRAWN');
    expect(stateOf({ status: 'REJECTED', withdrawnAt: null })).toBe('REJECTED');
  });
});
