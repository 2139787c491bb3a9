import { constants } from 'node:buffer';
import { FeedError } from '../feed-error.js';
import { decodeUtf8 } from './json.js';

describe('the text of a document', () => {
  it('cannot be longer than any text', () => {
    const bytes = { byteLength: constants.MAX_STRING_LENGTH + 1 } as Uint8Array;
    expect(() => decodeUtf8(bytes)).toThrow(new FeedError('The feed answered over 512 MiB in one document.'));
  });
});
