import type { ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { Problem } from '../problem.js';

/** Milliseconds of a rate limit's window, which begins with its first request. */
const WINDOW = 60_000;
/**
 * The tracked users, and the tracked addresses. The least recently seen are evicted. `max` would allocate the
 * places of all at once.
 */
const TRACKED = { maxSize: 100_000, sizeCalculation: () => 1, memoMethod: () => new Requester() };
/** Maximum concurrent requests of a user or address on one instance (rules.md, "Limits"). */
const MOST_IN_FLIGHT = 30;

/** Headers that report the remaining allowance (draft-ietf-httpapi-ratelimit-headers; RFC 9110, 10.2.3). */
export const LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After'];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Exempt from all limits. */
    unlimited?: boolean;
    /** The response never ends, and has a limit of its own. */
    endless?: boolean;
  }
}

/** The responses whose handlers have not settled: a disconnect stops no work. */
const inHandlers = new WeakSet<ServerResponse>();

class Requester {
  requests = 0;
  endsAt = 0;
  readonly inFlight = new Set<ServerResponse>();

  /** Counts a request. @returns seconds until the window ends */
  count(): number {
    const now = Math.floor(performance.now());
    if (this.endsAt <= now) [this.requests, this.endsAt] = [0, now + WINDOW];
    this.requests += 1;
    return Math.ceil((this.endsAt - now) / 1000);
  }

  /** Frees the slots of finished work. Responses queued on a closed connection emit no event. */
  isFull(): boolean {
    if (this.inFlight.size >= MOST_IN_FLIGHT) for (const each of this.inFlight) this.leave(each);
    return this.inFlight.size >= MOST_IN_FLIGHT;
  }

  /** Frees the slot of a response that is sent or cannot be, once its handler has settled. */
  leave(response: ServerResponse): void {
    const isOver = response.writableFinished || response.req.socket.destroyed;
    if (isOver && !inHandlers.has(response)) this.inFlight.delete(response);
  }
}

/** The key of an address's count: the /64 of an IPv6 address, without its zone (rules.md, "Limits"). */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const parsed = ipaddr.process(address.replace(/%.*/s, '')).toString(); // an IPv4-mapped address becomes IPv4
  return parsed.includes(':') ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`).toString() : parsed;
}

/**
 * Limits the concurrent requests and the requests per minute of each user, or of each address without a valid
 * token, on this instance.
 */
export function limitRequests(server: FastifyInstance, perMinute: number): void {
  const users = new LRUCache<string, Requester>(TRACKED);
  const addresses = new LRUCache<string, Requester>(TRACKED);
  const requesters = new WeakMap<FastifyRequest, Requester>();

  function requesterOf({ caller, ip, socket }: FastifyRequest): Requester {
    // The address that the trusted proxies report, else that of the connection.
    const name = caller?.id ?? networkOf(isIP(ip) ? ip : (socket.remoteAddress ?? ''));
    return (caller ? users : addresses).memo(name);
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
      done(Problem.by('rate'));
    } else if (!endless && requester.isFull()) {
      done(Problem.by('in_flight', `More than ${MOST_IN_FLIGHT} requests at the same time.`));
    } else {
      if (!endless) requester.inFlight.add(reply.raw);
      done();
    }
  });
  server.addHook('onResponse', (request, reply, done) => {
    requesters.get(request)?.leave(reply.raw);
    done();
  });
  server.addHook('onRoute', (route) => {
    if (route.config?.endless) return;
    const { handler } = route;
    route.handler = function (request, reply) {
      const requester = requesters.get(request);
      const result = handler.call(this, request, reply);
      if (!requester || !(result instanceof Promise)) return result;
      inHandlers.add(reply.raw);
      requester.inFlight.add(reply.raw); // again, if a disconnect has freed the slot
      const settle = () => {
        inHandlers.delete(reply.raw);
        requester.leave(reply.raw);
      };
      result.then(settle, settle);
      return result;
    };
  });
}
