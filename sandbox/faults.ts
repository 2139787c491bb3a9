import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FaultOptions, FaultType } from './fault-type.js';
import { LLM_FAULTS } from './llm/llm-faults.js';
import { compress, type Exchange, head, type Reply, send, sendBytes } from './reply.js';
import { TICKETING_FAULTS } from './ticketing/ticketing-faults.js';

/** How an endpoint misbehaves. Options that are not given have the defaults of `FAULTS`. */
export interface Fault extends Partial<FaultOptions> {
  kind: FaultKind;
  /** How many requests are answered well before it begins. */
  after?: number;
  /** How many requests it lasts. */
  times?: number;
}

const MIB = 1024 * 1024;
/** The prefix of paths that are always answered well, for redirects. */
export const MOVED = '/moved';

/** Every fault, by its kind. */
export const FAULTS = {
  status: {
    about: 'Answers with this HTTP status and a small JSON error, or `body`.',
    options: { status: 500, body: null },
    play: (exchange, { status, body }) =>
      send(exchange, body === null ? errorReply(status) : { status, body: JSON.stringify(body) }),
  },
  'rate-limited': {
    about: 'Answers 429 (or another status) with Retry-After, in seconds or as an HTTP date.',
    options: { retryAfter: 2, status: 429 },
    play: (exchange, { retryAfter, status }) =>
      send(exchange, errorReply(status, { 'retry-after': `${retryAfter}` })),
  },
  ...TICKETING_FAULTS,
  html: {
    about: 'Answers 200 with an HTML page, as a login wall or a proxy does.',
    options: {},
    play: (exchange) =>
      send(exchange, {
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: '<!doctype html><html><head><title>Sign in</title></head><body><h1>Please sign in</h1></body></html>',
      }),
  },
  truncated: {
    about: 'Answers 200 with the first half of the JSON, as if it were all.',
    options: {},
    play: (exchange) => send(exchange, { ...exchange.reply, body: half(exchange.reply.body) }),
  },
  'truncated-gzip': {
    about: 'Answers 200 with the first half of a gzip stream, as if it were all.',
    options: {},
    play: async (exchange) => {
      const whole = await compress(exchange.reply.body);
      sendBytes(exchange, exchange.reply, whole.subarray(0, whole.length / 2), 'gzip');
    },
  },
  'other-shape': {
    about: 'Answers 200 with JSON of another shape: `body`, whatever it is.',
    options: { body: { status: 'success', data: { events: { total: 0, items: [] } } } },
    play: (exchange, { body }) => send(exchange, { ...exchange.reply, body: JSON.stringify(body) }),
  },
  'hang-up': {
    about: 'Closes the connection before it says anything.',
    options: {},
    play: ({ request }) => void request.socket.destroy(),
  },
  'hang-up-midway': {
    about: 'Closes the connection in the middle of the body (with a Content-Length, or chunked).',
    options: { chunked: false },
    play: async (exchange, { chunked }) => {
      await startBody(exchange, chunked);
      exchange.request.socket.destroy();
    },
  },
  stall: {
    about: 'Sends half of the body and then nothing more, with the connection open.',
    options: { chunked: false },
    play: (exchange, { chunked }) => startBody(exchange, chunked),
  },
  drip: {
    about: 'Sends the true answer in so many bytes at a time.',
    options: { bytes: 1, everyMs: 200 },
    play: drip,
  },
  silent: {
    about: 'Reads the request and never answers.',
    options: {},
    play: () => undefined,
  },
  'gzip-bomb': {
    about: 'Sends the true answer and so many MiB of blanks behind it, as a small gzip stream.',
    options: { mib: 1024 },
    play: (exchange, { mib }) => pour(exchange, mib, 'gzip'),
  },
  oversized: {
    about: 'Sends the true answer and blanks behind it, plain, until it is so many MiB.',
    options: { mib: 65 },
    play: (exchange, { mib }) => pour(exchange, mib, 'identity'),
  },
  endless: {
    about: 'Sends the true answer and blanks behind it, for ever.',
    options: {},
    play: (exchange) => pour(exchange, Number.POSITIVE_INFINITY, 'identity'),
  },
  redirect: {
    about: 'Redirects to "other-host" or "same-host" (where the true answer is), "itself", or any address.',
    options: { to: 'other-host', status: 302 },
    play: (exchange, { to, status }) => redirect(exchange, to, status),
  },
  ...LLM_FAULTS,
} as const satisfies Record<string, FaultType>;

export type FaultKind = keyof typeof FAULTS;

/** Misbehaves once. */
export async function play(fault: Fault, exchange: Exchange): Promise<void> {
  const type: FaultType = FAULTS[fault.kind];
  await type.play(exchange, { ...type.options, ...fault } as FaultOptions);
}

/**
 * Reads a fault as people write it: a kind (`"html"`), a status (`503`), or an object with options. Null is none.
 * @throws Error that says what is wrong with it
 */
export function readFault(given: unknown, endpoint: string): Fault | null {
  if (given === null) return null;
  if (typeof given === 'number') return readFault({ kind: 'status', status: given }, endpoint);
  if (typeof given === 'string') return readFault({ kind: given }, endpoint);
  if (typeof given !== 'object' || Array.isArray(given))
    throw new Error('A fault is a name, a status or an object.');
  const { kind, after, times, ...options } = given as Record<string, unknown>;
  if (typeof kind !== 'string' || !Object.hasOwn(FAULTS, kind)) {
    throw new Error(
      `There is no fault ${JSON.stringify(kind)}; there are ${Object.keys(FAULTS).join(', ')}.`,
    );
  }
  for (const [name, value] of Object.entries({ after, times }))
    if (value !== undefined && !isCount(value))
      throw new Error(`"${name}" is a number of requests, 1 or more.`);
  const { of = endpoint, ...type }: FaultType = FAULTS[kind as FaultKind];
  const known: Record<string, unknown> = type.options;
  if (of !== endpoint) throw new Error(`The fault "${kind}" is one of "${of}" alone.`);
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(known, name)) throw new Error(`The fault "${kind}" has no option "${name}".`);
    const fits =
      name === 'body' ||
      (name === 'retryAfter' && typeof value === 'string') ||
      (typeof value === typeof known[name] && (typeof value !== 'number' || isCount(value)));
    if (!fits) throw new Error(`"${name}" of "${kind}" is something like ${JSON.stringify(known[name])}.`);
  }
  const { status } = options;
  if (typeof status === 'number' && (status < 200 || status > 599))
    throw new Error('"status" is 200 to 599.');
  return given as Fault;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function errorReply(status: number, headers?: Reply['headers']): Reply {
  return {
    status,
    headers,
    body: JSON.stringify({ status: 'error', message: `The feed answers ${status}.` }),
  };
}

function half(text: string): string {
  return text.slice(0, Math.floor(text.length / 2));
}

/** Sends the head and the first half of the body, and waits until they are sent. */
function startBody(exchange: Exchange, chunked: boolean): Promise<void> {
  const body = Buffer.from(exchange.reply.body);
  head(exchange, exchange.reply, 'identity', chunked ? undefined : body.length);
  return new Promise((resolve) => {
    exchange.response.write(body.subarray(0, Math.max(1, body.length / 2)), () => resolve());
  });
}

function drip(exchange: Exchange, { bytes, everyMs }: FaultOptions): void {
  const body = Buffer.from(exchange.reply.body);
  head(exchange, exchange.reply, 'identity', body.length);
  exchange.response.flushHeaders();
  let sent = 0;
  const timer = setInterval(() => {
    exchange.response.write(body.subarray(sent, sent + bytes));
    sent += bytes;
    if (sent >= body.length) exchange.response.end();
  }, everyMs);
  exchange.response.once('close', () => clearInterval(timer));
}

/** Sends a huge body that is good JSON: nothing but its size is wrong. */
function pour(exchange: Exchange, mib: number, encoding: 'gzip' | 'identity'): void {
  head(exchange, exchange.reply, encoding);
  const body = Readable.from(padded(Buffer.from(exchange.reply.body), mib * MIB));
  // A client that has seen enough hangs up, which is no error here.
  const done = () => undefined;
  if (encoding === 'gzip') pipeline(body, createGzip(), exchange.response, done);
  else pipeline(body, exchange.response, done);
}

function* padded(body: Buffer, size: number): Generator<Buffer> {
  yield body;
  const blanks = Buffer.alloc(MIB, ' ');
  for (let left = size - body.length; left > 0; left -= MIB) yield blanks.subarray(0, Math.min(left, MIB));
}

function redirect(exchange: Exchange, to: string, status: number): void {
  const { request, url } = exchange;
  const moved = `${MOVED}${request.url}`;
  const targets: Record<string, string> = {
    itself: `${request.url}`,
    'same-host': moved,
    // Another host by its name, and the same server: it counts the requests of clients that follow.
    'other-host': `${url.replace('127.0.0.1', 'localhost')}${moved}`,
  };
  const location = targets[to] ?? to;
  sendBytes(exchange, { status, headers: { location }, body: '' }, Buffer.alloc(0), 'identity');
}
