import { setTimeout as sleep } from 'node:timers/promises';

/** Lets requests pass one by one, with at least so many milliseconds between two. */
export class Pace {
  private free = 0;

  constructor(private readonly every: number) {}

  /**
   * Resolves when it is the caller's turn.
   * @throws the signal's reason
   */
  async turn(signal: AbortSignal): Promise<void> {
    const now = performance.now();
    const turn = Math.max(now, this.free);
    this.free = turn + this.every;
    if (turn > now) await sleep(turn - now, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
