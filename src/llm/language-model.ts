import type { Metric } from 'prom-client';

/** For whom the model is asked. Each has limits of its own, so that neither can starve the other. */
export type Lane = 'request' | 'ingestion';

/** What the model is asked: instructions of ours, data of others', and the shape that the answer is to have. */
export interface Question<Answer> {
  /** In snake case; names the answer's schema to the model, and the question in the metrics. */
  name: string;
  instructions: string;
  /** Handed over as JSON in a message of its own: it is looked at, not obeyed. */
  data: object;
  /** JSON Schema, in the subset that strict structured output takes. */
  schema: Record<string, unknown>;
  /** Holds the answer to its rules. @throws UnusableAnswer */
  read(answer: unknown): Answer;
}

/**
 * How asking the model can end. Only a fault of the endpoint counts for the breaker: what else went wrong may be the
 * doing of whoever wrote the text, who must not take the model away from others by it. A question without an answer can
 * be asked again later; a bad answer would be as bad the next time.
 */
export const OUTCOMES = {
  answered: { isEndpointFault: false, isAnswer: true },
  /** The answer is not what was asked for, or there is none: garbage, cut off, refused by the model. */
  unusable: { isEndpointFault: false, isAnswer: true },
  /** A 4xx that tells of this one question, such as a filter of contents. */
  rejected: { isEndpointFault: false, isAnswer: true },
  /** 401, 403, 404 or a redirect: the configuration does not fit the endpoint. */
  denied: { isEndpointFault: true, isAnswer: false },
  rate_limited: { isEndpointFault: true, isAnswer: false },
  failed: { isEndpointFault: true, isAnswer: false },
  unreachable: { isEndpointFault: true, isAnswer: false },
  /** It is no chat completion. */
  malformed: { isEndpointFault: true, isAnswer: true },
  oversized: { isEndpointFault: true, isAnswer: true },
  timeout: { isEndpointFault: true, isAnswer: false },
  /** Not sent: too many wait, or the time was up before its turn came. */
  busy: { isEndpointFault: false, isAnswer: false },
  /** Not sent: the breaker is open. */
  given_up: { isEndpointFault: false, isAnswer: false },
  /** Broken off, because whoever asks or the service stops. */
  cancelled: { isEndpointFault: false, isAnswer: false },
} as const satisfies Record<string, { isEndpointFault: boolean; isAnswer: boolean }>;

export type Outcome = keyof typeof OUTCOMES;

/** Why there is no answer, in words that hold nothing of what the endpoint said: that may repeat the key or the text. */
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
  /** How often it was asked, for how long, with what outcome, and whether it is given up. */
  abstract readonly metrics: Metric[];

  /**
   * Asks within the time that `signal` leaves, waiting for its turn and retries included; no connection of the
   * database may be held meanwhile.
   * @param signal of an `AbortSignal.timeout`; aborting it breaks the request off
   * @throws ModelError, or the signal's reason where that is no time-out
   */
  abstract ask<Answer>(question: Question<Answer>, lane: Lane, signal: AbortSignal): Promise<Answer>;
}
