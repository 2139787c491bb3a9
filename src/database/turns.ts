import { Problem } from '../common/problem.js';

/** Milliseconds that work waits for its turn. It would wait as long for a connection. */
const PATIENCE = 2_000;

/**
 * Limits how much slow work runs at the same time: for each asker, so that nobody keeps the others waiting, and for all
 * together, so that connections are left for other work. Those who wait take turns: who has the least running comes first, and
 * of these who has waited longest.
 */
export class Turns {
  private readonly running = new Map<string, number>();
  private total = 0;
  /** What begins the work of each asker who waits, in the order of their turns. */
  private readonly waiting = new Map<string, Set<() => void>>();

  /** @param most how much runs at the same time, of each asker and of all */
  constructor(private readonly most: { each: number; all: number }) {}

  /** Runs the work as soon as there is room. @throws Problem UNAVAILABLE where there is none within 2 s; or as the work does */
  async run<Result>(asker: string, work: () => Promise<Result>): Promise<Result> {
    if (this.hasRoom(asker)) this.enter(asker);
    else await this.wait(asker);
    try {
      return await work();
    } finally {
      this.leave(asker);
    }
  }

  private hasRoom(asker: string): boolean {
    return this.total < this.most.all && this.runningOf(asker) < this.most.each;
  }

  private runningOf(asker: string): number {
    return this.running.get(asker) ?? 0;
  }

  private enter(asker: string): void {
    this.total += 1;
    this.running.set(asker, this.runningOf(asker) + 1);
  }

  /** Resolves once `leave` has made room and entered. */
  private wait(asker: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const own = this.waiting.get(asker) ?? new Set();
      const giveUp = () => {
        own.delete(begin);
        if (own.size === 0) this.waiting.delete(asker);
        reject(new Problem('UNAVAILABLE'));
      };
      const patience = setTimeout(giveUp, PATIENCE);
      const begin = () => {
        clearTimeout(patience);
        resolve();
      };
      this.waiting.set(asker, own.add(begin));
    });
  }

  private leave(asker: string): void {
    this.total -= 1;
    const left = this.runningOf(asker) - 1;
    if (left > 0) this.running.set(asker, left);
    else this.running.delete(asker);
    const [next] = [...this.waiting.keys()]
      .filter((each) => this.hasRoom(each))
      .sort((one, other) => this.runningOf(one) - this.runningOf(other));
    if (next !== undefined) this.beginOf(next);
  }

  /** Begins what an asker has waited with longest, and puts the asker behind all others. */
  private beginOf(asker: string): void {
    const own = this.waiting.get(asker)!;
    const [begin] = own;
    own.delete(begin!);
    this.waiting.delete(asker);
    if (own.size > 0) this.waiting.set(asker, own);
    this.enter(asker);
    begin!();
  }
}
