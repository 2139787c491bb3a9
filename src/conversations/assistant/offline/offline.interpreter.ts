import { Injectable } from '@nestjs/common';
import { EventVocabulary } from '../../../events/search/event-vocabulary.js';
import { type Correction, type Finding, type Intent, Interpreter, type Question } from '../interpreter.js';
import { wordFinding } from '../wording.js';
import type { LocalTime } from '../zone.js';
import { findSlips } from './find-slips.js';
import { isForeign } from './is-foreign.js';
import { readable } from './readable.js';

/** Reads by rules and answers by templates. Only what it takes a misspelled word for depends on the events. */
@Injectable()
export class OfflineInterpreter extends Interpreter {
  constructor(private readonly vocabulary: EventVocabulary) {
    super();
  }

  async understand(question: Question): Promise<Intent> {
    // The library for dates is large, so it is loaded with the first question.
    const { understand } = await import('./understand.js');
    const corrections = await this.corrections(question);
    const meant = understand(question, corrections);
    // "LSAT" may be no slip of "last".
    const isNothing = meant.kind === 'SMALL_TALK' && meant.about === 'OTHER';
    return isNothing && corrections.length > 0 ? understand(question) : meant;
  }

  async word(finding: Finding, local: LocalTime): Promise<string> {
    return wordFinding(finding, local);
  }

  /** The words of the conversation that are taken for others. What the text of any event has is spelled right. */
  private async corrections({ text, earlier }: Question): Promise<Correction[]> {
    const said = [text, ...earlier.map((exchange) => exchange.text)].map(readable);
    const slips = findSlips(
      said.filter((each) => !isForeign(each)).join(' '),
      await this.vocabulary.spelling(),
    );
    const unsure = slips.filter(({ isSure }) => !isSure).map(({ written }) => written);
    const right = unsure.length > 0 ? await this.vocabulary.occurring(unsure) : new Set();
    return slips.filter(({ written }) => !right.has(written)).map(({ written, read }) => ({ written, read }));
  }
}
