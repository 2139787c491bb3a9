import fc from 'fast-check';
import { requestFingerprint } from '../src/common/http/idempotency-key.js';
import { parseInstant } from '../src/common/instant.js';
import { redactedPath } from '../src/common/logging.js';
import { withoutLinks } from '../src/common/plain-words.js';
import { quoted } from '../src/conversations/assistant/answer.js';
import { ANYTHING, EVENT_QUERY } from '../src/conversations/assistant/event-query.js';
import { readIntent } from '../src/conversations/assistant/intent.reader.js';
import { toWebSearch } from '../src/events/search/search-query.js';
import { tagByKeywords } from '../src/tagging/keyword.tagger.js';
import { SHAPES } from '../src/tagging/llm.tagger.js';
import { toPlainText } from '../src/tagging/plain-text.js';
import { sentencesOf } from '../src/tagging/sentences.js';
import { summaryOf } from '../src/tagging/summary.js';
import { wordsOf } from '../src/tagging/words.js';

const NOW = Date.UTC(2026, 10, 20);
/** All functions that read texts of users and feeds in this process, also those that refuse them. */
const READERS: [string, (text: string) => unknown][] = [
  [
    'the keyword tagger',
    (text) => tagByKeywords({ type: 'EVENT', title: text, description: text, locationName: text }),
  ],
  ['toPlainText', toPlainText],
  ['summaryOf', (text) => summaryOf('', sentencesOf(text, 60))],
  ['wordsOf', wordsOf],
  ['withoutLinks', (text) => withoutLinks(text)],
  ['redactedPath', (text) => redactedPath({ url: `/${text}` })],
  ['readIntent', (text) => readIntent({ text, now: NOW, zone: 'America/New_York', last: null })],
  [
    'the query of a model',
    (text) => EVENT_QUERY.safeParse({ ...ANYTHING, words: text, from: text, to: text }),
  ],
  ['quoted', quoted],
  ['toWebSearch', toWebSearch],
  ['requestFingerprint', (text) => requestFingerprint({ [text]: text })],
  ['parseInstant', parseInstant],
  [
    'the tagging of a model',
    (text) => SHAPES.EVENT.safeParse({ tags: [text], category: null, summary: text }),
  ],
];

const UNITS = [
  ...'-._/:@~+&?=%#;,<>!"\'()[]\\^`{|}*$ \n\t\ra1Aé字’…\u0301',
  ...[
    'http://',
    'a.m.',
    '<!--',
    '](',
    '**',
    '&#',
    '&amp;',
    '</script',
    ' at ',
    ' in ',
    ' to ',
    'mon ',
    '$1',
    '. A',
  ],
];
/** A line of a wrapped paragraph. */
const WRAPPED = `${'A '.repeat(40)}\n`;
const WORDS = 'The quick brown fox jumps over the lazy dog. ';
const LENGTH = 100_000;

/** @returns milliseconds of processor time */
function time(read: (text: string) => unknown, pattern: string, beginning = '', length = LENGTH): number {
  const text = (beginning + pattern.repeat(Math.ceil(length / pattern.length))).slice(0, length);
  const start = process.cpuUsage();
  try {
    read(text);
  } catch {}
  return process.cpuUsage(start).user / 1_000;
}

describe('any text takes linear time', () => {
  it.each(READERS)('in %s', (_name, read) => {
    time(read, WORDS);
    const texts = (lengths: { minLength: number; maxLength: number }) =>
      fc.array(fc.constantFrom(...UNITS), lengths).map((units) => units.join(''));
    fc.assert(
      fc.property(
        texts({ minLength: 1, maxLength: 8 }),
        texts({ minLength: 0, maxLength: 2 }),
        (pattern, beginning) => {
          // Twice the text takes twice the time; four times is quadratic, and many seconds here. One run may
          // include the garbage collection of others.
          const isBounded = () =>
            time(read, pattern, beginning) < 3 * time(read, pattern, beginning, LENGTH / 2) + 500;
          if (!isBounded() && !isBounded()) throw new Error(`${time(read, pattern, beginning)} ms`);
        },
      ),
      {
        numRuns: 60,
        examples: [[WRAPPED, ''], ['1', '('], ...UNITS.map((unit): [string, string] => [unit, ''])],
      },
    );
  });
});
