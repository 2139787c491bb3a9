import { z } from 'zod';
import { hasHidden, hasLink } from '../common/plain-words.js';
import { codePoints } from '../common/text.js';
import { UnusableAnswer } from '../llm/language-model.js';
import {
  CATEGORIES,
  categoriesFor,
  isTag,
  TAGGING_LIMITS,
  type TaggableEvent,
  type Tagging,
} from './tagger.js';

const text = z.string().trim();
const ANSWER = z.strictObject({
  tags: z.array(text.toLowerCase()),
  category: text.pipe(z.enum(CATEGORIES)).nullable(),
  summary: text.nullable(),
});

const ANGLE = /[<>]/;
/** An entity of HTML; emphasis, code, a link or a heading of Markdown. */
const MARKUP = /&(?:#\w{1,8}|[a-z]\w{1,30});|\*\*|__|```|\]\(|^#{1,6}\s/i;

/**
 * A model's tagging of an event: trimmed, each tag once and in lower case, within the rules (decisions.md, "Tagging").
 * A summary may have several lines, and is null where it is empty.
 * @throws UnusableAnswer that names the broken rule and does not quote the answer
 */
export function readTagging(answer: unknown, type: TaggableEvent['type']): Tagging {
  const { success, data } = ANSWER.safeParse(answer);
  if (!success) throw new UnusableAnswer('it has not the shape that was asked for');
  const tags = [...new Set(data.tags)];
  if (tags.length > TAGGING_LIMITS.tags) throw new UnusableAnswer(`it has ${tags.length} tags`);
  if (!tags.every(isTag)) throw new UnusableAnswer('it has a tag that cannot be one');
  const summary = data.summary?.replace(/\s+/g, ' ') || null;
  if (summary !== null && !isSummary(summary)) throw new UnusableAnswer('its summary cannot be one');
  if (data.category !== null && !categoriesFor(type).includes(data.category))
    throw new UnusableAnswer('its category is for gigs alone');
  return { tags, category: data.category, summary };
}

function isSummary(summary: string): boolean {
  const isPlain = !hasHidden(summary) && !hasLink(summary) && !ANGLE.test(summary) && !MARKUP.test(summary);
  return isPlain && codePoints(summary) <= TAGGING_LIMITS.summaryLength;
}
