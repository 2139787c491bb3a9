/** What the breaker counts. Any other failure may come from the author of a text, or was not sent. */
const FAULTS = ['denied', 'rate_limited', 'failed', 'unreachable', 'timeout'] as const;
export type Failure = (typeof FAULTS)[number] | 'unusable' | 'rejected' | 'busy' | 'given_up';

/** Why there is no answer. The message never quotes the endpoint, which may repeat the key or the text. */
export class ModelError extends Error {
  constructor(
    readonly outcome: Failure,
    message: string,
    readonly isFault = FAULTS.some((fault) => fault === outcome),
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

/** The error of a library as one of ours. Only its code is shown. */
export function modelErrorOf(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  const { name, code, isBrokenCircuitError, isBulkheadRejectedError } = error as Record<string, unknown>;
  if (isBulkheadRejectedError) return new ModelError('busy', 'Too many calls wait for the model.');
  if (isBrokenCircuitError) return new ModelError('given_up', 'The model is given up for a while.');
  if (name === 'TimeoutError') return new ModelError('timeout', 'The model did not answer in time.');
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new UnusableAnswer('it is too large');
  return new ModelError('unreachable', `The model could not be reached, or hung up (${code ?? name}).`);
}
