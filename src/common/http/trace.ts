import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A trace that a request belongs to, and the headers that continue it (W3C Trace Context). */
interface Trace {
  id: string;
  headers: { traceparent: string; tracestate?: string };
}

/** Version, trace id, parent id and flags. Version ff and ids of zeros are invalid. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0+-)([\da-f]{32})-(?!0+-)[\da-f]{16}-[\da-f]{2}$/;

const current = new AsyncLocalStorage<Trace>();

/** The trace that the headers of a request name, or undefined. */
export function traceOf({ headers }: Pick<FastifyRequest, 'headers'>): Trace | undefined {
  const { traceparent, tracestate } = headers as Record<string, string | undefined>;
  const id = traceparent && TRACEPARENT.exec(traceparent)?.[1];
  return id ? { id, headers: { traceparent, tracestate } } : undefined;
}

export const currentTrace = (): Trace | undefined => current.getStore();

/** The headers of an outgoing call. OpenTelemetry, if NODE_OPTIONS loads it, sends those of its own spans. */
export function traceHeaders(): Partial<Trace['headers']> {
  const isInstrumented = Symbol.for('opentelemetry.js.api.1') in globalThis;
  return (!isInstrumented && currentTrace()?.headers) || {};
}

/** Follows the traces of requests. Reading a body loses the context, so the hook runs after it. */
export function followTraces(server: FastifyInstance): void {
  server.addHook('preValidation', (request, _reply, done) => {
    const trace = traceOf(request);
    if (trace) current.run(trace, done);
    else done();
  });
}
