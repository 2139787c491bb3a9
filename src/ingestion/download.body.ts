import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { drop } from './download.request.js';
import { FeedError } from './feed-error.js';

/** Bytes that are passed on together, the last ones excepted. The service answers requests in between. */
const BLOCK = 2 ** 18;

/** Takes an answer in and makes something of it. */
export interface Receiver<T> {
  /** An answer begins; forget what came of an earlier one. */
  begin(): void;
  /** @param block has memory of its own, so that it can be transferred to a thread */
  take(block: Uint8Array): void;
  /** The answer is complete. */
  end(): T | Promise<T>;
}

/**
 * Receives the body of this answer, unpacked.
 * @param tooLarge the message for one of over `maxBytes`
 * @throws FeedError, or the stream's error
 */
export async function receive<T>(
  answer: IncomingMessage,
  receiver: Receiver<T>,
  maxBytes: number,
  tooLarge: string,
): Promise<T> {
  receiver.begin();
  let left = maxBytes;
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of unpacked(answer)) {
    left -= chunk.byteLength;
    if (left < 0) throw new FeedError(tooLarge);
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size < BLOCK) continue;
    receiver.take(joined(chunks, size));
    [chunks, size] = [[], 0];
    await breathe();
  }
  receiver.take(joined(chunks, size));
  return receiver.end();
}

function unpacked(answer: IncomingMessage): AsyncIterable<Uint8Array> {
  const encoding = answer.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return answer;
  if (encoding === 'gzip' || encoding === 'x-gzip') return pipeline(answer, createGunzip(), () => {});
  drop(answer);
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

/** Takes an answer in as one piece. */
export class Whole implements Receiver<Uint8Array> {
  private blocks: Uint8Array[] = [];

  begin(): void {
    this.blocks = [];
  }

  take(block: Uint8Array): void {
    this.blocks.push(block);
  }

  /** The service answers requests while a large answer is put together. */
  async end(): Promise<Uint8Array> {
    if (this.blocks.length === 1) return this.blocks[0]!;
    const bytes = Buffer.allocUnsafeSlow(this.blocks.reduce((sum, { byteLength }) => sum + byteLength, 0));
    let offset = 0;
    for (const block of this.blocks) {
      bytes.set(block, offset);
      offset += block.byteLength;
      await breathe();
    }
    return bytes;
  }
}
