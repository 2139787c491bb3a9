import { Problem } from '../common/problem.js';

/** Milliseconds that work waits for its turn. It would wait as long for a connection. */
const PATIENCE = 2_000;

/**
 * Limits how much slow work runs at the same time, of each asker and of all. Of those who wait, who has the
 * least running comes first, and of these who has waited longest.
 */
export class Turns {
  private readonly running = new Map<string, number>();
  private total = 0;
  private readonly waiting = new Set<{ asker: string; begin(): void }>();

  constructor(private readonly most: { each: number; all: number }) {}

  /** Runs the work as soon as there is room. @throws Problem UNAVAILABLE where there is none within 2 s; or as the work does */
  async run<Result>(asker: string, work: () => Promise<Result>): Promise<Result> {
    if (this.hasRoom(asker)) this.count(asker, 1);
    else await this.wait(asker);
    try {
      return await work();
    } finally {
      this.count(asker, -1);
      this.beginNext();
    }
  }

  private hasRoom(asker: string): boolean {
    return this.total < this.most.all && this.runningOf(asker) < this.most.each;
  }

  private runningOf(asker: string): number {
    return this.running.get(asker) ?? 0;
  }

  private count(asker: string, change: 1 | -1): void {
    this.total += change;
    const running = this.runningOf(asker) + change;
    if (running > 0) this.running.set(asker, running);
    else this.running.delete(asker);
  }

  /** Resolves once it is counted as running. */
  private wait(asker: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = { asker, begin: resolve };
      this.waiting.add(turn);
      setTimeout(() => this.waiting.delete(turn) && reject(new Problem('UNAVAILABLE')), PATIENCE).unref();
    });
  }

  private beginNext(): void {
    const [next] = [...this.waiting]
      .filter(({ asker }) => this.hasRoom(asker))
      .sort((a, b) => this.runningOf(a.asker) - this.runningOf(b.asker));
    if (!next) return;
    this.waiting.delete(next);
    this.count(next.asker, 1);
    next.begin();
  }
}
