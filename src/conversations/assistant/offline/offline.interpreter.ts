import { Injectable } from '@nestjs/common';
import { type Filters, type Finding, Interpreter } from '../interpreter.js';
import { wordFinding, wordHelp } from '../wording.js';

/** Reads by rules and answers by templates: in-process, deterministic. */
@Injectable()
export class OfflineInterpreter extends Interpreter {
  async understand(question: string, now: number): Promise<Filters | null> {
    // The library for dates is large, so it is loaded with the first question.
    const { understand } = await import('./question.js');
    return understand(question, now);
  }

  async word(finding: Finding | null, now: number): Promise<string> {
    return finding ? wordFinding(finding, now) : wordHelp();
  }
}
