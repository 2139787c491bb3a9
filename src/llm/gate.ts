import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import pLimit from 'p-limit';
import { type Lane, ModelError, OUTCOMES } from './language-model.js';

/** Failures of the endpoint in a row after which the breaker opens. */
const FAILURES = 5;
/** Milliseconds for which it stays open; then one call is the trial. */
export const PAUSE = 10_000;
/** Calls of a lane that run at the same time, and calls that wait. Past both a call fails at once. */
const LIMITS: Record<Lane, { running: number; waiting: number }> = {
  request: { running: 8, waiting: 32 },
  ingestion: { running: 4, waiting: 16 },
};

export type BreakerState = 'closed' | 'half_open' | 'open';

/** Limits the calls to the model in each lane, and stops them while the model fails, but for one trial at a time. */
export class Gate {
  private readonly lanes = {
    request: pLimit(LIMITS.request.running),
    ingestion: pLimit(LIMITS.ingestion.running),
  };
  private readonly breaker = circuitBreaker(handleAll, {
    halfOpenAfter: PAUSE,
    breaker: new ConsecutiveBreaker(FAILURES),
  });
  private trialAt = 0;

  /** @param log is told when the model is given up, and when it is back */
  constructor(log: (message: string) => void) {
    this.breaker.onBreak((reason) => {
      this.trialAt = Date.now() + PAUSE;
      const why = 'error' in reason ? reason.error.message : '';
      log(`The language model is not asked for ${PAUSE / 1000} s: ${why}`);
    });
    this.breaker.onReset(() => log('The language model is back.'));
  }

  get state(): BreakerState {
    const { state } = this.breaker;
    return state === CircuitState.Closed ? 'closed' : state === CircuitState.HalfOpen ? 'half_open' : 'open';
  }

  /**
   * Runs the work in its turn.
   * @throws ModelError busy where too many wait or the time is up, given_up while the breaker is open, or what the work throws
   */
  async pass<Result>(lane: Lane, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    assertInTime(signal);
    this.assertTried();
    const limit = this.lanes[lane];
    const { running, waiting } = LIMITS[lane];
    if (limit.activeCount + limit.pendingCount >= running + waiting)
      throw new ModelError('busy', 'Too many calls wait for the language model.');
    let begun = false;
    const turn = limit(() => {
      begun = true;
      // Meanwhile the caller may have stopped waiting, or the breaker may have opened.
      assertInTime(signal);
      this.assertTried();
      return this.watch(work);
    });
    const outOfTime = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => begun || reject(lateness(signal)), { once: true });
    });
    return Promise.race([turn, outOfTime]);
  }

  /** For the breaker, only faults of the endpoint are failures. */
  private async watch<Result>(work: () => Promise<Result>): Promise<Result> {
    const ended = await this.breaker.execute(() =>
      work().then(
        (result) => ({ result }),
        (error: unknown) => {
          if (isEndpointFault(error)) throw error;
          return { error };
        },
      ),
    );
    if ('error' in ended) throw ended.error;
    return ended.result;
  }

  /** The breaker lets the others wait for the end of a trial. Here they fail at once. */
  private assertTried(): void {
    const { state } = this.breaker;
    if (state === CircuitState.HalfOpen || (state === CircuitState.Open && Date.now() < this.trialAt))
      throw new ModelError('given_up', 'The language model is given up for a while.');
  }
}

function isEndpointFault(error: unknown): boolean {
  return error instanceof ModelError && OUTCOMES[error.outcome].isEndpointFault;
}

function assertInTime(signal: AbortSignal): void {
  if (signal.aborted) throw lateness(signal);
}

function lateness(signal: AbortSignal): unknown {
  return isTimeout(signal)
    ? new ModelError('busy', 'The time was up before the language model was free.')
    : signal.reason;
}

/** Whether a signal was aborted because the time is up, and not by the caller. */
export function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}
