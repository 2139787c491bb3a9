import { categoryOf } from './category.js';
import { toPlainText } from './plain-text.js';
import { summaryOf } from './summary.js';
import type { TaggableEvent, Tagger, Tagging } from './tagger.js';
import { tagsOf } from './tags.js';
import { wordsOf } from './words.js';

/** Only so much of a description is looked at: what it is about stands at its head, and time stays bounded. */
const LOOKED_AT = 12_000;
const TITLE_LOOKED_AT = 1_000;

/**
 * The offline tagger: in process, deterministic, without a model. Tags come from a curated vocabulary and the
 * text's nouns, the category from a weighted lexicon, the summary from the text's own sentences.
 */
export class KeywordTagger implements Tagger {
  readonly name = 'keyword';

  /** Needs no signal: it is done within milliseconds. */
  async tag(event: TaggableEvent): Promise<Tagging> {
    const title = toPlainText(event.title.slice(0, TITLE_LOOKED_AT)).replaceAll('\n', ' ');
    const description = toPlainText(event.description.slice(0, LOOKED_AT));
    const location = toPlainText(event.locationName.slice(0, TITLE_LOOKED_AT)).replaceAll('\n', ' ');
    const words = { title: wordsOf(title), description: wordsOf(description), location: wordsOf(location) };
    return {
      tags: tagsOf(words.title, words.description),
      category: categoryOf(event.type, words),
      summary: summaryOf(title, description, location),
    };
  }
}
