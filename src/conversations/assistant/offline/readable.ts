import { FURTHER_QUESTIONS } from './further-questions-lexicon.js';
import { besideOwnPlans } from './own-plans.js';
import { PARAPHRASES } from './paraphrases-lexicon.js';
import { PLAINER, SHORT_FORMS, WORD_ORDERS } from './plain-words-lexicon.js';

/** Characters of a message that are read: the patterns of dates take time in the square of the length. */
const MAX_READ = 300;

/** The part of a message that is read: in plain signs, whole words and the usual word order. */
export function readable(text: string): string {
  const plain = text
    .normalize('NFKC')
    .slice(0, MAX_READ)
    .replace(/[’ʼ]/g, "'")
    .replace(/[‐‑‒–]/g, '-');
  const said = [...SHORT_FORMS, ...WORD_ORDERS, ...FURTHER_QUESTIONS, ...PARAPHRASES, ...PLAINER]
    .reduce((so, [form, word]) => so.replace(form, word), plain)
    .replace(/\s+/g, ' ')
    .trim();
  return besideOwnPlans(said);
}
