import { PassThrough } from 'node:stream';
import { type JobContext, nearestTick, progressOn } from './schedule.js';

describe('the nearest tick', () => {
  it.each([
    ['12:00:00.000', '12:00'],
    ['12:00:00.001', '12:00'],
    ['11:59:59.999', '12:00'],
    ['12:07:29.999', '12:00'],
    ['12:07:30.001', '12:15'],
    ['23:55:00.000', '24:00'],
  ])('at %s is %s', (now, tick) => {
    const expected = new Date(Date.parse('2026-03-04T00:00:00Z') + Number(tick.slice(0, 2)) * 3_600_000);
    expected.setUTCMinutes(Number(tick.slice(3)));
    expect(nearestTick('*/15 * * * *', new Date(`2026-03-04T${now}Z`))).toEqual(expected);
  });

  it.each([
    ['2026-03-08T07:00:00Z', '2026-03-08T06:00:00Z'],
    ['2026-11-01T05:59:00Z', '2026-11-01T06:00:00Z'],
  ])('is in UTC, in any zone and in summer time', (now, tick) => {
    expect(nearestTick('0 */6 * * *', new Date(now))).toEqual(new Date(tick));
  });
});

/** The text on a terminal, or in a file, after the steps. */
function written(isTTY: boolean, steps: (progress: NonNullable<JobContext['progress']>) => void): string {
  const stream = Object.assign(new PassThrough(), { isTTY });
  steps(progressOn(stream));
  return String(stream.read() ?? '');
}

describe('progress on a terminal', () => {
  it('is a count in one line, of the total if it is known', () => {
    const text = written(true, (progress) => {
      progress('stored', 500, 2_000);
      progress('stored', 2_000, 2_000);
    });
    expect(text).toBe('\x1b[2Kstored: 500 of 2,000\r\x1b[2Kstored: 2,000 of 2,000\r');
  });

  it('replaces one step by the next', () => {
    const text = written(true, (progress) => {
      progress('tagged', 1_234);
      progress('completed', 7);
    });
    expect(text).toBe('\x1b[2Ktagged: 1,234\r\x1b[2Kcompleted: 7\r');
  });

  it('is not shown elsewhere', () => {
    expect(written(false, (progress) => progress('stored', 500, 2_000))).toBe('');
  });
});
