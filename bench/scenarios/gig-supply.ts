/** Gigs to apply to. No user applies to a gig twice. */
export class GigSupply {
  /** How many gigs each connection's user has applied to. */
  private readonly applied: number[];

  constructor(
    private readonly gigs: string[],
    connections: number,
  ) {
    this.applied = Array<number>(connections).fill(0);
  }

  /**
   * A gig that the connection's user has not applied to.
   * @throws Error when there is none left
   */
  next(connection: number): string {
    const applied = this.applied[connection]!;
    const all = this.gigs.length;
    if (applied === all) throw new Error(`A user has applied to all of the ${all} gigs`);
    this.applied[connection] = applied + 1;
    // Each user starts elsewhere: two users seldom apply to the same gig at once.
    const start = Math.floor((connection * all) / this.applied.length);
    return this.gigs[(start + applied) % all]!;
  }
}
