import { z } from 'zod';
import { hasHidden, hasLink } from '../common/plain-words.js';
import { codePoints } from '../common/text.js';
import type { Asker, LanguageModel } from '../llm/language-model.js';
import { UnusableAnswer } from '../llm/language-model.js';
import {
  categoriesFor,
  isTag,
  TAGGING_LIMITS,
  type TaggableEvent,
  type Tagger,
  type Tagging,
} from './tagger.js';
import { dataOf, INSTRUCTIONS } from './tagging.prompt.js';

const answerFor = (type: TaggableEvent['type']) =>
  z.strictObject({
    tags: z.array(z.string()),
    category: z.enum(categoriesFor(type)).nullable(),
    summary: z.string().nullable(),
  });
const ANSWERS = { EVENT: answerFor('EVENT'), GIG: answerFor('GIG') };
/** Only keywords that every implementation of strict structured output takes; the limits are checked here. */
const schemaOf = (type: TaggableEvent['type']) => {
  const { $schema: _, ...schema } = z.toJSONSchema(ANSWERS[type]);
  return schema;
};
const SCHEMAS = { EVENT: schemaOf('EVENT'), GIG: schemaOf('GIG') };

/** Markup: an angle, an entity of HTML; emphasis, code, a link or a heading of Markdown. */
const MARKUP = /[<>]|&(?:#\w{1,8}|[a-z]\w{1,30});|\*\*|__|```|\]\(|^#{1,6}\s/i;

/** Tags with a language model. Where its answer breaks a rule, tagging has failed. */
export class LlmTagger implements Tagger {
  constructor(private readonly model: LanguageModel) {}

  /** @throws ModelError, or the reason of the asker's signal */
  tag(event: TaggableEvent, asker: Asker): Promise<Tagging> {
    const question = {
      name: 'event_tagging',
      instructions: INSTRUCTIONS,
      data: dataOf(event),
      schema: SCHEMAS[event.type],
      read: (answer: unknown) => readTagging(answer, event.type),
    };
    return this.model.ask(question, asker);
  }
}

/**
 * A model's tagging of an event: trimmed, each tag once and in lower case, within the rules (rules.md, "Tagging").
 * A summary may have several lines, and is null where it is empty.
 * @throws UnusableAnswer that names the broken rule and does not quote the answer
 */
export function readTagging(answer: unknown, type: TaggableEvent['type']): Tagging {
  const { success, data } = ANSWERS[type].safeParse(answer);
  if (!success) throw new UnusableAnswer('it has not the shape that was asked for');
  const tags = [...new Set(data.tags.map((tag) => tag.trim().toLowerCase()))];
  if (tags.length > TAGGING_LIMITS.tags) throw new UnusableAnswer(`it has ${tags.length} tags`);
  if (!tags.every(isTag)) throw new UnusableAnswer('it has a tag that cannot be one');
  const summary = data.summary?.replace(/\s+/g, ' ').trim() || null;
  if (summary !== null && !isSummary(summary)) throw new UnusableAnswer('its summary cannot be one');
  return { tags, category: data.category, summary };
}

function isSummary(summary: string): boolean {
  const isPlain = !hasHidden(summary) && !hasLink(summary) && !MARKUP.test(summary);
  return isPlain && codePoints(summary) <= TAGGING_LIMITS.summaryLength;
}
