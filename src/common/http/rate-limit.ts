/** Milliseconds of an allowance, which begins with its first request. */
const WINDOW = 60_000;
/** Users or addresses that are remembered at most, some 200 bytes each. */
const MOST_ASKERS = 100_000;

/** What a user or address has spent of its current allowance. */
export interface Spending {
  readonly asker: string;
  spent: number;
  /** Milliseconds on the process's clock. */
  endsAt: number;
}

/**
 * A limit of requests a minute for each user or address. To bound the memory, there are two generations of them: when the
 * younger is full, the older is dropped. Those who ask, and those past the limit, move to the younger, so that a flood of
 * newcomers does not reset them (rules.md, "Limits").
 */
export class RateLimit {
  private young = new Map<string, Spending>();
  private old = new Map<string, Spending>();
  private turnedAt = 0;

  constructor(
    readonly limit: number,
    private readonly mostAskers = MOST_ASKERS,
  ) {}

  /**
   * Counts a request.
   * @param now milliseconds on the process's clock
   */
  spend(asker: string, now: number): Spending {
    const spending = this.running(asker, now);
    this.charge(spending, 1);
    return spending;
  }

  /** Adds to what was spent. */
  charge(spending: Spending, cost: number): void {
    spending.spent += cost;
  }

  isExceeded({ spent }: Spending): boolean {
    return spent > this.limit;
  }

  private running(asker: string, now: number): Spending {
    const young = this.young.get(asker);
    if (young && young.endsAt > now) return young;
    const old = this.old.get(asker);
    const spending = old && old.endsAt > now ? old : { asker, spent: 0, endsAt: now + WINDOW };
    if (this.young.size >= this.mostAskers / 2 || now - this.turnedAt >= WINDOW) this.turn(now);
    this.young.set(asker, spending);
    return spending;
  }

  /** Drops the older generation. Those past the limit stay, in a quarter of the room at most. */
  private turn(now: number): void {
    const isHeld = ([, spending]: [string, Spending]) => spending.endsAt > now && this.isExceeded(spending);
    const held = [...this.old].filter(isHeld).slice(0, this.mostAskers / 4);
    this.old = this.young;
    this.young = new Map(held);
    this.turnedAt = now;
  }
}
