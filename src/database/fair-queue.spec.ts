import { setImmediate as nextTurn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { FairQueue } from './fair-queue.js';

describe('work that takes turns', () => {
  /** Begins work that runs until it is ended; `begun` says whose has begun, in this order. */
  function office(most: { each: number; all: number }) {
    const turns = new FairQueue(most);
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const ask = (user: string) =>
      turns.run(user, () => {
        begun.push(user);
        return new Promise<void>((end) => {
          ends.push(end);
        });
      });
    const end = async () => {
      ends.shift()?.();
      await nextTurn();
    };
    return { begun, ask, end };
  }

  it('runs only so much of one user at the same time, and does not keep others waiting', async () => {
    const { begun, ask, end } = office({ each: 2, all: 4 });
    const asked = ['a', 'a', 'a', 'a', 'b'].map(ask);
    expect(begun).toEqual(['a', 'a', 'b']);
    await end();
    expect(begun).toEqual(['a', 'a', 'b', 'a']);
    for (const _ of asked) await end();
    await Promise.all(asked);
  });

  it('runs only so much of all; who has least comes next, and then who has waited longest', async () => {
    const { begun, ask, end } = office({ each: 2, all: 2 });
    const asked = ['a', 'a', 'a', 'b', 'a', 'c'].map(ask);
    expect(begun).toEqual(['a', 'a']);
    for (const next of ['b', 'a', 'c', 'a']) {
      await end();
      expect(begun.at(-1)).toBe(next);
    }
    for (const _ of asked) await end();
    await Promise.all(asked);
  });

  it('lets two who always have something waiting keep nobody else waiting for more than one turn', async () => {
    const { begun, ask, end } = office({ each: 2, all: 4 });
    const asked = Array.from({ length: 20 }, (_, n) => ask(n % 2 ? 'a' : 'b'));
    for (let count = 0; count < 5; count += 1) {
      asked.push(ask('c'));
      await end();
      expect(begun.at(-1)).toBe('c');
      for (let turn = 0; turn < 4; turn += 1) {
        asked.push(ask('a'), ask('b'));
        await end();
        expect(begun.at(-1)).not.toBe('c');
      }
    }
    for (const _ of asked) await end();
    await Promise.all(asked);
  });

  it('goes on after work that fails', async () => {
    const turns = new FairQueue({ each: 1, all: 1 });
    const failure = turns.run('a', () => Promise.reject(new Error('broken')));
    const next = turns.run('a', () => Promise.resolve('done'));
    await expect(failure).rejects.toThrow('broken');
    await expect(next).resolves.toBe('done');
  });

  it('refuses what has waited two seconds, and never does it', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const { begun, ask, end } = office({ each: 1, all: 1 });
      void ask('a');
      const late = expect(ask('b')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      jest.advanceTimersByTime(2_000);
      await late;
      await end();
      expect(begun).toEqual(['a']);
      void ask('c');
      expect(begun).toEqual(['a', 'c']);
    } finally {
      jest.useRealTimers();
    }
  });
});
