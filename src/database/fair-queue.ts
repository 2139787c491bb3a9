import type { Sample } from '../common/discovery.js';
import { Problem } from '../common/problem.js';

/** Milliseconds that work waits for its turn. With a lock's 1.5 s, a request gets its response within 3 s. */
const PATIENCE = 1_500;

/** The metrics of a queue. The rate of the second is the average depth between two reads. */
export const QUEUE = {
  queue_waiting: 'Work that waits for its turn now, by queue.',
  queue_wait_seconds_total: 'Seconds that work has waited until its turn came or it was given up, by queue.',
};

/** Measures a queue: its depth and its waits. */
export class QueueMeter {
  private waiting = 0;
  private milliseconds = 0;

  constructor(private readonly queue: string) {}

  /** Counts work that begins to wait. @returns a function to call when it waits no more */
  join(): () => void {
    const since = performance.now();
    this.waiting += 1;
    let isWaiting = true;
    return () => {
      if (!isWaiting) return;
      isWaiting = false;
      this.waiting -= 1;
      this.milliseconds += performance.now() - since;
    };
  }

  /** The values of `QUEUE`. */
  samples(): Sample[] {
    const values = [this.waiting, this.milliseconds / 1000];
    return Object.keys(QUEUE).map((name, index) => [name, values[index]!, { queue: this.queue }]);
  }
}

/**
 * Limits concurrent slow work, per user and in total. The next slot goes to the waiting user with the least
 * running work, and among equals to the one who has waited longest. A slot is freed when its work ends.
 */
export class FairQueue<User = string> {
  private readonly running = new Map<User, number>();
  private total = 0;
  private readonly waiting = new Set<{ user: User; begin(): void }>();

  readonly meter: QueueMeter;

  constructor(
    private readonly name: 'writers' | 'searches' | 'own_data',
    private readonly most: { each: number; all: number },
  ) {
    this.meter = new QueueMeter(name);
  }

  /** Runs the work in a slot. @throws Problem UNAVAILABLE after 1.5 s in the queue; or as the work does */
  async run<Result>(user: User, work: () => Promise<Result>): Promise<Result> {
    if (this.hasRoom(user)) this.count(user, 1);
    else await this.wait(user);
    try {
      return await work();
    } finally {
      this.count(user, -1);
      this.beginNext();
    }
  }

  private hasRoom(user: User): boolean {
    return this.total < this.most.all && this.runningOf(user) < this.most.each;
  }

  private runningOf(user: User): number {
    return this.running.get(user) ?? 0;
  }

  private count(user: User, change: 1 | -1): void {
    this.total += change;
    const running = this.runningOf(user) + change;
    if (running > 0) this.running.set(user, running);
    else this.running.delete(user);
  }

  /** Resolves once the work is counted as running. */
  private wait(user: User): Promise<void> {
    const leave = this.meter.join();
    return new Promise<void>((resolve, reject) => {
      const turn = { user, begin: resolve };
      this.waiting.add(turn);
      setTimeout(() => this.waiting.delete(turn) && reject(Problem.by(this.name)), PATIENCE).unref();
    }).finally(leave);
  }

  private beginNext(): void {
    let next: { user: User; begin(): void } | undefined;
    for (const turn of this.waiting)
      if (this.hasRoom(turn.user) && (!next || this.runningOf(turn.user) < this.runningOf(next.user)))
        next = turn;
    if (!next) return;
    this.waiting.delete(next);
    this.count(next.user, 1);
    next.begin();
  }
}
