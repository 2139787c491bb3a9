/** Events that each connection's user may change. */
export class OwnEvents {
  /** How many changes each connection has asked for. */
  private readonly changes: number[];

  /** @param ids the events of every connection */
  constructor(private readonly ids: string[][]) {
    this.changes = ids.map(() => 0);
  }

  /** One event of the connection's user. */
  of(connection: number): string {
    return this.ids[connection]![0]!;
  }

  /** The next event to change, and the number of the change, which no other change has. */
  next(connection: number): { id: string; change: number } {
    const change = this.changes[connection]!;
    this.changes[connection] = change + 1;
    const own = this.ids[connection]!;
    return { id: own[change % own.length]!, change };
  }
}
