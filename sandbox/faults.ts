import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { z } from 'zod';
import { LLM_FAULTS } from './llm/llm-faults.js';
import { compress, type Exchange, type Reply, send, sendBytes, sendHead } from './reply.js';
import { quotaViolation, spikeArrest } from './ticketing/ticketing-errors.js';

const count = z.int().positive();
/** What may be set about faults; each has some of these options. */
const OPTIONS = z.object({
  status: z.int().min(200).max(599),
  retryAfter: z.union([z.string(), count]),
  body: z.unknown(),
  mib: count,
  to: z.enum(['other-host', 'same-host', 'itself']),
  chunked: z.boolean(),
});
type FaultOptions = z.infer<typeof OPTIONS>;

/** A way to misbehave. */
export interface FaultType {
  /** The only endpoint that misbehaves so; without it, all do. */
  readonly of?: string;
  readonly about: string;
  /** The options of this fault, with their defaults. */
  readonly options?: Partial<FaultOptions>;
  readonly play: (exchange: Exchange, options: FaultOptions) => void | Promise<void>;
}

const MIB = 1024 * 1024;
/** The prefix of paths that are always served well, for redirects. */
export const MOVED = '/moved';

/** Every fault, by its kind. */
export const FAULTS = {
  status: {
    about: 'Responds with this HTTP status and a small JSON error, or `body`.',
    options: { status: 500, body: null },
    play: (exchange, { status, body }) =>
      send(exchange, body === null ? errorReply(status) : { status, body: JSON.stringify(body) }),
  },
  'rate-limited': {
    about: 'Responds 429 with Retry-After, in seconds or as an HTTP date.',
    options: { retryAfter: 2 },
    play: (exchange, { retryAfter }) =>
      send(exchange, { ...errorReply(429), headers: { 'retry-after': `${retryAfter}` } }),
  },
  quota: {
    of: 'ticketing',
    about: 'Responds 429 as the ticketing feed does over its quota of the day, with the key.',
    play: (exchange) =>
      send(exchange, quotaViolation(new URL(`${exchange.request.url}`, exchange.url).searchParams)),
  },
  'spike-arrest': {
    of: 'ticketing',
    about: 'Responds 429 as the ticketing feed does to clients that send requests too fast.',
    play: (exchange) => send(exchange, spikeArrest()),
  },
  html: {
    about: 'Responds 200 with an HTML page, as a login wall or a proxy does.',
    play: (exchange) =>
      send(exchange, {
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: '<!doctype html><html><head><title>Sign in</title></head><body><h1>Please sign in</h1></body></html>',
      }),
  },
  truncated: {
    about: 'Responds 200 with the first half of the JSON, as if it were all.',
    play: (exchange) => {
      const { body } = exchange.reply;
      return send(exchange, { ...exchange.reply, body: body.slice(0, body.length / 2) });
    },
  },
  'truncated-gzip': {
    about: 'Responds 200 with the first half of a gzip stream, as if it were all.',
    play: async (exchange) => {
      const whole = await compress(exchange.reply.body);
      sendBytes(exchange, exchange.reply, whole.subarray(0, whole.length / 2), 'gzip');
    },
  },
  'other-shape': {
    about: 'Responds 200 with JSON of another shape: `body`, whatever it is.',
    options: { body: { status: 'success', data: { events: { total: 0, items: [] } } } },
    play: (exchange, { body }) => send(exchange, { ...exchange.reply, body: JSON.stringify(body) }),
  },
  'hang-up': {
    about: 'Closes the connection before it sends anything.',
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
    play: (exchange) => startBody(exchange, false),
  },
  drip: {
    about: 'Sends the right body, one byte every 200 ms.',
    play: drip,
  },
  silent: {
    about: 'Reads the request and never responds.',
    play: () => undefined,
  },
  'gzip-bomb': {
    about: 'Sends the right body and so many MiB of blanks behind it, as a small gzip stream.',
    options: { mib: 1024 },
    play: (exchange, { mib }) => pour(exchange, mib, 'gzip'),
  },
  oversized: {
    about: 'Sends the right body and blanks behind it, plain, until it is so many MiB.',
    options: { mib: 65 },
    play: (exchange, { mib }) => pour(exchange, mib, 'identity'),
  },
  redirect: {
    about: 'Redirects to "other-host" or "same-host" (where the right response is), or to "itself".',
    options: { to: 'other-host' },
    play: redirect,
  },
  ...LLM_FAULTS,
} as const satisfies Record<string, FaultType>;

export type FaultKind = keyof typeof FAULTS;

const FAULT = OPTIONS.partial()
  .extend({
    kind: z.enum(Object.keys(FAULTS) as [FaultKind]),
    /** How many requests are served well before it begins. */
    after: count.optional(),
    /** How many requests it lasts. */
    times: count.optional(),
  })
  .strict();
/** How an endpoint misbehaves. Options that are not set have the defaults of `FAULTS`. */
export type Fault = z.infer<typeof FAULT>;

/** Misbehaves once. */
export async function play(fault: Fault, exchange: Exchange): Promise<void> {
  const type: FaultType = FAULTS[fault.kind];
  await type.play(exchange, { ...type.options, ...fault } as FaultOptions);
}

/**
 * Reads a fault as people write it: a kind (`"html"`), a status (`503`), an object with options, or null.
 * @throws Error that says what is wrong with it
 */
export function readFault(written: unknown, endpoint: string): Fault | null {
  if (written === null) return null;
  if (typeof written === 'number') return readFault({ kind: 'status', status: written }, endpoint);
  if (typeof written === 'string') return readFault({ kind: written }, endpoint);
  const { data: fault, error } = FAULT.safeParse(written);
  if (error) throw new Error(z.prettifyError(error));
  const { of = endpoint }: FaultType = FAULTS[fault.kind];
  if (of !== endpoint) throw new Error(`Only "${of}" has the fault "${fault.kind}".`);
  return fault;
}

function errorReply(status: number): Reply {
  return { status, body: JSON.stringify({ status: 'error', message: `The sandbox responds ${status}.` }) };
}

/** Sends the head and the first half of the body, and waits until they are sent. */
function startBody(exchange: Exchange, chunked: boolean): Promise<void> {
  const body = Buffer.from(exchange.reply.body);
  sendHead(exchange, exchange.reply, 'identity', chunked ? undefined : body.length);
  return new Promise((resolve) => {
    exchange.response.write(body.subarray(0, Math.max(1, body.length / 2)), () => resolve());
  });
}

function drip(exchange: Exchange): void {
  const body = Buffer.from(exchange.reply.body);
  sendHead(exchange, exchange.reply, 'identity', body.length);
  exchange.response.flushHeaders();
  let sent = 0;
  const timer = setInterval(() => {
    exchange.response.write(body.subarray(sent, ++sent));
    if (sent === body.length) exchange.response.end();
  }, 200);
  exchange.response.once('close', () => clearInterval(timer));
}

/** Sends a huge body that is good JSON: nothing but its size is wrong. */
function pour(exchange: Exchange, mib: number, encoding: 'gzip' | 'identity'): void {
  sendHead(exchange, exchange.reply, encoding);
  const body = Readable.from(padded(Buffer.from(exchange.reply.body), mib * MIB));
  // A client that has seen enough disconnects, which is no error here.
  const done = () => undefined;
  if (encoding === 'gzip') pipeline(body, createGzip(), exchange.response, done);
  else pipeline(body, exchange.response, done);
}

function* padded(body: Buffer, size: number): Generator<Buffer> {
  yield body;
  const blanks = Buffer.alloc(MIB, ' ');
  for (let left = size - body.length; left > 0; left -= MIB) yield blanks.subarray(0, Math.min(left, MIB));
}

function redirect(exchange: Exchange, { to }: FaultOptions): void {
  const { request, url } = exchange;
  const moved = `${MOVED}${request.url}`;
  const targets: Record<string, string> = {
    itself: `${request.url}`,
    'same-host': moved,
    // Another host by its name, and the same server: it counts the requests of clients that follow.
    'other-host': `${url.replace('127.0.0.1', 'localhost')}${moved}`,
  };
  const reply = { status: 302, headers: { location: targets[to]! }, body: '' };
  sendBytes(exchange, reply, Buffer.alloc(0), 'identity');
}
