import { Logger } from '@nestjs/common';
import { Temporal } from 'temporal-polyfill';
import { type LanguageModel, UnusableAnswer } from '../../llm/language-model.js';
import { dataOf, READING_INSTRUCTIONS, READING_SCHEMA } from './llm.prompt.js';
import { type Question, QuestionReader, READING, type Reading } from './reader.js';

/** Reads messages with a language model by one call, and offline where that fails. */
export class LlmReader extends QuestionReader {
  private readonly logger = new Logger(LlmReader.name);

  constructor(
    private readonly model: LanguageModel,
    private readonly offline: QuestionReader,
  ) {
    super();
  }

  async read(question: Question, signal: AbortSignal): Promise<Reading> {
    const now = Temporal.Instant.fromEpochMilliseconds(question.now).toZonedDateTimeISO(question.zone);
    try {
      return await this.model.ask(
        {
          name: 'event_question',
          instructions: READING_INSTRUCTIONS,
          data: dataOf(question, now.toPlainDateTime().toString({ smallestUnit: 'minute' })),
          schema: READING_SCHEMA,
          read: readAnswer,
        },
        'request',
        signal,
      );
    } catch (error) {
      this.logger.warn(`The assistant continues without the model: ${(error as Error).message}`);
      return this.offline.read(question, signal);
    }
  }
}

/** @throws UnusableAnswer where the answer is outside the schema, or lacks what its kind needs */
function readAnswer(answer: unknown): Reading {
  const { success, data } = READING.safeParse(answer);
  if (!success) throw new UnusableAnswer('it is outside the schema');
  const needed = { SEARCH: data.query, PICK: data.which, HELP: data.help, MORE: true, OTHER: true }[
    data.kind
  ];
  if (needed === null) throw new UnusableAnswer(`it lacks what ${data.kind} needs`);
  return data;
}
