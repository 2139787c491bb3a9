import { categoryOf } from './category.js';
import { withHints } from './hints.js';
import { toPlainText } from './plain-text.js';
import { summaryOf } from './summary.js';
import type { TaggableEvent, Tagger, Tagging } from './tagger.js';
import { tagsOf } from './tags.js';
import { wordsOf } from './words.js';

/** Characters of a description that are read: its head says what it is about, and the time stays limited. */
const LOOKED_AT = 12_000;
const TITLE_LOOKED_AT = 1_000;

/**
 * The offline tagger: in process, deterministic, without a model. Tags come from a curated vocabulary and the
 * text's nouns, the category from a weighted lexicon, the summary from the text's own sentences.
 */
export class KeywordTagger implements Tagger {
  readonly name = 'keyword';

  /** Takes no signal: it needs only milliseconds. */
  async tag(event: TaggableEvent): Promise<Tagging> {
    const title = toPlainText(headOf(event.title, TITLE_LOOKED_AT)).replaceAll('\n', ' ');
    const description = toPlainText(headOf(event.description, LOOKED_AT));
    const location = toPlainText(headOf(event.locationName, TITLE_LOOKED_AT)).replaceAll('\n', ' ');
    const hints = event.hints ?? [];
    const words = {
      ...{ title: wordsOf(title), description: wordsOf(description), location: wordsOf(location) },
      hints: wordsOf(hints.join('\n')),
    };
    const category = categoryOf(event.type, words, hints);
    return {
      tags: withHints(tagsOf(words.title, words.description, category), hints),
      category,
      summary: summaryOf(title, description, location),
    };
  }
}

/** The start of a text up to the limit, ending with a whole word where it has one. */
function headOf(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit);
  const end = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'));
  return end > 0 ? head.slice(0, end) : head;
}
