/**
 * An answer that may be old. Asked at the same time, it is read once; a failure is not remembered.
 * @param maxAge milliseconds for which it is remembered
 */
export class Remembered<Answer> {
  private latest?: { at: number; answer: Promise<Answer> };

  constructor(private readonly maxAge: number) {}

  /** The answer of the last `read` that is young enough, or of this one. */
  get(read: () => Promise<Answer>): Promise<Answer> {
    const at = performance.now();
    if (!this.latest || at - this.latest.at > this.maxAge) {
      const latest = { at, answer: read() };
      this.latest = latest;
      latest.answer.catch(() => {
        if (this.latest === latest) this.latest = undefined;
      });
    }
    return this.latest.answer;
  }
}
