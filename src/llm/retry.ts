import { setTimeout as sleep } from 'node:timers/promises';
import { ModelError, type Outcome } from './language-model.js';

const RETRIES = 2;
/** Milliseconds before the first retry; it doubles. */
const BACKOFF = 200;
/** What may be gone the next time. */
const PASSING: ReadonlySet<Outcome> = new Set(['rate_limited', 'failed', 'unreachable']);

/**
 * Tries again after 429, 5xx and faults of the network, as long as that can still be in time.
 * @param endsAt when the time is up, as `performance.now()` tells it
 * @param attempt rejects with a ModelError, or the signal's reason
 */
export async function retrying<Result>(
  attempt: () => Promise<Result>,
  endsAt: number,
  signal: AbortSignal,
): Promise<Result> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ModelError) || !PASSING.has(error.outcome) || retries === RETRIES) throw error;
      const wait = error.retryAfter ?? BACKOFF * 2 ** retries * (0.75 + Math.random() / 2);
      if (performance.now() + wait >= endsAt) throw error;
      await sleep(wait, undefined, { signal }).catch(() => {
        throw error;
      });
    }
  }
}
