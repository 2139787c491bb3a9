import { Gauge, Histogram, type Metric } from 'prom-client';
import type { BreakerState } from './gate.js';
import { ModelError, type Outcome } from './language-model.js';

const STATES = ['closed', 'half_open', 'open'] as const;

/** The metrics of the language model, for Prometheus. */
export class ModelMetrics {
  private readonly calls = new Histogram({
    name: 'language_model_call_duration_seconds',
    help: 'Seconds that asking the language model took, waiting and retries included, by question and outcome.',
    labelNames: ['question', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [],
  });
  private readonly breaker: Gauge<'state'>;

  constructor(state: () => BreakerState) {
    this.breaker = new Gauge({
      name: 'language_model_breaker',
      help: 'The state of the circuit breaker before the language model: 1 for the one that it is in.',
      labelNames: ['state'],
      registers: [],
      collect() {
        for (const each of STATES) this.set({ state: each }, each === state() ? 1 : 0);
      },
    });
  }

  get all(): Metric[] {
    return [this.calls, this.breaker];
  }

  /** Measures one call. */
  async measure<Result>(question: string, call: () => Promise<Result>): Promise<Result> {
    const begin = performance.now();
    let outcome: Outcome = 'answered';
    try {
      return await call();
    } catch (error) {
      outcome = error instanceof ModelError ? error.outcome : 'cancelled';
      throw error;
    } finally {
      this.calls.observe({ question, outcome }, (performance.now() - begin) / 1000);
    }
  }
}
