import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type FeedSpec, feedBytes } from './feed-entries.js';

/** A message to this process: to prepare other events, packed or not, or to answer the request that waits. */
export type ToFeed = { prepare: FeedSpec; packed: boolean } | 'answer';
/** A message of this process: where it listens, how many bytes it has prepared (unpacked), or that a request waits. */
export type FromFeed = { port: number } | { bytes: number } | 'requested';

let body: Buffer = Buffer.alloc(0);
let isPacked = false;
let answer = () => {};

// A campus feed that lets a request wait until the benchmark has it answered.
const server = createServer((_request, response) => {
  answer = () => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': body.length,
      ...(isPacked && { 'content-encoding': 'gzip' }),
    });
    response.end(body);
  };
  post('requested');
});

process.on('message', (message: ToFeed) => {
  if (message === 'answer') return answer();
  const bytes = feedBytes(message.prepare);
  isPacked = message.packed;
  body = isPacked ? gzipSync(bytes) : bytes;
  post({ bytes: bytes.length });
});
process.on('disconnect', () => process.exit(0));

server.listen(0, '127.0.0.1', () => post({ port: (server.address() as AddressInfo).port }));

function post(message: FromFeed): void {
  process.send?.(message);
}
