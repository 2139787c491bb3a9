import { Logger } from '@nestjs/common';
import type { LanguageModel, Question } from '../../../llm/language-model.js';
import { type Filters, type Finding, Interpreter } from '../interpreter.js';
import { oneLine } from '../wording.js';
import { wallOf } from '../zone.js';
import {
  FILTERS_INSTRUCTIONS,
  FILTERS_SCHEMA,
  REMARK_INSTRUCTIONS,
  REMARK_SCHEMA,
} from './assistant.prompt.js';
import { readFilters } from './filters.answer.js';
import { readRemark } from './remark.js';

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

  async understand(question: string, now: number, signal: AbortSignal): Promise<Filters | null> {
    const filters = await this.ask(filtersOf(question, now), signal);
    return filters === undefined ? this.offline.understand(question, now, signal) : filters;
  }

  async word(finding: Finding | null, now: number, signal: AbortSignal): Promise<string> {
    const wording = await this.offline.word(finding, now, signal);
    const remark = finding && finding.events.length > 0 && (await this.ask(remarkOn(finding), signal));
    return remark ? `${remark}\n${wording}` : wording;
  }

  /** The model's answer, or undefined where there is no valid one in time. */
  private async ask<Answer>(question: Question<Answer>, signal: AbortSignal): Promise<Answer | undefined> {
    try {
      return await this.model.ask(question, 'request', signal);
    } catch (error) {
      this.logger.warn(`Done without the model: ${(error as Error).message}`);
      return undefined;
    }
  }
}

function filtersOf(question: string, now: number): Question<Filters | null> {
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });
  const wall = wallOf(now);
  return {
    name: 'event_filters',
    instructions: FILTERS_INSTRUCTIONS,
    data: { now: `${weekday.format(wall)}, ${new Date(wall).toISOString().slice(0, 16)}`, question },
    schema: FILTERS_SCHEMA,
    read: (answer) => readFilters(answer, now),
  };
}

function remarkOn({ events, without }: Finding): Question<string> {
  const results = events.map(({ title, type, place }) => ({
    title: oneLine(title),
    type,
    place: oneLine(place),
  }));
  return {
    name: 'remark',
    instructions: REMARK_INSTRUCTIONS,
    data: { exact: without.length === 0, results },
    schema: REMARK_SCHEMA,
    read: (answer) =>
      readRemark(
        answer,
        results.flatMap(({ title, place }) => [title, place]),
      ),
  };
}
