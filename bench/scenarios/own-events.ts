/** Events that each connection's user may change, and how often that has been done. */
export class OwnEvents {
  private readonly turns: number[];

  /** @param ids the events of every connection */
  constructor(private readonly ids: string[][]) {
    this.turns = ids.map(() => 0);
  }

  /** One event of the connection's user. */
  of(connection: number): string {
    return this.ids[connection]![0]!;
  }

  /** The next of them, and a number that no change of it had before. */
  next(connection: number): { id: string; turn: number } {
    const turn = this.turns[connection]!;
    this.turns[connection] = turn + 1;
    const own = this.ids[connection]!;
    return { id: own[turn % own.length]!, turn };
  }
}
