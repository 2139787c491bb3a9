import type { FastifyError, FastifyInstance } from 'fastify';

/** A request that is answered with an error. */
export class Refusal extends Error {
  constructor(
    readonly statusCode: number,
    readonly code: string,
  ) {
    super(code);
  }
}

/** Answers refusals, also those of the framework, as problems with a code. */
export function refusals(server: FastifyInstance): void {
  server.setErrorHandler<FastifyError | Refusal>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    const code = 'validation' in error && error.validation ? 'VALIDATION_FAILED' : error.code;
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    void reply.code(status).send({ status, code });
  });
}
