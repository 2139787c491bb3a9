import { setTimeout as sleep } from 'node:timers/promises';
import { ModelError, type Outcome } from './language-model.js';

const RETRIES = 2;
/** Milliseconds before the first retry; then twice as long. */
const BACKOFF = 200;
/** Faults that a retry may get past. */
const PASSING: ReadonlySet<Outcome> = new Set(['rate_limited', 'failed', 'unreachable']);

/**
 * Tries again after 429, 5xx and network faults, as long as there is time left.
 * @param endsAt when the time is up, by `performance.now()`
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
