import fc from 'fast-check';
import { Problem } from '../common/problem.js';
import {
  APPLICATION_MOVES,
  type ApplicationState,
  DECISIONS,
  type Move,
  stateAfter,
  stateOf,
} from './application-status.js';

const MOVES = Object.keys(APPLICATION_MOVES) as Move[];
const STATES: ApplicationState[] = ['PENDING', 'WITHDRAWN', 'ACCEPTED', 'REJECTED'];
const moves = fc.array(fc.constantFrom(...MOVES), { maxLength: 12 });

/** The state after a move. A refused move leaves the state as it is. */
function moved(state: ApplicationState, move: Move): ApplicationState {
  try {
    return stateAfter(move, state);
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    return state;
  }
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
        const undecided = made.filter((move) => move === 'withdraw' || move === 'takeBack');
        const state = [...undecided, 'takeBack' as const].reduce(moved, 'PENDING');
        expect(state).toBe('PENDING');
        expect(stateAfter(decision === 'ACCEPTED' ? 'accept' : 'reject', state)).toBe(decision);
      }),
    );
  });

  it('are idempotent, except for decisions', () => {
    for (const state of STATES)
      for (const move of ['withdraw', 'takeBack'] as const) {
        const once = moved(state, move);
        expect(moved(once, move)).toBe(once);
      }
    expect(() => stateAfter('accept', 'ACCEPTED')).toThrow(new Problem('APPLICATION_DECIDED'));
    expect(() => stateAfter('reject', 'WITHDRAWN')).toThrow(new Problem('APPLICATION_WITHDRAWN'));
  });

  it('have an outcome in every state', () => {
    for (const move of MOVES)
      expect(Object.keys(APPLICATION_MOVES[move].outcomes).sort()).toEqual([...STATES].sort());
  });

  it('depend on status and withdrawal', () => {
    expect(stateOf({ status: 'PENDING', withdrawnAt: null })).toBe('PENDING');
    expect(stateOf({ status: 'PENDING', withdrawnAt: '2026-11-22T00:00:00.000Z' })).toBe('WITHDRAWN');
    expect(stateOf({ status: 'REJECTED', withdrawnAt: null })).toBe('REJECTED');
  });
});
