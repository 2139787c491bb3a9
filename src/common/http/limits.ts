import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problem.js';
import { InFlight } from './in-flight.js';
import { networkOf } from './network.js';
import { RateLimit, type Spending } from './rate-limit.js';

/** Requests in flight that a user or address may have on an instance (rules.md, "Limits"). */
const MOST_IN_FLIGHT = 30;
/** Bytes of an answer that cost as much as a request. */
const BYTES_PER_REQUEST = 64 * 1024;
/** Characters of a text that cannot cost more: each takes 3 bytes at most. */
const CHEAP_LENGTH = BYTES_PER_REQUEST / 3;

/** The headers that say how much is left (draft-ietf-httpapi-ratelimit-headers; RFC 9110, 10.2.3). */
export const LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After'];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** No limit counts it. */
    unlimited?: boolean;
    /** Its answer has no end, and a limit of its own. */
    endless?: boolean;
  }
  interface FastifyRequest {
    /** What its user or address has spent; null where no limit counts it. */
    spending: Spending | null;
  }
}

/** Users and addresses have limits of their own, so that strangers cannot use up a user's. */
class Limits {
  readonly inFlight = new InFlight(MOST_IN_FLIGHT);

  constructor(readonly rate: RateLimit) {}
}

/** The address that the trusted proxies name, or that of the connection where they name none. */
function addressOf({ ip, socket }: FastifyRequest): string {
  return isIP(ip) ? ip : (socket.remoteAddress ?? '');
}

/** Bytes of an answer; 0 where it is too small to matter, and for a stream without a `Content-Length`. */
function bytesOf(payload: unknown, reply: FastifyReply): number {
  if (typeof payload === 'string') return payload.length < CHEAP_LENGTH ? 0 : Buffer.byteLength(payload);
  if (Buffer.isBuffer(payload)) return payload.length;
  return payload ? Number(reply.getHeader('content-length') ?? 0) : 0;
}

/** Passes a stream on, and charges for its bytes. */
async function* counted(
  chunks: AsyncIterable<string | Uint8Array>,
  charge: (cost: number) => void,
): AsyncGenerator<string | Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += Buffer.byteLength(chunk);
    charge(Math.floor(bytes / BYTES_PER_REQUEST));
    bytes %= BYTES_PER_REQUEST;
    yield chunk;
  }
}

/**
 * Limits the requests of each user, or each address where there is no valid token, on this instance: those at the same
 * time, and those a minute. A large answer costs more than one.
 * @param perMinute requests
 */
export function limitRequests(server: FastifyInstance, perMinute: number): void {
  const users = new Limits(new RateLimit(perMinute));
  const addresses = new Limits(new RateLimit(perMinute));
  const remaining = ({ spent }: Spending) => Math.max(0, perMinute - spent);

  server.decorateRequest('spending', null);
  server.addHook('onRequest', (request, reply, done) => {
    const { unlimited, endless } = request.routeOptions.config;
    if (unlimited) return done();
    const { caller } = request;
    const { rate, inFlight } = caller ? users : addresses;
    const asker = caller ? caller.id : networkOf(addressOf(request));
    const now = Math.floor(performance.now());
    const spending = rate.spend(asker, now);
    const reset = Math.ceil((spending.endsAt - now) / 1000);
    request.spending = spending;
    reply
      .header('ratelimit-limit', perMinute)
      .header('ratelimit-remaining', remaining(spending))
      .header('ratelimit-reset', reset);
    if (rate.isExceeded(spending)) {
      reply.header('retry-after', reset);
      return done(new Problem('RATE_LIMITED'));
    }
    if (!endless && !inFlight.enter(request.raw, asker))
      return done(new Problem('RATE_LIMITED', `More than ${MOST_IN_FLIGHT} requests at the same time.`));
    done();
  });

  server.addHook('onSend', (request, reply, payload, done) => {
    const { spending, caller } = request;
    if (spending && request.method !== 'HEAD') {
      const { rate } = caller ? users : addresses;
      const more = Math.floor(bytesOf(payload, reply) / BYTES_PER_REQUEST);
      if (more > 0) {
        rate.charge(spending, more);
        reply.header('ratelimit-remaining', remaining(spending));
      }
      if (payload instanceof Readable && !reply.hasHeader('content-length'))
        return done(null, Readable.from(counted(payload, (cost) => rate.charge(spending, cost))));
    }
    done();
  });

  server.addHook('onResponse', ({ caller, raw }, _reply, done) => {
    (caller ? users : addresses).inFlight.leave(raw);
    done();
  });
}
