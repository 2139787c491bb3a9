import { FeedError } from '../feed-error.js';

/** A fault that may be gone the next time. */
export class PassingFault extends FeedError {
  constructor(
    message: string,
    /** Milliseconds that the server asks to wait. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

/** What went wrong, in words. Only the code of an error is shown: its message may contain the URL. */
export function faultOf(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (error instanceof FeedError || typeof code !== 'string') return error;
  if (code === 'Z_DATA_ERROR') return new FeedError('The feed answered invalid gzip.');
  if (/^(ECONNRESET|EPIPE|HPE_|Z_)/.test(code))
    return new PassingFault(`The feed closed the connection before its answer was complete (${code}).`);
  return new PassingFault(`The feed could not be reached (${code}).`);
}
