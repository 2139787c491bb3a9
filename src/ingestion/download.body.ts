import { pipeline } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { FeedError } from './feed.js';

/** Bytes that are copied in one go, some two milliseconds' worth. */
const STRIDE = 4 * 2 ** 20;

/**
 * Takes a body in, unpacked.
 * @param tooLarge what is said of one that has over `maxBytes`
 * @throws FeedError, or the stream's error
 */
export async function readBody(
  { headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
  tooLarge: string,
): Promise<Uint8Array> {
  const encoding = [headers['content-encoding']].flat()[0]?.toLowerCase() ?? 'identity';
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding)) {
    body.on('error', () => {}).destroy();
    throw new FeedError('The feed answered in an encoding that was not asked for.');
  }
  const unpacked = encoding === 'identity' ? body : pipeline(body, createGunzip(), () => {});
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of unpacked as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new FeedError(tooLarge);
    chunks.push(chunk);
  }
  return joined(chunks, size);
}

/** In memory of its own, so that it can be handed over to a thread. Requests are served while a large one is copied. */
async function joined(chunks: Uint8Array[], size: number): Promise<Uint8Array> {
  const whole = Buffer.allocUnsafeSlow(size);
  let offset = 0;
  let breathedAt = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
    if (offset - breathedAt < STRIDE) continue;
    await breathe();
    breathedAt = offset;
  }
  return whole;
}
