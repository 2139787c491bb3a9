import { RateLimit } from './rate-limit.js';

const MINUTE = 60_000;

describe('a rate limit', () => {
  /** How many requests in a row an asker gets through. */
  const admitted = (limit: RateLimit, asker: string, now: number, most = 100) => {
    for (let count = 0; count < most; count += 1) if (limit.isExceeded(limit.spend(asker, now))) return count;
    return most;
  };

  it('starts again a minute after the first request', () => {
    const limit = new RateLimit(3);
    expect(admitted(limit, 'a', MINUTE)).toBe(3);
    expect(admitted(limit, 'a', 2 * MINUTE - 1)).toBe(0);
    expect(admitted(limit, 'b', 2 * MINUTE - 1)).toBe(3);
    expect(admitted(limit, 'a', 2 * MINUTE)).toBe(3);
    expect(admitted(limit, 'a', 2 * MINUTE + 1)).toBe(0);
    expect(admitted(limit, 'b', 2 * MINUTE + 1)).toBe(0);
  });

  it('counts what an answer costs in addition', () => {
    const limit = new RateLimit(3);
    limit.charge(limit.spend('a', MINUTE), 2);
    expect(admitted(limit, 'a', MINUTE)).toBe(0);
  });

  it('remembers who asks, and who is past it, in a flood of others', () => {
    const limit = new RateLimit(3, 1_000);
    let now = MINUTE;
    expect(admitted(limit, 'past it', now)).toBe(3);
    limit.spend('still asking', now);
    for (let n = 0; n < 20_000; n += 1) {
      now += 1;
      limit.spend(`stranger ${n}`, now);
      if (n === 400) limit.spend('still asking', now);
      if (n === 800) expect(admitted(limit, 'still asking', now)).toBe(1);
    }
    expect(admitted(limit, 'past it', now)).toBe(0);
  });

  it('remembers no more than it may', () => {
    const limit = new RateLimit(3, 1_000);
    const size = () => {
      const { young, old } = limit as unknown as Record<'young' | 'old', Map<string, unknown>>;
      return young.size + old.size;
    };
    for (let n = 0; n < 5_000; n += 1) admitted(limit, `asker ${n}`, MINUTE + n);
    expect(size()).toBeLessThanOrEqual(1_000);
    limit.spend('later', 10 * MINUTE);
    limit.spend('later still', 12 * MINUTE);
    expect(size()).toBeLessThan(5);
  });
});
