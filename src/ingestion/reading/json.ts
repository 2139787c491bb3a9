import { constants } from 'node:buffer';
import { FeedError } from '../feed-error.js';

/**
 * The text of a document, without its byte order mark.
 * @throws FeedError where it is not UTF-8, or longer than any text can be
 */
export function decodeUtf8(bytes: Uint8Array): string {
  if (bytes.byteLength > constants.MAX_STRING_LENGTH)
    throw new FeedError('The feed answered over 512 MiB in one document.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notJson();
  }
}

/** @throws FeedError where the text is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

function notJson(): FeedError {
  return new FeedError('The feed did not answer JSON.');
}
