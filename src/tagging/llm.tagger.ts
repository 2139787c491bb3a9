import type { Lane, LanguageModel, Question } from '../llm/language-model.js';
import type { TaggableEvent, Tagger, Tagging } from './tagger.js';
import { readTagging } from './tagging.answer.js';
import { dataOf, INSTRUCTIONS, SCHEMAS } from './tagging.prompt.js';

/** Tags with a language model. Where its answer breaks a rule, tagging has failed. */
export class LlmTagger implements Tagger {
  readonly name = 'llm';

  constructor(private readonly model: LanguageModel) {}

  /** @throws ModelError */
  tag(event: TaggableEvent, signal: AbortSignal, lane: Lane): Promise<Tagging> {
    const question: Question<Tagging> = {
      name: 'event_tagging',
      instructions: INSTRUCTIONS,
      data: dataOf(event),
      schema: SCHEMAS[event.type],
      read: (answer) => readTagging(answer, event.type),
    };
    return this.model.ask(question, lane, signal);
  }
}
