import { cut } from '../../common/text.js';
import { readable } from './feed-text.js';

/** How many reasons a run keeps (decisions.md, "Feeds"). */
const MAX_REASONS = 20;
const MAX_REASON = 300;

/** Counts rejected entries and keeps the first reasons, fit to be stored and shown. */
export class Rejections {
  constructor(
    public count = 0,
    readonly reasons: string[] = [],
  ) {}

  /** @param entry where it stands in the answer, or its id */
  add(entry: string, reason: string): void {
    this.count += 1;
    if (this.reasons.length < MAX_REASONS) this.reasons.push(readable(cut(`${entry} ${reason}`, MAX_REASON)));
  }
}
