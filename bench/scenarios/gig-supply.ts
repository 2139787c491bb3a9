/** Gigs to apply to, so that no user ever applies to one twice. */
export class GigSupply {
  /** How many gigs each connection's user has applied to. */
  private readonly taken: number[];

  constructor(
    private readonly gigs: string[],
    connections: number,
  ) {
    this.taken = Array<number>(connections).fill(0);
  }

  /**
   * A gig that the connection's user has not applied to.
   * @throws Error when there is none left
   */
  take(connection: number): string {
    const turn = this.taken[connection]!;
    const all = this.gigs.length;
    if (turn === all) throw new Error(`A user has applied to all of the ${all} gigs`);
    this.taken[connection] = turn + 1;
    // Each user starts elsewhere, so that they meet at a gig as seldom as people do.
    const start = Math.floor((connection * all) / this.taken.length);
    return this.gigs[(start + turn) % all]!;
  }
}
