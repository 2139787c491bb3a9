import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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
    server.addHook('onRequest', async (request) => {
      if (!request.routeOptions.config.authenticated) return;
      try {
        const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
        if (!token) throw new Problem('UNAUTHENTICATED');
        request.caller = await this.tokens.verify(token);
      } catch (error) {
        this.failures.set(request, toProblem(error));
      }
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
