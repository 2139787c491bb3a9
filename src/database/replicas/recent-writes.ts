/**
 * When users last wrote, by `performance.now()`, for as long as it matters. Instants are kept in two halves, of which the
 * older is dropped whole, so that nothing is looked through.
 */
export class RecentWrites {
  private young = new Map<string, number>();
  private old = new Map<string, number>();
  private turnedAt = Number.NEGATIVE_INFINITY;

  /** @param kept milliseconds for which a write is remembered at least */
  constructor(private readonly kept: number) {}

  add(userId: string, now: number): void {
    if (now - this.turnedAt > this.kept) {
      this.old = this.young;
      this.young = new Map();
      this.turnedAt = now;
    }
    this.young.set(userId, now);
  }

  /** When the user last wrote; minus infinity where that is long ago. */
  lastOf(userId: string): number {
    return this.young.get(userId) ?? this.old.get(userId) ?? Number.NEGATIVE_INFINITY;
  }
}
