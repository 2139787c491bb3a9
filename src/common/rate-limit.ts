/** Milliseconds that an allowance is for, from its first request on. */
const WINDOW = 60_000;
/** Askers that are remembered at most, some 200 bytes each. */
const MOST_ASKERS = 100_000;

/** What an asker has spent of the allowance that runs. */
export interface Spending {
  spent: number;
  /** Milliseconds on the process's clock. */
  readonly endsAt: number;
}

/**
 * A limit of requests a minute for each of many askers. Memory is bounded: askers stand in two generations, of which
 * the older goes when the younger is full. Whoever asks moves to the younger, and so does whoever is past the limit, so
 * that a flood of newcomers resets none of those (decisions.md, "Limits").
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
   * Counts a request; past the limit it is to be refused. What it costs besides may be added to what is returned.
   * @param now milliseconds on the process's clock
   */
  spend(asker: string, now: number): Spending {
    const spending = this.running(asker, now);
    spending.spent += 1;
    return spending;
  }

  isExceeded({ spent }: Spending): boolean {
    return spent > this.limit;
  }

  private running(asker: string, now: number): Spending {
    const young = this.young.get(asker);
    if (young && young.endsAt > now) return young;
    const old = this.old.get(asker);
    const spending = old && old.endsAt > now ? old : { spent: 0, endsAt: now + WINDOW };
    if (this.young.size >= this.mostAskers / 2 || now - this.turnedAt >= WINDOW) this.turn(now);
    this.young.set(asker, spending);
    return spending;
  }

  /** Drops the older generation, but for those past the limit, of whom a quarter of the room is kept at most. */
  private turn(now: number): void {
    const isHeld = ([, spending]: [string, Spending]) => spending.endsAt > now && this.isExceeded(spending);
    const held = [...this.old].filter(isHeld).slice(0, this.mostAskers / 4);
    this.old = this.young;
    this.young = new Map(held);
    this.turnedAt = now;
  }
}
