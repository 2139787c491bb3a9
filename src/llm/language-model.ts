import type { Metric } from 'prom-client';

/** Who asks the model. Each lane has its own limits, so that neither can starve the other. */
export type Lane = 'request' | 'ingestion';

/** A question to the model: our instructions, other people's data, and the shape of the answer. */
export interface Question<Answer> {
  /** In snake case; names the answer's schema to the model, and the question in the metrics. */
  name: string;
  instructions: string;
  /** Sent as JSON in a message of its own: it is data, not instructions. */
  data: object;
  /** JSON Schema, in the subset that strict structured output takes. */
  schema: Record<string, unknown>;
  /** Checks the answer against its rules. @throws UnusableAnswer */
  read(answer: unknown): Answer;
}

/**
 * How a call to the model can end. Only faults of the endpoint open the breaker: anything else may come from the author
 * of the text, who must not take the model away from others. A question without an answer is asked again later; a bad
 * answer would be as bad the next time.
 */
export const OUTCOMES = {
  answered: { isEndpointFault: false, isAnswer: true },
  /** The answer is not what was asked for, or there is none: garbage, cut off, refused by the model. */
  unusable: { isEndpointFault: false, isAnswer: true },
  /** A 4xx that is about this question alone, such as a content filter's. */
  rejected: { isEndpointFault: false, isAnswer: true },
  /** 401, 403, 404 or a redirect: the configuration does not fit the endpoint. */
  denied: { isEndpointFault: true, isAnswer: false },
  rate_limited: { isEndpointFault: true, isAnswer: false },
  failed: { isEndpointFault: true, isAnswer: false },
  unreachable: { isEndpointFault: true, isAnswer: false },
  /** The answer is not a chat completion. */
  malformed: { isEndpointFault: true, isAnswer: true },
  oversized: { isEndpointFault: true, isAnswer: true },
  timeout: { isEndpointFault: true, isAnswer: false },
  /** Not sent: too many wait, or the time was up before its turn came. */
  busy: { isEndpointFault: false, isAnswer: false },
  /** Not sent: the breaker is open. */
  given_up: { isEndpointFault: false, isAnswer: false },
  /** Cancelled, because the caller or the service stops. */
  cancelled: { isEndpointFault: false, isAnswer: false },
} as const satisfies Record<string, { isEndpointFault: boolean; isAnswer: boolean }>;

export type Outcome = keyof typeof OUTCOMES;

/** Why there is no answer. The message never quotes the endpoint, which may repeat the key or the text. */
export class ModelError extends Error {
  constructor(
    readonly outcome: Exclude<Outcome, 'answered'>,
    message: string,
    /** Milliseconds that the endpoint asks to wait before the next try. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

/** An answer that breaks the rules of its question. */
export class UnusableAnswer extends ModelError {
  constructor(what: string) {
    super('unusable', `The model's answer is unusable: ${what}.`);
  }
}

/** The port: a language model that answers in structured output. */
export abstract class LanguageModel {
  /** How often it was asked, how long that took, how it ended, and the state of the breaker. */
  abstract readonly metrics: Metric[];

  /**
   * Asks within the time of `signal`, waiting and retries included. The caller may hold no connection of the database
   * meanwhile.
   * @param signal of an `AbortSignal.timeout`; aborting it cancels the request
   * @throws ModelError, or the signal's reason where that is not a time-out
   */
  abstract ask<Answer>(question: Question<Answer>, lane: Lane, signal: AbortSignal): Promise<Answer>;
}
