import { LRUCache } from 'lru-cache';
import { sqlState } from '../../common/sqlstate.js';

/** Statements that each connection keeps at most. Each takes some 50 kB of the server's memory. */
const MOST = 150;
/** How often a statement is asked before it is kept, of so many that were asked last. */
const OFTEN = 3;
const SEEN = 1_000;
/** Faults after which no statement is kept any more. */
const MAX_FAULTS = 3;

/** The server no longer has the statement, has it already, or it would answer other columns than before. */
const FAULTS = ['26000', '42P05', '0A000'];

/** The names under which the server keeps statements that are asked often, so that it parses and plans them once. */
export class PreparedStatements {
  private readonly seen = new LRUCache<string, number>({ max: SEEN });
  private readonly names = new Map<string, string>();
  private faults = 0;

  /** The name of a statement; undefined while it is rare, or where there are enough. */
  nameOf(text: string): string | undefined {
    const name = this.names.get(text);
    if (name !== undefined || this.names.size >= MOST || this.faults >= MAX_FAULTS) return name;
    const times = (this.seen.get(text) ?? 0) + 1;
    if (times < OFTEN) this.seen.set(text, times);
    else this.names.set(text, `s${this.faults}_${this.names.size}`);
    return this.names.get(text);
  }

  /** Which names are given, counted from 0. */
  get generation(): number {
    return this.faults;
  }

  /**
   * Whether a statement may have failed because it was kept, and has done nothing: a migration has changed a column, or a proxy
   * the session. All get new names then, once for all that fail by the same names.
   * @param generation when it was sent
   */
  isFault(error: unknown, generation: number): boolean {
    if (!FAULTS.includes(sqlState(error) ?? '')) return false;
    if (generation === this.faults && this.names.size > 0) {
      this.faults += 1;
      this.names.clear();
    }
    return true;
  }
}
