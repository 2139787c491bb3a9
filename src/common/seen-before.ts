/** Tells what comes again from what comes for the first time, among some of the latest. It takes less than a cache of them. */
export class SeenBefore {
  private latest = new Set<string>();
  private earlier = new Set<string>();

  /** @param most how many are remembered at least, and half of how many at most */
  constructor(private readonly most: number) {}

  /** Whether this has come before. From now on it has. */
  note(key: string): boolean {
    if (this.latest.has(key) || this.earlier.has(key)) return true;
    if (this.latest.size >= this.most) {
      this.earlier = this.latest;
      this.latest = new Set();
    }
    this.latest.add(key);
    return false;
  }
}
