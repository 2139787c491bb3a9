import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fromRequest } from '../api.decorators.js';
import type { Config } from '../config.js';
import { parseUrl } from '../link.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The URL at which clients reach the service, without a trailing slash. */
    publicUrl: string;
  }
}

/**
 * Adds `publicUrl` to requests: `PUBLIC_URL`, else the host that the request or a trusted proxy names. In
 * production, no header decides it: without `PUBLIC_URL` it is a valid URL that works only on this machine.
 */
export function decoratePublicUrl(server: FastifyInstance, { PUBLIC_URL, production }: Config): void {
  server.decorateRequest('publicUrl', {
    getter(this: FastifyRequest) {
      const local = `http://localhost:${this.socket.localPort}`;
      if (PUBLIC_URL || production) return PUBLIC_URL ?? local;
      const scheme = this.protocol === 'https' ? 'https' : 'http';
      return parseUrl(`${scheme}://${this.host}`)?.origin ?? local;
    },
  });
}

export const PublicUrl = fromRequest(({ publicUrl }) => publicUrl);
