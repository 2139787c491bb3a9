import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { drop } from './download.request.js';
import { FeedError } from './feed.js';

/** Bytes that are handed on together at least, but for the last. */
const BLOCK = 2 ** 20;

/** The body of an answer, unpacked. */
export interface Body {
  /** Its bytes, where it is told beforehand how many they are; else 0. */
  size: number;
  /** Each is in memory of its own, so that it can be handed over to a thread. */
  blocks: AsyncIterable<Uint8Array>;
}

/**
 * The body of this answer. Its blocks throw a FeedError where it is too large, or the stream's error.
 * @param tooLarge what is said of one that has over `maxBytes`
 * @throws FeedError where it is packed in a way that was not asked for
 */
export function bodyOf(answer: IncomingMessage, maxBytes: number, tooLarge: string): Body {
  const { headers } = answer;
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding)) {
    drop(answer);
    throw new FeedError('The feed answered in an encoding that was not asked for.');
  }
  const isPacked = encoding !== 'identity';
  const unpacked = isPacked ? pipeline(answer, createGunzip(), () => {}) : answer;
  return {
    size: isPacked ? 0 : Number(headers['content-length'] ?? 0),
    blocks: blocksOf(unpacked, maxBytes, tooLarge),
  };
}

async function* blocksOf(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLarge: string,
): AsyncGenerator<Uint8Array> {
  let left = maxBytes;
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    left -= chunk.byteLength;
    if (left < 0) throw new FeedError(tooLarge);
    held.push(chunk);
    size += chunk.byteLength;
    if (size < BLOCK) continue;
    yield joined(held, size);
    [held, size] = [[], 0];
  }
  yield joined(held, size);
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

/** A body in one piece. Requests are served while a large one is copied. */
export async function whole({ blocks }: Body): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const block of blocks) all.push(block);
  if (all.length === 1) return all[0]!;
  const bytes = Buffer.allocUnsafeSlow(all.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let offset = 0;
  for (const block of all) {
    bytes.set(block, offset);
    offset += block.byteLength;
    await breathe();
  }
  return bytes;
}
