import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import zlib from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';
import { CODINGS, type Coding, tagOfCoding } from './etag.js';

/** Bytes from which on an answer is compressed: smaller ones are hardly sent sooner (docs/decisions/compression.md). */
const LEAST = 1024;
/** Bytes up to which it is compressed at once. To hand so few to another thread costs about as much again. */
const AT_ONCE = 64 * 1024;
const IS_TEXT = /^(?:application\/(?:problem\+)?json|text\/(?:html|css|javascript|yaml))\b/;

/** The least that saves most: an answer is compressed for one request alone. gzip reads the level, brotli the parameters. */
const CHEAPEST = {
  level: zlib.constants.Z_BEST_SPEED,
  params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 },
};
const COMPRESSORS = {
  br: { atOnce: zlib.brotliCompressSync, stream: zlib.createBrotliCompress },
  gzip: { atOnce: zlib.gzipSync, stream: zlib.createGzip },
};

/** Answers that are the same for all who ask, as sent in each coding: they are compressed once. */
export const SENT = new WeakMap<Buffer, Map<Coding, Promise<Buffer>>>();

/**
 * Compresses answers of JSON where the client accepts it (RFC 9110, 12.5.3). It is the last of the hooks, so the limits have
 * counted what is compressed. An answer to HEAD is compressed too: only so are its headers those of GET.
 */
export function compressAnswers(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (!payload || !IS_TEXT.test(String(reply.getHeader('content-type')))) return done(null, payload);
    const stream = payload instanceof Readable ? payload : undefined;
    const size = stream ? Number.POSITIVE_INFINITY : Buffer.byteLength(payload as string | Buffer);
    if (size < LEAST) return done(null, payload);
    const vary = String(reply.getHeader('vary') ?? '');
    if (!vary.includes('Accept-Encoding'))
      reply.header('vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding');
    // The coding that the client likes best, if it wants one of ours.
    const accepted = request.headers['accept-encoding']?.toLowerCase();
    const best = accepted && negotiate(accepted, [...CODINGS, 'identity']);
    const coding = CODINGS.find((each) => each === best);
    if (!coding) return done(null, payload);
    const tag = reply.getHeader('etag');
    if (typeof tag === 'string') reply.header('etag', tagOfCoding(tag, coding));
    reply.header('content-encoding', coding).removeHeader('content-length');
    const compressor = COMPRESSORS[coding];
    if (stream) {
      const packed = compressor.stream(CHEAPEST);
      pipeline(stream, packed, () => {}); // an error midway ends what is packed, and so the connection
      return done(null, packed);
    }
    const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload as string);
    const sent = SENT.get(bytes);
    if (!sent && size <= AT_ONCE) return done(null, compressor.atOnce(bytes, CHEAPEST));
    const packing = sent?.get(coding) ?? buffer(compressor.stream(CHEAPEST).end(bytes));
    sent?.set(coding, packing);
    packing.then((packed) => done(null, packed), done);
  });
}
