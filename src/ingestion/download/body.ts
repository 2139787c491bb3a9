import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { boundedChunks } from '../../common/bounded-body.js';
import { FeedError } from '../feed-error.js';
import { discard } from './connections.js';

/** Bytes that are passed on together, the last ones excepted. The service answers requests in between. */
const BLOCK = 2 ** 18;

/** Receives one document at a time, in blocks. */
export interface Receiver<Result> {
  /** A document begins. Forget what came of one that did not end. */
  begin(): void;
  /** @param block has memory of its own, so that it can be transferred to a thread */
  write(block: Uint8Array): void;
  /** The document is complete. */
  end(): Promise<Result>;
}

/**
 * Passes the body of an answer on, unpacked.
 * @param tooLarge makes the error for one of over `maxBytes`
 * @returns the number of its bytes
 * @throws FeedError, or the stream's error
 */
export async function passOn(
  answer: IncomingMessage,
  receiver: Receiver<unknown>,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<number> {
  receiver.begin();
  let chunks: Uint8Array[] = [];
  let size = 0;
  let total = 0;
  const flush = () => {
    receiver.write(joined(chunks, size));
    total += size;
    [chunks, size] = [[], 0];
  };
  for await (const chunk of boundedChunks(unpacked(answer), maxBytes, tooLarge)) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size < BLOCK) continue;
    flush();
    await nextTurn();
  }
  flush();
  return total;
}

/**
 * The body of an answer, without its compression.
 * @throws FeedError where it is in an encoding that was not asked for
 */
export function unpacked(answer: IncomingMessage): AsyncIterable<Uint8Array> {
  const encoding = answer.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return answer;
  if (encoding === 'gzip' || encoding === 'x-gzip') return pipeline(answer, createGunzip(), () => {});
  discard(answer);
  throw new FeedError('The feed answered in an encoding that the request did not allow.');
}

function joined(chunks: Uint8Array[], size: number): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
