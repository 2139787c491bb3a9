import fc from 'fast-check';
import { mayMove, type Transitions } from './transition.js';

const STATES = ['draft', 'sent', 'paid'] as const;
type State = (typeof STATES)[number];

const TABLE: Transitions<State, number> = {
  draft: { sent: (amount) => amount > 0, paid: () => false },
  sent: { paid: () => true },
  paid: {},
};

describe('a state table', () => {
  const state = fc.constantFrom(...STATES);

  it('has the moves that it states, under their conditions, and no other', () => {
    fc.assert(
      fc.property(state, state, fc.integer(), (from, to, amount) => {
        const stated =
          (from === 'draft' && to === 'sent' && amount > 0) || (from === 'sent' && to === 'paid');
        expect(mayMove(TABLE, from, to, amount)).toBe(from === to || stated);
      }),
    );
  });

  it('lets every state stay, without asking any condition', () => {
    const table = { a: { a: () => false } } as Transitions<'a', undefined>;
    expect(mayMove(table, 'a', 'a', undefined)).toBe(true);
  });
});
