import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import zlib from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';

/** Minimum bytes to compress: smaller responses gain hardly anything (docs/decisions/compression.md). */
const MIN_BYTES = 1024;
/** Maximum bytes to compress synchronously. Handing them to another thread would about double the cost. */
const MAX_SYNC_BYTES = 64 * 1024;
const IS_TEXT = /^(?:application\/(?:problem\+)?json|text\/(?:html|css|javascript|yaml))\b/;

/** The fastest settings: each response is compressed for one request. gzip reads `level`, brotli `params`. */
const FASTEST = {
  level: zlib.constants.Z_BEST_SPEED,
  params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 },
};
const COMPRESSORS = {
  br: { sync: zlib.brotliCompressSync, stream: zlib.createBrotliCompress },
  gzip: { sync: zlib.gzipSync, stream: zlib.createGzip },
};
type Coding = keyof typeof COMPRESSORS;

/** Compressed forms, by coding, of responses that are the same for every client: each is compressed once. */
export const COMPRESSED = new WeakMap<Buffer, Map<Coding, Promise<Buffer>>>();

/** Compresses JSON and text if the client accepts it (RFC 9110, 12.5.3), for HEAD as for GET. Runs last. */
export function compressResponses(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (!payload || !IS_TEXT.test(String(reply.getHeader('content-type')))) return done(null, payload);
    const stream = payload instanceof Readable ? payload : undefined;
    const size = stream ? Number.POSITIVE_INFINITY : Buffer.byteLength(payload as string | Buffer);
    if (size < MIN_BYTES) return done(null, payload);
    const accepted = request.headers['accept-encoding']?.toLowerCase() ?? '';
    const coding = negotiate(accepted, ['br', 'gzip', 'identity']);
    if (coding !== 'br' && coding !== 'gzip') return done(null, payload);
    reply.header('content-encoding', coding).removeHeader('content-length');
    const compressor = COMPRESSORS[coding];
    if (stream) {
      const compressed = compressor.stream(FASTEST);
      pipeline(stream, compressed, () => {}); // an error destroys the compressed stream, and so the connection
      return done(null, compressed);
    }
    const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload as string);
    const cached = COMPRESSED.get(bytes);
    if (!cached && size <= MAX_SYNC_BYTES) return done(null, compressor.sync(bytes, FASTEST));
    const compressing = cached?.get(coding) ?? buffer(compressor.stream(FASTEST).end(bytes));
    cached?.set(coding, compressing);
    compressing.then((compressed) => done(null, compressed), done);
  });
}
