import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { Problem } from '../problem.js';

/** Milliseconds of an allowance, which begins with its first request. */
const WINDOW = 60_000;
/** Users, and addresses, that are counted at most; who came last is kept. */
const MOST_REQUESTERS = 100_000;
/** Requests in flight that a user or address may have on an instance (rules.md, "Limits"). */
const MOST_IN_FLIGHT = 30;
/** Milliseconds after which a handler that has not settled is answered 503, and counts no longer: none locks its user out. */
const DEADLINE = 60_000;

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

/** What a user or an address asks for. */
class Requester {
  requests = 0;
  endsAt = 0;
  readonly inFlight = new Set<IncomingMessage>();
  /** Requests whose handlers have not settled. */
  readonly inHandlers = new Set<IncomingMessage>();

  /** Counts a request. It returns the seconds for which its window still lasts. */
  count(): number {
    const now = Math.floor(performance.now());
    if (this.endsAt <= now) [this.requests, this.endsAt] = [0, now + WINDOW];
    this.requests += 1;
    return Math.ceil((this.endsAt - now) / 1000);
  }

  /** Whether it may have one more request in flight. When a connection ends, responses that queue on it report no end of their own. */
  enter(request: IncomingMessage): boolean {
    if (this.inFlight.size >= MOST_IN_FLIGHT)
      for (const each of this.inFlight) if (each.socket.destroyed) this.leave(each);
    return this.inFlight.size < MOST_IN_FLIGHT && Boolean(this.inFlight.add(request));
  }

  /** Frees the place of a request whose response is over, unless its handler works on: a disconnected client ends no work. */
  leave(request: IncomingMessage): void {
    if (!this.inHandlers.has(request)) this.inFlight.delete(request);
  }
}

/** The name under which an address is counted: an IPv6 address under its /64, whatever its zone (rules.md, "Limits"). */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const parsed = ipaddr.process(address.replace(/%.*/s, '')).toString(); // an IPv4 address written as IPv6 is an IPv4 address
  return parsed.includes(':') ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`).toString() : parsed;
}

/**
 * Limits the requests of each user, or each address where there is no valid token, on this instance: those at the same
 * time, and those a minute. Strangers cannot use up a user's, nor reset them.
 * @param perMinute requests
 */
export function limitRequests(server: FastifyInstance, perMinute: number, deadline = DEADLINE): void {
  const users = new LRUCache<string, Requester>({ max: MOST_REQUESTERS });
  const addresses = new LRUCache<string, Requester>({ max: MOST_REQUESTERS });
  const requesters = new WeakMap<FastifyRequest, Requester>();

  function requesterOf({ caller, ip, socket }: FastifyRequest): Requester {
    // The address that the trusted proxies name, or that of the connection where they name none.
    const name = caller?.id ?? networkOf(isIP(ip) ? ip : (socket.remoteAddress ?? ''));
    const store = caller ? users : addresses;
    const requester = store.get(name) ?? new Requester();
    store.set(name, requester);
    return requester;
  }

  server.addHook('onRequest', (request, reply, done) => {
    const { unlimited, endless } = request.routeOptions.config;
    if (unlimited) return done();
    const requester = requesterOf(request);
    requesters.set(request, requester);
    const reset = requester.count();
    reply
      .header('ratelimit-limit', perMinute)
      .header('ratelimit-remaining', Math.max(0, perMinute - requester.requests))
      .header('ratelimit-reset', reset);
    if (requester.requests > perMinute) {
      reply.header('retry-after', reset);
      done(new Problem('RATE_LIMITED'));
    } else if (endless || requester.enter(request.raw)) done();
    else done(new Problem('RATE_LIMITED', `More than ${MOST_IN_FLIGHT} requests at the same time.`));
  });
  server.addHook('onResponse', (request, _reply, done) => {
    requesters.get(request)?.leave(request.raw);
    done();
  });
  server.addHook('onRoute', (route) => {
    if (route.config?.endless) return;
    const { handler } = route;
    route.handler = function (request, reply) {
      const requester = requesters.get(request);
      const result = handler.call(this, request, reply);
      if (!requester || !(result instanceof Promise)) return result;
      requester.inFlight.add(request.raw); // its client may have disconnected before
      requester.inHandlers.add(request.raw);
      const settle = () => {
        clearTimeout(timer);
        requester.inHandlers.delete(request.raw);
        if (reply.raw.writableFinished || request.socket.destroyed) requester.leave(request.raw);
      };
      const timer = setTimeout(() => {
        settle();
        if (!reply.sent) void reply.send(new Problem('UNAVAILABLE', 'The request took too long.'));
      }, deadline).unref();
      result.then(settle, settle);
      return result;
    };
  });
}
