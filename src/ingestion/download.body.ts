import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { FeedError } from './feed.js';

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

/** In memory of its own, so that it can be handed over to a thread. */
function joined(chunks: Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks.splice(0)) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
