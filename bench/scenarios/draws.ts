import { type Random, randomFor } from '../../sandbox/random.js';

/** Random choices of each connection, the same for every server, however far each of them gets. */
export class Draws {
  /** How often each connection has drawn. */
  private readonly drawn: number[] = [];

  /** The source of the next choice. */
  next(connection: number): Random {
    const drawn = this.drawn[connection] ?? 0;
    this.drawn[connection] = drawn + 1;
    return randomFor(connection, drawn);
  }
}
