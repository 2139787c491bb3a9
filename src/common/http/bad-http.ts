import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Problem, type ProblemCode, problemJson } from '../problem.js';
import { UNCACHED_HEADERS } from './headers.js';

type Refusal = [status: number, code: ProblemCode, detail: string];

/** Node's error codes as problems. The list of problem codes is closed, so each gets the nearest one. */
const REFUSALS: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'VALIDATION_FAILED', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [431, 'PAYLOAD_TOO_LARGE', 'The head of the request is too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'PAYLOAD_TOO_LARGE', 'The extensions of a chunk are too large.'],
};
const NO_HTTP: Refusal = [400, 'VALIDATION_FAILED', 'This is no valid HTTP request.'];

/** The answers of each connection that are not sent completely, in the order in which they go out. */
const open = new WeakMap<Socket, Set<ServerResponse>>();

/** Answers bytes that are no request on the raw socket, and closes it. */
export function refuseBadHttp(error: { code?: string }, socket: Socket): void {
  if (socket.writableEnded) return; // refused already
  const [first] = open.get(socket) ?? [];
  // Where part of an answer has been sent, another would corrupt it.
  if (!socket.writable || error.code === 'ECONNRESET' || first?.headersSent) return void socket.destroy();
  socket.end(rawAnswer(REFUSALS[error.code ?? ''] ?? NO_HTTP));
  // The rest is read and dropped: closing with unread bytes resets the connection, and the client loses the answer.
  socket.removeAllListeners('data').on('data', () => {});
  socket.once('end', () => socket.destroy());
  setTimeout(() => socket.destroy(), 1_000).unref();
}

function rawAnswer([status, code, detail]: Refusal): string {
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

/** Answers with problems where Node's own answers have no body. */
export function answerOddHttp(fastify: FastifyInstance): void {
  const { server } = fastify;
  server.on('request', ({ socket }, response) => {
    const answers = open.get(socket) ?? new Set();
    open.set(socket, answers.add(response));
    response.once('close', () => answers.delete(response));
  });
  server.on('connect', (_request, socket) => refuseBadHttp({}, socket as Socket));
  // An unknown `Expect` may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  fastify.addHook('onRequest', ({ raw }, _reply, done) => {
    const hosts = raw.rawHeaders.filter((text, at) => at % 2 === 0 && /^host$/i.test(text)).length;
    if (hosts === 1 || (hosts === 0 && raw.httpVersion !== '1.1')) return done();
    done(Problem.invalid({ pointer: 'Host', detail: hosts ? 'is given more than once' : 'is required' }));
  });
}
