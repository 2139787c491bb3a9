import { Problem } from '../common/problem.js';

/** Milliseconds that work waits for its turn. It would wait as long for a connection. */
const PATIENCE = 2_000;

interface Waiting {
  asker: string;
  begin(): void;
}

/**
 * Limits how much slow work runs at the same time: for each asker, so that nobody keeps the others waiting, and for all
 * together, so that connections are left for other work. Those who wait take turns: who has the least running comes first, and
 * of these who has waited longest.
 */
export class Turns {
  private readonly running = new Map<string, number>();
  private total = 0;
  private readonly waiting = new Set<Waiting>();

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
      const turn = { asker, begin: resolve };
      this.waiting.add(turn);
      setTimeout(() => this.waiting.delete(turn) && reject(new Problem('UNAVAILABLE')), PATIENCE).unref();
    });
  }

  private leave(asker: string): void {
    this.total -= 1;
    const left = this.runningOf(asker) - 1;
    if (left > 0) this.running.set(asker, left);
    else this.running.delete(asker);
    let next: Waiting | undefined;
    for (const turn of this.waiting)
      if (this.hasRoom(turn.asker) && (!next || this.runningOf(turn.asker) < this.runningOf(next.asker)))
        next = turn;
    if (!next) return;
    this.waiting.delete(next);
    this.enter(next.asker);
    next.begin();
  }
}
