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

/** Makes `publicUrl` what `PUBLIC_URL` says, else where the request came to. Only a trusted proxy may say that (`TRUST_PROXY`). */
export function namePublicUrl(server: FastifyInstance, { PUBLIC_URL }: Config): void {
  server.decorateRequest('publicUrl', {
    getter(this: FastifyRequest) {
      const scheme = this.protocol === 'https' ? 'https' : 'http';
      return PUBLIC_URL ?? urlOf(`${scheme}://${this.host}`)?.origin ?? 'http://localhost';
    },
  });
}

export const PublicUrl = fromRequest(({ publicUrl }) => publicUrl);
