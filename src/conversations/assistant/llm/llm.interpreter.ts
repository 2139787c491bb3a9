import { Logger } from '@nestjs/common';
import type { LanguageModel, Question as ModelQuestion } from '../../../llm/language-model.js';
import { type Finding, type Intent, Interpreter, type Question } from '../interpreter.js';
import { oneLine } from '../say-text.js';
import type { LocalTime } from '../zone.js';
import {
  INTENT_INSTRUCTIONS,
  INTENT_SCHEMA,
  REMARK_INSTRUCTIONS,
  REMARK_SCHEMA,
} from './assistant.prompt.js';
import { readIntent } from './read-intent.js';
import { readRemark } from './read-remark.js';

/**
 * Reads questions with a language model, which sees no event, and lets it introduce what was found. The events with their
 * times, places and pay are always worded by the offline interpreter, which also replaces the model when something fails.
 */
export class LlmInterpreter extends Interpreter {
  private readonly logger = new Logger(LlmInterpreter.name);

  constructor(
    private readonly model: LanguageModel,
    private readonly offline: Interpreter,
  ) {
    super();
  }

  async understand(question: Question, signal: AbortSignal): Promise<Intent> {
    const intent = await this.ask(intentOf(question), signal);
    return intent ?? this.offline.understand(question, signal);
  }

  async word(finding: Finding, local: LocalTime, signal: AbortSignal): Promise<string> {
    const wording = await this.offline.word(finding, local, signal);
    const remark = finding.groups.length > 0 && (await this.ask(remarkOn(finding), signal));
    return remark ? `${remark}\n${wording}` : wording;
  }

  /** The model's answer, or undefined where there is no valid one in time. */
  private async ask<Answer>(
    question: ModelQuestion<Answer>,
    signal: AbortSignal,
  ): Promise<Answer | undefined> {
    try {
      return await this.model.ask(question, 'request', signal);
    } catch (error) {
      this.logger.warn(`Done without the model: ${(error as Error).message}`);
      return undefined;
    }
  }
}

/** Says the weekday of a local time, which a clock in UTC shows. */
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });

function intentOf({ text, local, earlier }: Question): ModelQuestion<Intent> {
  const { now, zone } = local;
  const wall = zone.wallOf(now);
  return {
    name: 'event_question',
    instructions: INTENT_INSTRUCTIONS,
    data: {
      now: `${weekday.format(wall)}, ${new Date(wall).toISOString().slice(0, 16)}`,
      timeZone: zone.name,
      earlier: earlier.map((exchange) => ({ question: exchange.text, shown: exchange.eventIds.length })),
      question: text,
    },
    schema: INTENT_SCHEMA,
    read: (answer) => readIntent(answer, local, earlier.length === 0),
  };
}

function remarkOn({ groups }: Finding): ModelQuestion<string> {
  const results = groups.flatMap(({ events }) =>
    events.map(({ title, type, place }) => ({ title: oneLine(title), type, place: oneLine(place) })),
  );
  return {
    name: 'remark',
    instructions: REMARK_INSTRUCTIONS,
    data: { exact: groups.every(({ without }) => without.length === 0), results },
    schema: REMARK_SCHEMA,
    read: (answer) =>
      readRemark(
        answer,
        results.flatMap(({ title, place }) => [title, place]),
      ),
  };
}
