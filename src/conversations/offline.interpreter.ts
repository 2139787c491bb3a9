import { Injectable } from '@nestjs/common';
import { type Filters, type Finding, Interpreter } from './interpreter.js';
import { wordFinding, wordHelp } from './wording.js';

/** Reads by rules and words by templates: in-process, deterministic. */
@Injectable()
export class OfflineInterpreter extends Interpreter {
  async understand(question: string, now: number): Promise<Filters | null> {
    // The dates' library is large; an instance that nobody asks anything does without.
    const { understand } = await import('./question.js');
    return understand(question, now);
  }

  async word(finding: Finding | null, now: number): Promise<string> {
    return finding ? wordFinding(finding, now) : wordHelp();
  }
}
