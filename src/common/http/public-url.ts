import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fromRequest } from '../api.decorators.js';
import type { Config } from '../config.js';
import { urlOf } from '../link.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Where clients reach the service, without a slash at the end. */
    publicUrl: string;
  }
}

/**
 * Makes `publicUrl` the `PUBLIC_URL`. Without it, `publicUrl` is where the request came to; only a trusted proxy may
 * name another host (`TRUST_PROXY`). In production no header of a request names the service: without `PUBLIC_URL`, its
 * address is a valid URL that works on this machine only.
 */
export function namePublicUrl(server: FastifyInstance, { PUBLIC_URL, production }: Config): void {
  server.decorateRequest('publicUrl', {
    getter(this: FastifyRequest) {
      const local = `http://localhost:${this.socket.localPort}`;
      if (PUBLIC_URL || production) return PUBLIC_URL ?? local;
      const scheme = this.protocol === 'https' ? 'https' : 'http';
      return urlOf(`${scheme}://${this.host}`)?.origin ?? local;
    },
  });
}

export const PublicUrl = fromRequest(({ publicUrl }) => publicUrl);
