import type { Sample } from '../common/discovery.js';
import { type Cause, Problem } from '../common/problem.js';

/** The patience of requests. With a lock's 1.5 s, a request gets its response within 3 s. */
const PATIENCE = 1_500;

/** The metrics of a queue. The rate of the second is the average depth between two reads. */
export const QUEUE = {
  queue_waiting: 'Work that waits for its turn now, by queue.',
  queue_wait_seconds_total: 'Seconds that work has waited until its turn came or it was given up, by queue.',
};

/**
 * Limits concurrent slow work, per user and in total. The next slot goes to the waiting user with the least
 * running work, and among equals to the one who has waited longest. A slot is freed when its work ends.
 */
export class FairQueue<User = string> {
  /** The user of each running work. */
  private readonly running: User[] = [];
  private readonly waiting = new Set<{ user: User; begin(): void }>();
  private waitedMs = 0;

  /**
   * @param most running and, if limited, waiting work: of each user and in total
   * @param patience milliseconds that work waits for its turn
   * @param refusal the error of work that may not wait, or has waited for longer
   */
  constructor(
    private readonly name: 'writers' | 'searches' | 'own_data' | 'model',
    private readonly most: { each: number; all: number; waiting?: { each: number; all: number } },
    private readonly patience = PATIENCE,
    private readonly refusal: () => Error = () => Problem.by(name as Cause),
  ) {}

  samples(): Sample[] {
    const labels = { queue: this.name };
    return [
      ['queue_waiting', this.waiting.size, labels],
      ['queue_wait_seconds_total', this.waitedMs / 1000, labels],
    ];
  }

  /** Runs the work in a slot. @throws the refusal, by default Problem UNAVAILABLE; or as the work does */
  async run<Result>(user: User, work: () => Promise<Result>): Promise<Result> {
    if (this.hasRoom(user)) this.running.push(user);
    else if (this.mayWait(user)) await this.wait(user);
    else throw this.refusal();
    try {
      return await work();
    } finally {
      this.running.splice(this.running.indexOf(user), 1);
      this.beginNext();
    }
  }

  private hasRoom(user: User): boolean {
    return this.running.length < this.most.all && this.runningOf(user) < this.most.each;
  }

  private mayWait(user: User): boolean {
    const { waiting } = this.most;
    if (!waiting) return true;
    const own = [...this.waiting].filter((turn) => turn.user === user);
    return own.length < waiting.each && this.waiting.size < waiting.all;
  }

  private runningOf(user: User): number {
    return this.running.filter((each) => each === user).length;
  }

  /** Resolves once the work is counted as running. */
  private wait(user: User): Promise<void> {
    const since = performance.now();
    return new Promise<void>((resolve, reject) => {
      const turn = { user, begin: resolve };
      this.waiting.add(turn);
      setTimeout(() => this.waiting.delete(turn) && reject(this.refusal()), this.patience).unref();
    }).finally(() => {
      this.waitedMs += performance.now() - since;
    });
  }

  private beginNext(): void {
    let next: { user: User; begin(): void } | undefined;
    for (const turn of this.waiting)
      if (this.hasRoom(turn.user) && (!next || this.runningOf(turn.user) < this.runningOf(next.user)))
        next = turn;
    if (!next) return;
    this.waiting.delete(next);
    this.running.push(next.user);
    next.begin();
  }
}
