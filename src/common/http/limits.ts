import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { Problem } from '../problem.js';
import { InFlight } from './in-flight.js';

/** Milliseconds of an allowance, which begins with its first request. */
const WINDOW = 60_000;
/** Users, and addresses, that are counted at most; who came last is kept. */
const MOST_ASKERS = 100_000;
/** Requests in flight that a user or address may have on an instance (rules.md, "Limits"). */
const MOST_IN_FLIGHT = 30;
/** 16-bit parts of an IPv6 address that name its network. A customer of a provider has a whole /64. */
const NETWORK_PARTS = 4;

/** The headers that say how much is left (draft-ietf-httpapi-ratelimit-headers; RFC 9110, 10.2.3). */
export const LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After'];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** No limit counts it. */
    unlimited?: boolean;
    /** Its answer has no end, and a limit of its own. */
    endless?: boolean;
  }
}

/** Users and addresses have limits of their own, so that strangers cannot use up a user's. */
class Limits {
  readonly inFlight = new InFlight(MOST_IN_FLIGHT);
  private readonly windows = new LRUCache<string, { requests: number; endsAt: number }>({ max: MOST_ASKERS });

  /** Counts a request. It answers how many there are in this window, and the seconds that it still lasts. */
  count(asker: string): { requests: number; reset: number } {
    const now = performance.now();
    let window = this.windows.get(asker);
    if (!window || window.endsAt <= now) {
      window = { requests: 0, endsAt: now + WINDOW };
      this.windows.set(asker, window);
    }
    window.requests += 1;
    return { requests: window.requests, reset: Math.ceil((window.endsAt - now) / 1000) };
  }
}

/** The address that the trusted proxies name, or that of the connection where they name none. */
function addressOf({ ip, socket }: FastifyRequest): string {
  return isIP(ip) ? ip : (socket.remoteAddress ?? '');
}

/** The name under which an address is counted: an IPv6 address under its /64, whatever its zone (rules.md, "Limits"). */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const parsed = ipaddr.process(address.replace(/%.*/s, '')); // an IPv4 address written as IPv6 is an IPv4 address
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, NETWORK_PARTS).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * Limits the requests of each user, or each address where there is no valid token, on this instance: those at the same
 * time, and those a minute.
 * @param perMinute requests
 */
export function limitRequests(server: FastifyInstance, perMinute: number): void {
  const [users, addresses] = [new Limits(), new Limits()];
  server.addHook('onRequest', (request, reply, done) => {
    const { unlimited, endless } = request.routeOptions.config;
    if (unlimited) return done();
    const { caller } = request;
    const limits = caller ? users : addresses;
    const asker = caller ? caller.id : networkOf(addressOf(request));
    const { requests, reset } = limits.count(asker);
    reply
      .header('ratelimit-limit', perMinute)
      .header('ratelimit-remaining', Math.max(0, perMinute - requests))
      .header('ratelimit-reset', reset);
    if (requests > perMinute) {
      reply.header('retry-after', reset);
      return done(new Problem('RATE_LIMITED'));
    }
    if (!endless && !limits.inFlight.enter(request.raw, asker))
      return done(new Problem('RATE_LIMITED', `More than ${MOST_IN_FLIGHT} requests at the same time.`));
    done();
  });
  server.addHook('onResponse', ({ caller, raw }, _reply, done) => {
    (caller ? users : addresses).inFlight.leave(raw);
    done();
  });
}
