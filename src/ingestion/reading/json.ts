import { setImmediate as nextTick } from 'node:timers/promises';
import { JSONParser, TokenType } from '@streamparser/json';
import { FeedError } from './entries.js';

/**
 * Maximum values of a document. An object or an array counts twice. 32 MB of `{}` would exhaust the memory.
 */
const MAX_VALUES = 2_000_000;
/** Bytes of a string or number that are buffered. Unbuffered, 32 MB of digits take 900 MB. */
const BUFFER = 65_536;
const COST: Partial<Record<TokenType, number>> = {
  ...{ [TokenType.LEFT_BRACE]: 2, [TokenType.LEFT_BRACKET]: 2, [TokenType.COMMA]: 1 },
};

/**
 * Parses a JSON document while it arrives. It yields to the event loop between chunks.
 * @throws FeedError where it is not JSON in UTF-8, or has too many values
 */
export async function readJson(chunks: AsyncIterable<Uint8Array>): Promise<unknown> {
  let [document, values]: [unknown, number] = [undefined, 0];
  const parser = new JSONParser({ paths: ['$'], stringBufferSize: BUFFER, numberBufferSize: BUFFER });
  parser.onToken = ({ token }) => {
    values += COST[token] ?? 0;
    if (values > MAX_VALUES) throw new FeedError(`The feed returned over ${MAX_VALUES} values.`);
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

/** Runs a step of parsing. @throws FeedError instead of the errors of the parser and the decoder */
function parse(step: () => void): void {
  try {
    step();
  } catch (error) {
    throw error instanceof FeedError ? error : new FeedError('The feed did not return JSON.');
  }
}
