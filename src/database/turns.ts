import { Problem } from '../common/problem.js';

/** Milliseconds that work waits for its turn, as long as for a connection. */
const PATIENCE = 2_000;

interface Waiting {
  asker: string;
  begin(): void;
}

/**
 * Lets work that may be slow take turns: so much of one asker's at the same time that the others' is not kept waiting,
 * and so much of all that connections are left for other work. Who asked first is first, among those who have room.
 */
export class Turns {
  private readonly running = new Map<string, number>();
  private total = 0;
  private readonly waiting = new Set<Waiting>();

  /** @param most how much runs at the same time, of each asker and of all */
  constructor(private readonly most: { each: number; all: number }) {}

  /** Does the work in its turn. @throws Problem UNAVAILABLE where that does not come within 2 s; or as the work */
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
    return this.total < this.most.all && (this.running.get(asker) ?? 0) < this.most.each;
  }

  private enter(asker: string): void {
    this.total += 1;
    this.running.set(asker, (this.running.get(asker) ?? 0) + 1);
  }

  /** Enters as soon as there is room. */
  private wait(asker: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.waiting.delete(turn);
        reject(new Problem('UNAVAILABLE'));
      };
      const patience = setTimeout(giveUp, PATIENCE);
      const begin = () => {
        clearTimeout(patience);
        resolve();
      };
      const turn = { asker, begin };
      this.waiting.add(turn);
    });
  }

  private leave(asker: string): void {
    this.total -= 1;
    const left = (this.running.get(asker) ?? 0) - 1;
    if (left > 0) this.running.set(asker, left);
    else this.running.delete(asker);
    for (const turn of this.waiting) {
      if (!this.hasRoom(turn.asker)) continue;
      this.waiting.delete(turn);
      this.enter(turn.asker);
      turn.begin();
      break;
    }
  }
}
