import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { Agent, type Dispatcher, request } from 'undici';
import { FeedError } from './feed.js';

/** Milliseconds, and counts (contract.md 7). */
export interface DownloadLimits {
  connect: number;
  /** From the request to the last byte of its answer. */
  answer: number;
  retries: number;
  /** Before the first retry; it doubles each time. */
  backoff: number;
  /** The longest `Retry-After` that is waited for. */
  retryAfter: number;
}

const LIMITS: DownloadLimits = {
  connect: 5_000,
  answer: 60_000,
  retries: 3,
  backoff: 500,
  retryAfter: 60_000,
};
const MAX_REDIRECTS = 5;
const HEADERS = {
  'user-agent': 'events-and-gigs (event feed reader)',
  accept: 'application/json',
  'accept-encoding': 'gzip',
};

interface Download {
  /** The most that the answer may have, unpacked. */
  maxBytes: number;
  signal: AbortSignal;
  limits?: Partial<DownloadLimits>;
}

/** A fault that may be gone the next time. */
class PassingFault extends FeedError {
  constructor(
    message: string,
    /** Milliseconds that the server asks to wait. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

/**
 * Takes a whole answer in: status 200, from this host, within the limits; tries again after 429, 5xx and faults of
 * the network.
 * @throws FeedError that says why, or the signal's reason
 */
export async function download(url: URL, { maxBytes, signal, limits }: Download): Promise<Uint8Array> {
  const { connect, answer, retries, backoff, retryAfter } = { ...LIMITS, ...limits };
  const agent = new Agent({ connect: { timeout: connect }, headersTimeout: 0, bodyTimeout: 0 });
  try {
    for (let attempt = 0; ; attempt += 1) {
      const timeUp = AbortSignal.timeout(answer);
      try {
        return await get(url, agent, AbortSignal.any([signal, timeUp]), maxBytes);
      } catch (error) {
        signal.throwIfAborted();
        if (timeUp.aborted) throw new FeedError(`The feed took over ${answer / 1000} s to answer.`);
        const fault = faultOf(error);
        if (!(fault instanceof PassingFault) || attempt >= retries) throw fault;
        const wait = fault.retryAfter ?? backoff * 2 ** attempt * (0.75 + Math.random() / 2);
        if (wait > retryAfter) throw new FeedError(`${fault.message} It asks to wait for ${wait / 1000} s.`);
        await sleep(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    }
  } finally {
    await agent.destroy();
  }
}

async function get(
  start: URL,
  dispatcher: Agent,
  signal: AbortSignal,
  maxBytes: number,
): Promise<Uint8Array> {
  let url = start;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const answer = await request(url, { dispatcher, signal, headers: HEADERS });
    if (answer.statusCode === 200) return read(answer, maxBytes);
    answer.body.on('error', () => {}).destroy();
    const location = [answer.headers.location].flat()[0];
    if (![301, 302, 303, 307, 308].includes(answer.statusCode) || location === undefined)
      throw refusal(answer);
    url = redirected(url, location);
  }
  throw new FeedError('The feed redirects again and again.');
}

/** Only to the same host and port, or from http to https. */
function redirected(from: URL, location: string): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
  const secured =
    from.protocol === 'http:' &&
    to?.protocol === 'https:' &&
    to.hostname === from.hostname &&
    !from.port &&
    !to.port;
  if (to && (secured || (to.host === from.host && to.protocol === from.protocol))) return to;
  throw new FeedError('The feed redirects to another host.');
}

function refusal({ statusCode, headers }: Dispatcher.ResponseData): FeedError {
  const message = `The feed answered ${statusCode}.`;
  if (statusCode !== 429 && statusCode < 500) return new FeedError(message);
  return new PassingFault(message, retryAfterOf([headers['retry-after']].flat()[0]));
}

/** Milliseconds from now, of a `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). */
function retryAfterOf(header: string | undefined): number | undefined {
  if (!header) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

async function read({ headers, body }: Dispatcher.ResponseData, maxBytes: number): Promise<Uint8Array> {
  const encoding = [headers['content-encoding']].flat()[0]?.toLowerCase() ?? 'identity';
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding)) {
    body.on('error', () => {}).destroy();
    throw new FeedError('The feed answered in an encoding that was not asked for.');
  }
  const unpacked = encoding === 'identity' ? body : pipeline(body, createGunzip(), () => {});
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of unpacked as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new FeedError(`The feed is larger than ${maxBytes / 2 ** 20} MiB.`);
    chunks.push(chunk);
  }
  return joined(chunks, size);
}

/** In memory of its own, so that it can be handed over to a thread. */
function joined(chunks: Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks.splice(0)) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

/** What went wrong on the way, in words. Only the code of an error is shown: its message may hold the URL. */
function faultOf(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (error instanceof FeedError || typeof code !== 'string') return error;
  if (code === 'Z_DATA_ERROR') return new FeedError('The feed answered gzip that cannot be unpacked.');
  if (/^(UND_ERR_SOCKET|UND_ERR_RES_|ECONNRESET|EPIPE|HPE_|Z_)/.test(code))
    return new PassingFault(`The feed hung up before its answer was whole (${code}).`);
  const how = code === 'UND_ERR_CONNECT_TIMEOUT' ? 'in time' : `(${code})`;
  return new PassingFault(`The feed could not be reached ${how}.`);
}
