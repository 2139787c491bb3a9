/** Milliseconds of reading that nobody minds to wait for. */
const QUICK = 50;

interface Known<Answer> {
  answer: Answer;
  /** When it was asked for, and how long that took. */
  at: number;
  took: number;
  /** Until when it is young enough. */
  until: number;
}

/**
 * An answer that may be old. Asked at the same time, it is read once; a failure is not remembered.
 * @param maxAge milliseconds for which it is remembered
 * @param timesAsLong for how many times as long as reading it took it is remembered, where that is shorter. So what is quick
 *   to read is fresh, and what is slow costs a share of the time: nobody waits for it, but it is read anew meanwhile.
 */
export class Remembered<Answer> {
  private known?: Known<Answer>;
  private reading?: Promise<Answer>;

  constructor(
    private readonly maxAge: number,
    private readonly timesAsLong = Number.POSITIVE_INFINITY,
  ) {}

  /** The answer of the last `read` that is young enough, or of this one. */
  get(read: () => Promise<Answer>): Promise<Answer> {
    const now = performance.now();
    const known = this.known;
    if (known && now <= known.until) return Promise.resolve(known.answer);
    this.reading ??= this.read(read, now);
    if (!known || known.took <= QUICK || now > known.at + this.maxAge) return this.reading;
    this.reading.catch(() => {}); // who asks next tries again
    return Promise.resolve(known.answer);
  }

  private async read(read: () => Promise<Answer>, at: number): Promise<Answer> {
    try {
      const answer = await read();
      const now = performance.now();
      const took = Math.max(now - at, 0.1);
      this.known = { answer, at, took, until: Math.min(at + this.maxAge, now + took * this.timesAsLong) };
      return answer;
    } finally {
      this.reading = undefined;
    }
  }
}
