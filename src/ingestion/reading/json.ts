import { setImmediate as nextTick } from 'node:timers/promises';
import { JSONParser, TokenType } from '@streamparser/json';
import { FeedError } from './entries.js';

/** Values that a document may have; an object or a list counts for two. 32 MB of `{}` would fill the memory. */
const MAX_VALUES = 2_000_000;
/** Bytes of a text or a number that are gathered at once. Character by character, 32 MB of digits take 900 MB. */
const BUFFER = 65_536;
const WORTH: Partial<Record<TokenType, number>> = {
  ...{ [TokenType.LEFT_BRACE]: 2, [TokenType.LEFT_BRACKET]: 2, [TokenType.COMMA]: 1 },
};

/**
 * Reads a JSON document while it arrives. The service answers requests in between.
 * @throws FeedError where it is not JSON in UTF-8, or has too many values
 */
export async function readJson(chunks: AsyncIterable<Uint8Array>): Promise<unknown> {
  let [document, values]: [unknown, number] = [undefined, 0];
  const parser = new JSONParser({ paths: ['$'], stringBufferSize: BUFFER, numberBufferSize: BUFFER });
  parser.onToken = ({ token }) => {
    values += WORTH[token] ?? 0;
    if (values > MAX_VALUES) throw new FeedError(`The feed answered over ${MAX_VALUES} values.`);
  };
  parser.onValue = ({ value }) => {
    document = value;
  };
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) {
    parse(() => parser.write(decoder.decode(chunk, { stream: true })));
    await nextTick();
  }
  parse(() => {
    parser.write(decoder.decode());
    if (!parser.isEnded) parser.end();
    if (document === undefined) throw new Error('The document is empty.');
  });
  return document;
}

/** @throws FeedError in place of the parser's and the decoder's errors */
function parse(step: () => void): void {
  try {
    step();
  } catch (error) {
    throw error instanceof FeedError ? error : new FeedError('The feed did not answer JSON.');
  }
}
