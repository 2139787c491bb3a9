/** Numbers that look like chance and are the same in every run. */
export class Random {
  constructor(private state: number) {}

  /** At least 0 and below 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  of<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const shuffled = [...list];
    for (let i = shuffled.length - 1; i > 0; i -= 1) {
      const other = Math.floor(this.next() * (i + 1));
      [shuffled[i], shuffled[other]] = [shuffled[other]!, shuffled[i]!];
    }
    return shuffled;
  }

  private decks = new Map<string, string[]>();

  /** An entry of the list, so that each comes as often as the others: none comes again before all have come. */
  dealt(name: string, list: readonly string[]): string {
    const left = this.decks.get(name);
    const deck = left?.length ? left : this.shuffled(list);
    this.decks.set(name, deck);
    return deck.pop()!;
  }
}
