import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../common/access.js';
import { Problem, toProblem } from '../common/problem.js';
import { PROTECTED_RESOURCE } from './auth.controller.js';
import { Tokens } from './tokens.js';

const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Clients find out by a 401 who gives out tokens (RFC 9728). */
    challenged?: boolean;
  }
}

/**
 * Says who calls, before the body is read, since 401 is the first of the refusals (rules.md, "Everywhere"). The first
 * hook reads the token and refuses nothing yet: the rate limit, which comes between the two, counts by user.
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
      const known = this.tokens.recall(token);
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
