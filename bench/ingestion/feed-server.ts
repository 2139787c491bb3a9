import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type FeedSpec, feedBytes } from './feed-entries.js';

/** What this process is told: to hold other events ready, packed or not, or to answer who has asked. */
export type ToFeed = { hold: FeedSpec; packed: boolean } | 'answer';
/** What it says: where it listens, that it holds so many bytes ready (unpacked), that somebody has asked. */
export type FromFeed = { port: number } | { bytes: number } | 'asked';

let body: Buffer = Buffer.alloc(0);
let isPacked = false;
let answer = () => {};

// A campus feed that keeps who asks waiting until it is told to answer.
const server = createServer((_request, response) => {
  answer = () => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': body.length,
      ...(isPacked && { 'content-encoding': 'gzip' }),
    });
    response.end(body);
  };
  say('asked');
});

process.on('message', (message: ToFeed) => {
  if (message === 'answer') return answer();
  const bytes = feedBytes(message.hold);
  isPacked = message.packed;
  body = isPacked ? gzipSync(bytes) : bytes;
  say({ bytes: bytes.length });
});
process.on('disconnect', () => process.exit(0));

server.listen(0, '127.0.0.1', () => say({ port: (server.address() as AddressInfo).port }));

function say(message: FromFeed): void {
  process.send?.(message);
}
