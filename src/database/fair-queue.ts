import { Problem } from '../common/problem.js';

/** Milliseconds that work waits for its turn. It would wait as long for a connection. */
const PATIENCE = 2_000;

/**
 * Limits how much slow work runs at the same time, of each user and of all. Of those who wait, who has the
 * least running comes first, and of these who has waited longest.
 */
export class FairQueue {
  private readonly running = new Map<string, number>();
  private total = 0;
  private readonly waiting = new Set<{ user: string; begin(): void }>();

  constructor(private readonly most: { each: number; all: number }) {}

  /** Runs the work as soon as there is room. @throws Problem UNAVAILABLE where there is none within 2 s; or as the work does */
  async run<Result>(user: string, work: () => Promise<Result>): Promise<Result> {
    if (this.hasRoom(user)) this.count(user, 1);
    else await this.wait(user);
    try {
      return await work();
    } finally {
      this.count(user, -1);
      this.beginNext();
    }
  }

  private hasRoom(user: string): boolean {
    return this.total < this.most.all && this.runningOf(user) < this.most.each;
  }

  private runningOf(user: string): number {
    return this.running.get(user) ?? 0;
  }

  private count(user: string, change: 1 | -1): void {
    this.total += change;
    const running = this.runningOf(user) + change;
    if (running > 0) this.running.set(user, running);
    else this.running.delete(user);
  }

  /** Resolves once it is counted as running. */
  private wait(user: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = { user, begin: resolve };
      this.waiting.add(turn);
      setTimeout(() => this.waiting.delete(turn) && reject(new Problem('UNAVAILABLE')), PATIENCE).unref();
    });
  }

  private beginNext(): void {
    const [next] = [...this.waiting]
      .filter(({ user }) => this.hasRoom(user))
      .sort((a, b) => this.runningOf(a.user) - this.runningOf(b.user));
    if (!next) return;
    this.waiting.delete(next);
    this.count(next.user, 1);
    next.begin();
  }
}
