import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { Agent, type Dispatcher, request } from 'undici';
import { readBody } from '../../common/bounded-body.js';
import { parseUrl } from '../../common/link.js';
import { FeedError } from '../reading/entries.js';
import { readJson } from '../reading/json.js';

/** Times in milliseconds, and counts (rules.md, "Feeds"). */
const LIMITS = {
  connect: 5_000,
  /** From the request to the last byte of the response. */
  response: 60_000,
  retries: 3,
  /** Delay before the first retry. It doubles with each retry. */
  backoff: 500,
  /** The longest `Retry-After` that a run waits for. */
  retryAfter: 60_000,
  /** Minimum time between two requests. */
  pace: 0,
};
export type DownloadLimits = typeof LIMITS;
const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
/** Maximum bytes of an error response that are read. */
const MAX_REFUSAL = 64 * 2 ** 10;
const HEADERS = {
  'user-agent': 'events-and-gigs (event feed reader)',
  accept: 'application/json',
  'accept-encoding': 'gzip',
};

interface DownloadOptions {
  /** Maximum size of the whole response in MiB, uncompressed, across all of its documents. */
  maxMb: number;
  signal: AbortSignal;
  limits?: Partial<DownloadLimits>;
  /**
   * Parses the body of a response other than 200: a reason fit for a run, and whether retrying is pointless.
   */
  explain?(body: string): { why: string; isFinal: boolean };
}

/** A transient error: the request may be retried. */
class TransientError extends FeedError {
  /** Milliseconds that the server requests to wait. */
  retryAfter?: number;
}

/**
 * Fetches JSON from the host of one feed. `RetryAgent` of undici cannot pace requests, and does not read
 * error responses.
 */
export class Downloads {
  private readonly limits: DownloadLimits;
  private readonly agent: Agent;
  /** The time from which the next request may be sent, by `performance.now()`. */
  private nextAt = 0;

  constructor(private readonly options: DownloadOptions) {
    this.limits = { ...LIMITS, ...options.limits };
    this.agent = new Agent({ connect: { timeout: this.limits.connect } });
  }

  /**
   * Fetches a document. It retries after 429, 5xx and network errors.
   * @param previousBytes bytes of the documents before, which count towards `maxMb`
   * @throws FeedError with the reason; any error where the signal aborts
   */
  async get(url: URL, previousBytes = 0): Promise<{ document: unknown; bytes: number }> {
    const { signal } = this.options;
    const { response: limit, retries, backoff, retryAfter: longest } = this.limits;
    for (let attempt = 0; ; attempt += 1) {
      const timeout = AbortSignal.timeout(limit);
      try {
        return await this.read(await this.request(url, AbortSignal.any([signal, timeout])), previousBytes);
      } catch (error) {
        signal.throwIfAborted();
        if (timeout.aborted) throw new FeedError(`The feed took over ${limit / 1000} s to respond.`);
        const fault = faultOf(error);
        if (!(fault instanceof TransientError) || attempt >= retries) throw fault;
        const wait = fault.retryAfter ?? backoff * 2 ** attempt * (0.75 + Math.random() / 2);
        if (wait > longest) throw new FeedError(`${fault.message} It asks to wait for ${wait / 1000} s.`);
        await sleep(wait, undefined, { signal });
      }
    }
  }

  /** Follows redirects. */
  private async request(start: URL, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    let url = start;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const now = performance.now();
      const sendAt = Math.max(now, this.nextAt);
      this.nextAt = sendAt + this.limits.pace;
      if (sendAt > now) await sleep(sendAt - now, undefined, { signal });
      const response = await request(url, { dispatcher: this.agent, signal, headers: HEADERS });
      const { location } = response.headers;
      if (response.statusCode === 200) return response;
      if (!REDIRECTS.includes(response.statusCode) || typeof location !== 'string')
        throw await this.refusalOf(response);
      await response.body.dump();
      url = redirected(url, location);
    }
    throw new FeedError('The feed redirects too often.');
  }

  private async read(response: Dispatcher.ResponseData, previousBytes: number) {
    const { maxMb } = this.options;
    let bytes = 0;
    async function* bounded() {
      for await (const chunk of unpacked(response)) {
        bytes += chunk.byteLength;
        if (previousBytes + bytes > maxMb * 2 ** 20)
          throw new FeedError(`The feed is larger than ${maxMb} MiB.`);
        yield chunk;
      }
    }
    return { document: await readJson(bounded()), bytes };
  }

  private async refusalOf(response: Dispatcher.ResponseData): Promise<FeedError> {
    const { statusCode, headers } = response;
    // An error response with a body that is too long or cannot be read has no reason.
    const body = await readBody(unpacked(response), MAX_REFUSAL, () => new Error()).catch(() => '');
    const { why, isFinal } = this.options.explain?.(body.toString()) ?? {};
    const message = `The feed returned ${statusCode}${why ? `: ${why}` : ''}.`;
    if (isFinal || (statusCode !== 429 && statusCode < 500)) return new FeedError(message);
    const retryAfter = retryAfterOf(headers['retry-after']?.toString());
    return Object.assign(new TransientError(message), { retryAfter });
  }
}

/** Milliseconds until the time in a `Retry-After` header: seconds or a date (RFC 9110, 10.2.3). */
function retryAfterOf(header: string | undefined): number | undefined {
  if (!header) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** The body of a response, uncompressed. */
function unpacked({ headers, body }: Dispatcher.ResponseData): AsyncIterable<Uint8Array> {
  const isPacked = /^(?:x-)?gzip$/i.test(String(headers['content-encoding']));
  return isPacked ? pipeline(body, createGunzip(), () => {}) : body;
}

/**
 * The target of a redirect: the same host, possibly from http to https.
 * @throws FeedError for another host
 */
function redirected(from: URL, location: string): URL {
  const to = parseUrl(location, from.href);
  const secured = from.port === '' && from.origin.replace(/^http:/, 'https:');
  if (to && [from.origin, secured].includes(to.origin)) return to;
  throw new FeedError('The feed redirects to another host.');
}

/** The FeedError for an error. It shows only the code: the message may contain the URL. */
function faultOf(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (error instanceof FeedError || typeof code !== 'string') return error;
  if (code === 'Z_DATA_ERROR') return new FeedError('The feed returned invalid gzip.');
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return new TransientError('The feed could not be reached in time.');
  if (/^(?:ECONNRESET|EPIPE|HPE_|Z_|UND_ERR_SOCKET|UND_ERR_RES)/.test(code))
    return new TransientError(`The feed closed the connection before its response was complete (${code}).`);
  return new TransientError(`The feed could not be reached (${code}).`);
}
