import { setImmediate as tick } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { FairQueue } from './fair-queue.js';

describe('the fair queue', () => {
  /** Starts work that runs until it is ended. `begun` lists the users of the started work, in order. */
  function office(most: ConstructorParameters<typeof FairQueue>[1]) {
    const queue = new FairQueue('writers', most);
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const enqueue = (user: string) =>
      queue.run(user, () => {
        begun.push(user);
        return new Promise<void>((end) => {
          ends.push(end);
        });
      });
    const end = async () => {
      ends.shift()?.();
      await tick();
    };
    return { begun, enqueue, end };
  }

  it('limits the concurrent work of one user, and lets others pass', async () => {
    const { begun, enqueue, end } = office({ each: 2, all: 4 });
    const queued = ['a', 'a', 'a', 'a', 'b'].map(enqueue);
    expect(begun).toEqual(['a', 'a', 'b']);
    await end();
    expect(begun).toEqual(['a', 'a', 'b', 'a']);
    for (const _ of queued) await end();
    await Promise.all(queued);
  });

  it('limits all work; the user with the least work is next, then the one who has waited longest', async () => {
    const { begun, enqueue, end } = office({ each: 2, all: 2 });
    const queued = ['a', 'a', 'a', 'b', 'a', 'c'].map(enqueue);
    expect(begun).toEqual(['a', 'a']);
    for (const next of ['b', 'a', 'c', 'a']) {
      await end();
      expect(begun.at(-1)).toBe(next);
    }
    for (const _ of queued) await end();
    await Promise.all(queued);
  });

  it('with two users who are always busy delays another user by one turn at most', async () => {
    const { begun, enqueue, end } = office({ each: 2, all: 4 });
    const queued = Array.from({ length: 20 }, (_, n) => enqueue(n % 2 ? 'a' : 'b'));
    for (let count = 0; count < 5; count += 1) {
      queued.push(enqueue('c'));
      await end();
      expect(begun.at(-1)).toBe('c');
      for (let turn = 0; turn < 4; turn += 1) {
        queued.push(enqueue('a'), enqueue('b'));
        await end();
        expect(begun.at(-1)).not.toBe('c');
      }
    }
    for (const _ of queued) await end();
    await Promise.all(queued);
  });

  it('refuses work at once if too much of the user, or of all users, waits already', async () => {
    const { begun, enqueue, end } = office({ each: 1, all: 1, waiting: { each: 2, all: 3 } });
    const queued = ['a', 'a', 'a'].map(enqueue);
    await expect(enqueue('a')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    queued.push(enqueue('b'));
    await expect(enqueue('c')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    for (const _ of queued) await end();
    await Promise.all(queued);
    expect(begun).toEqual(['a', 'a', 'a', 'b']);
  });

  it('continues after failed work', async () => {
    const queue = new FairQueue('writers', { each: 1, all: 1 });
    const failure = queue.run('a', () => Promise.reject(new Error('broken')));
    const next = queue.run('a', () => Promise.resolve('done'));
    await expect(failure).rejects.toThrow('broken');
    await expect(next).resolves.toBe('done');
  });

  it('refuses work that has waited two seconds, and never runs it', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const { begun, enqueue, end } = office({ each: 1, all: 1 });
      void enqueue('a');
      const late = expect(enqueue('b')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      jest.advanceTimersByTime(2_000);
      await late;
      await end();
      expect(begun).toEqual(['a']);
      void enqueue('c');
      expect(begun).toEqual(['a', 'c']);
    } finally {
      jest.useRealTimers();
    }
  });
});
