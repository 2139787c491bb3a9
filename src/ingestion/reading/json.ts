import { setImmediate as nextTick } from 'node:timers/promises';
import { JSONParser, TokenType } from '@streamparser/json';
import { FeedError } from '../feed-error.js';
import { MAX_ENTRIES, tooManyEntries } from './entries.js';

/** Objects and arrays that a document may have: 32 MB of `{}` have eleven millions, and would fill the memory. */
const MAX_PARTS = 1_000_000;

/**
 * Reads a JSON document while it arrives. The service answers requests in between.
 * @param entries the path of its entries, such as `$.data.events.*`
 * @throws FeedError where it is not JSON in UTF-8, or has too many parts
 */
export async function readJson(chunks: AsyncIterable<Uint8Array>, entries: string): Promise<unknown> {
  const read = { document: undefined as unknown, entries: 0, parts: 0 };
  const parser = new JSONParser({ paths: ['$', entries] });
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) read.parts += 1;
    if (read.parts > MAX_PARTS) throw new FeedError(`The feed answered over ${MAX_PARTS} objects and lists.`);
  };
  parser.onValue = ({ value, stack }) => {
    if (stack.length === 0) read.document = value;
    else read.entries += 1;
    if (read.entries > MAX_ENTRIES) throw tooManyEntries();
  };
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) {
    parse(() => parser.write(decoder.decode(chunk, { stream: true })));
    await nextTick();
  }
  parse(() => {
    parser.write(decoder.decode());
    if (!parser.isEnded) parser.end();
    if (read.document === undefined) throw new Error('The document is empty.');
  });
  return read.document;
}

/** @throws FeedError in place of the parser's and the decoder's errors */
function parse(step: () => void): void {
  try {
    step();
  } catch (error) {
    throw error instanceof FeedError ? error : new FeedError('The feed did not answer JSON.');
  }
}
