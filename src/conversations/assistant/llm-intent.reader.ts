import { Logger } from '@nestjs/common';
import { Temporal } from 'temporal-polyfill';
import { hasLink } from '../../common/plain-words.js';
import type { LanguageModel } from '../../llm/language-model.js';
import { UnusableAnswer } from '../../llm/language-model.js';
import { INTENT, type Intent, type UserMessage } from './intent.js';
import { dataOf, INTENT_INSTRUCTIONS, INTENT_SCHEMA } from './intent.prompt.js';
import { IntentReader } from './intent.reader.js';

/** Finds intents with a language model by one call, and offline where that fails. */
export class LlmIntentReader extends IntentReader {
  private readonly logger = new Logger(LlmIntentReader.name);

  constructor(private readonly model: LanguageModel) {
    super();
  }

  override async read(message: UserMessage, userId: string): Promise<Intent> {
    const now = Temporal.Instant.fromEpochMilliseconds(message.now).toZonedDateTimeISO(message.zone);
    const question = {
      name: 'event_question',
      instructions: INTENT_INSTRUCTIONS,
      data: dataOf(message, now.toPlainDateTime().toString({ smallestUnit: 'minute' })),
      schema: INTENT_SCHEMA,
      read: readAnswer,
    };
    try {
      return await this.model.ask(question, { userId });
    } catch (error) {
      this.logger.warn(`The assistant continues without the model: ${(error as Error).message}`);
      return super.read(message, userId);
    }
  }
}

/** @throws UnusableAnswer where the answer is outside the schema, has a link, or lacks what its kind needs */
function readAnswer(answer: unknown): Intent {
  const { success, data } = INTENT.safeParse(answer);
  if (!success) throw new UnusableAnswer('it is outside the schema');
  if (hasLink(data.query?.words ?? '')) throw new UnusableAnswer('it has a link');
  const { kind, query, which, help } = data;
  const needed = { SEARCH: query, PICK: which, HELP: help, MORE: true, OTHER: true }[kind];
  if (needed === null) throw new UnusableAnswer(`it lacks what ${kind} needs`);
  return data;
}
