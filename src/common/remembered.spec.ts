import { jest } from '@jest/globals';
import { Remembered } from './remembered.js';

describe('Remembered', () => {
  let now = 0;
  let count = 0;
  beforeEach(() => {
    [now, count] = [1_000, 0];
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => jest.restoreAllMocks());

  /** A reading that takes so many milliseconds. */
  const reading = (took: number) => async () => {
    now += took;
    count += 1;
    return count;
  };

  it('reads once for those who ask at the same time, and again when it is too old', async () => {
    const remembered = new Remembered<number>(100);
    expect(await Promise.all([remembered.get(reading(5)), remembered.get(reading(5))])).toEqual([1, 1]);
    now += 90;
    expect(await remembered.get(reading(5))).toBe(1);
    now += 20;
    expect(await remembered.get(reading(5))).toBe(2);
  });

  it('remembers no failure', async () => {
    const remembered = new Remembered<number>(100);
    await expect(remembered.get(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await remembered.get(reading(5))).toBe(1);
  });

  it('remembers what is quick to read for a short time', async () => {
    const remembered = new Remembered<number>(10_000, 100);
    expect(await remembered.get(reading(2))).toBe(1);
    now += 190;
    expect(await remembered.get(reading(2))).toBe(1);
    now += 20;
    expect(await remembered.get(reading(2))).toBe(2);
  });

  it('answers what it has while it reads what is slow, and waits where that is too old', async () => {
    const remembered = new Remembered<number>(10_000, 100);
    expect(await remembered.get(reading(60))).toBe(1);
    now += 6_100;
    let arrive: (answer: number) => void = () => {};
    const slow = () =>
      new Promise<number>((resolve) => {
        arrive = resolve;
      });
    expect(await remembered.get(slow)).toBe(1);
    expect(await remembered.get(slow)).toBe(1);
    arrive(7);
    await new Promise(setImmediate);
    expect(await remembered.get(slow)).toBe(7);
    now += 20_000;
    const waiting = remembered.get(slow);
    arrive(8);
    expect(await waiting).toBe(8);
  });

  it('goes on with what it has where reading anew fails', async () => {
    const remembered = new Remembered<number>(10_000, 100);
    await remembered.get(reading(60));
    now += 6_100;
    expect(await remembered.get(() => Promise.reject(new Error('away')))).toBe(1);
    await new Promise(setImmediate);
    expect(await remembered.get(reading(60))).toBe(1);
    await new Promise(setImmediate);
    expect(await remembered.get(reading(60))).toBe(2);
  });
});
