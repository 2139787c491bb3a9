import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { parseUrl } from '../link.js';
import { type Fault, Problem, type ProblemCode, problemJson } from '../problem.js';
import { UNCACHED_HEADERS } from './headers.js';

type Refusal = [status: number, code: ProblemCode, detail: string];

/** Problems for Node's error codes. The list of problem codes is closed, so each maps to the closest one. */
const REFUSALS: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'VALIDATION_FAILED', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [431, 'PAYLOAD_TOO_LARGE', 'The headers of the request are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'PAYLOAD_TOO_LARGE', 'The extensions of a chunk are too large.'],
};
const INVALID_HTTP: Refusal = [400, 'VALIDATION_FAILED', 'This is not a valid HTTP request.'];

/** The unfinished responses of each connection, in the order in which they are sent. */
const unfinished = new WeakMap<Socket, Set<ServerResponse>>();

/** Responds on the raw socket to bytes that are not an HTTP request, and closes it. */
export function refuseBadHttp(error: { code?: string }, socket: Socket): void {
  if (socket.writableEnded) return; // refused already
  const [first] = unfinished.get(socket) ?? [];
  // A second response would corrupt one that is partly sent.
  if (!socket.writable || error.code === 'ECONNRESET' || first?.headersSent) return void socket.destroy();
  socket.end(rawResponse(REFUSALS[error.code ?? ''] ?? INVALID_HTTP));
  // The rest is read and discarded: closing with unread bytes resets the connection and loses the response.
  socket.removeAllListeners('data').on('data', () => {});
  socket.once('end', () => socket.destroy());
  setTimeout(() => socket.destroy(), 1_000).unref();
}

function rawResponse([status, code, detail]: Refusal): string {
  const requestId = randomUUID();
  const errors = code === 'VALIDATION_FAILED' ? [{ pointer: '', detail }] : undefined;
  const body = problemJson(new Problem(code, detail, errors), { status, instance: '', requestId });
  const headers = {
    ...UNCACHED_HEADERS,
    'x-request-id': requestId,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    date: new Date().toUTCString(),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/** Headers with one value. Of two, Node keeps the first or joins them; a proxy may have checked the other. */
const NAMES = ['Host', 'Authorization', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID'];
const SINGLE = new Map(NAMES.map((name) => [name.toLowerCase(), name]));

/** A name of at most 255 characters or a bracketed IPv6 address, and maybe a port that `parseUrl` checks. */
const HOST = /^(?:\[[\da-f:.]+\]|(?=[^:]{1,255}(?::|$))[\w-]{1,63}(?:\.[\w-]{1,63})*\.?)(?::\d*)?$/i;

function faultOf({ rawHeaders, headers: { host }, httpVersion }: IncomingMessage): Fault | undefined {
  const sent = rawHeaders.filter((_text, at) => at % 2 === 0).map((name) => SINGLE.get(name.toLowerCase()));
  const twice = sent.find((name, at) => name && sent.indexOf(name) !== at);
  if (twice) return { pointer: twice, detail: 'is given more than once' };
  if (host === undefined)
    return httpVersion === '1.1' ? { pointer: 'Host', detail: 'is required' } : undefined;
  if (HOST.test(host) && parseUrl(`http://${host}`)) return undefined;
  return { pointer: 'Host', detail: 'must be a host name or an IP address, and may have a port' };
}

/** Sends problems where Node's own error responses have no body. */
export function handleBadHttp(fastify: FastifyInstance): void {
  const { server } = fastify;
  server.on('request', ({ socket }, response) => {
    const responses = unfinished.get(socket) ?? new Set();
    unfinished.set(socket, responses.add(response));
    response.once('close', () => responses.delete(response));
  });
  server.on('connect', (_request, socket) => refuseBadHttp({}, socket as Socket));
  // An unknown `Expect` may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  fastify.addHook('onRequest', ({ raw }, _reply, done) => {
    const fault = faultOf(raw);
    done(fault && Problem.invalid(fault));
  });
}
