import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../common/access.js';
import { Problem, toProblem } from '../common/problem.js';
import { PROTECTED_RESOURCE } from './auth.controller.js';
import { Tokens } from './tokens.js';

const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A 401 points clients to the authorization server (RFC 9728). */
    challenged?: boolean;
  }
}

/**
 * Authenticates the caller before the body is read: 401 precedes all other refusals (rules.md, "Everywhere").
 * The first hook verifies the token but does not refuse yet: the rate limit, which runs between the two
 * hooks, counts by user.
 */
@Injectable()
export class Authentication {
  private readonly failures = new WeakMap<FastifyRequest, Problem>();

  constructor(private readonly tokens: Tokens) {}

  register(server: FastifyInstance): void {
    server.addHook('onRequest', (request, _reply, done) => {
      if (!request.routeOptions.config.authenticated) return done();
      const refuse = (error: unknown) => {
        this.failures.set(request, toProblem(error));
        done();
      };
      const admit = (caller: Caller) => {
        request.caller = caller;
        done();
      };
      const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
      if (!token) return refuse(new Problem('UNAUTHENTICATED'));
      const known = this.tokens.cachedCaller(token);
      if (known) return admit(known);
      this.tokens.verify(token).then(admit, refuse);
    });

    server.addHook('preParsing', (request, reply, payload, done) => {
      const failure = this.failures.get(request);
      if (!failure) return done(null, payload);
      if (request.routeOptions.config.challenged) {
        const metadata = `${request.publicUrl}/${PROTECTED_RESOURCE}${request.routeOptions.url}`;
        reply.header('www-authenticate', `Bearer resource_metadata="${metadata}"`);
      }
      done(failure);
    });
  }
}
