import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBody } from '../../common/bounded-body.js';
import { retryAfterOf } from '../../common/retry-after.js';
import { FeedError } from '../feed-error.js';
import { passOn, type Receiver, unpacked } from './body.js';
import { Connections, discard } from './connections.js';
import type { Pace } from './pace.js';
import { faultOf, PassingFault } from './passing-fault.js';
import { redirected } from './redirect.js';

/** Milliseconds, and counts (decisions.md, "Feeds"). */
export interface DownloadLimits {
  connect: number;
  /** From the request to the last byte of its answer. */
  answer: number;
  /** Of one address. */
  retries: number;
  /** Before the first retry; it doubles each time. */
  backoff: number;
  /** The longest `Retry-After` that a run waits. */
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
/** Bytes of a refusal's body that are read. */
const MAX_REFUSAL = 64 * 2 ** 10;

/** What an answer other than 200 says: why, fit to be shown, and whether retrying is useless. */
export interface Refusal {
  why?: string;
  isFinal?: boolean;
}

interface DownloadOptions {
  /** Of the whole answer, unpacked, all its documents together. */
  maxBytes: number;
  signal: AbortSignal;
  limits?: Partial<DownloadLimits>;
  /** Kept between any two requests. */
  pace?: Pace;
  /** Reads the body of an answer other than 200. */
  explain?(body: Uint8Array): Refusal;
}

/** Fetches documents from one feed's host: status 200, within the limits. */
export class Downloads {
  private readonly limits: DownloadLimits;
  private readonly connections: Connections;

  constructor(private readonly options: DownloadOptions) {
    this.limits = { ...LIMITS, ...options.limits };
    this.connections = new Connections(this.limits.connect);
  }

  close(): void {
    this.connections.close();
  }

  /**
   * Fetches a whole document. It tries again after 429, 5xx and faults of the network.
   * @param kept bytes of the documents before, which count for `maxBytes` too
   * @returns what the receiver made of it, and the number of its bytes
   * @throws FeedError that says why, or the signal's reason
   */
  async get<Result>(
    url: URL,
    receiver: Receiver<Result>,
    kept = 0,
  ): Promise<{ result: Result; bytes: number }> {
    const bytes = await this.download(url, receiver, this.options.maxBytes - kept);
    return { result: await receiver.end(), bytes };
  }

  private async download(url: URL, receiver: Receiver<unknown>, maxBytes: number): Promise<number> {
    const { signal, pace } = this.options;
    const { answer: limit, retries, backoff, retryAfter } = this.limits;
    const tooLarge = () => new FeedError(`The feed is larger than ${this.options.maxBytes / 2 ** 20} MiB.`);
    for (let attempt = 0; ; attempt += 1) {
      await pace?.turn(signal);
      const timeUp = AbortSignal.timeout(limit);
      try {
        const answer = await this.request(url, AbortSignal.any([signal, timeUp]));
        return await passOn(answer, receiver, maxBytes, tooLarge);
      } catch (error) {
        signal.throwIfAborted();
        if (timeUp.aborted) throw new FeedError(`The feed took over ${limit / 1000} s to answer.`);
        const fault = faultOf(error);
        if (!(fault instanceof PassingFault) || attempt >= retries) throw fault;
        const wait = fault.retryAfter ?? backoff * 2 ** attempt * (0.75 + Math.random() / 2);
        if (wait > retryAfter) throw new FeedError(`${fault.message} It asks to wait for ${wait / 1000} s.`);
        await sleep(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    }
  }

  /** Asks until the answer is no redirect. */
  private async request(start: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const { pace } = this.options;
    let url = start;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      if (hops > 0) await pace?.turn(signal);
      const answer = await this.connections.get(url, signal);
      if (answer.statusCode === 200) return answer;
      const { location } = answer.headers;
      if (![301, 302, 303, 307, 308].includes(answer.statusCode!) || location === undefined)
        throw await this.refusalOf(answer);
      discard(answer);
      url = redirected(url, location);
    }
    throw new FeedError('The feed redirects again and again.');
  }

  private async refusalOf(answer: IncomingMessage): Promise<FeedError> {
    const { statusCode, headers } = answer;
    const { why, isFinal } = await this.explain(answer);
    const message = `The feed answered ${statusCode}${why === undefined ? '' : `: ${why}`}.`;
    if (isFinal || (statusCode !== 429 && statusCode! < 500)) return new FeedError(message);
    return new PassingFault(message, retryAfterOf(headers['retry-after']));
  }

  /** A refusal whose body cannot be read is a refusal without a reason. */
  private async explain(answer: IncomingMessage): Promise<Refusal> {
    const { explain } = this.options;
    if (explain) {
      const tooLong = () => new Error('The refusal is too long.');
      const body = await readBody(unpacked(answer), MAX_REFUSAL, tooLong).catch(() => undefined);
      return body ? explain(body) : {};
    }
    discard(answer);
    return {};
  }
}
