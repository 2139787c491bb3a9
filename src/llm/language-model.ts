import { once } from 'node:events';
import { setTimeout as passed } from 'node:timers/promises';
import { Logger, type OnModuleDestroy } from '@nestjs/common';
import { bulkhead, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen, wrap } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import { Histogram } from 'prom-client';
import { Agent, interceptors, request } from 'undici';
import type { Config } from '../common/config.js';

/** Failures in a row that open the breaker. */
const FAILURES = 5;
/** Milliseconds for which it stays open. Then comes a trial. */
export const PAUSE = 10_000;
/** Milliseconds for which a user is known to be slow after a text that the model failed on. */
const SLOW = 10 * 60_000;
/** A call takes long after this part of its time. */
const LONG = 1 / 3;
/** Milliseconds that a connection may take, and that calls have left once the service stops. */
const PATIENCE = 5_000;
/** Bytes of an answer at most. A few hundred are usual; reasoning models need more. */
const MAX_ANSWER = 256 * 1024;
/** After 429, 500, 502, 503, 504 and broken connections, or as `Retry-After` says, but at most a second later. */
const RETRIES = { maxRetries: 2, minTimeout: 200, maxTimeout: 1_000, throwOnError: false };

/** Failures that the breaker counts. Any other may come from the author of a text, or was not sent. */
const FAULTS = ['denied', 'rate_limited', 'failed', 'unreachable', 'timeout'] as const;
type Failure = (typeof FAULTS)[number] | 'of_text' | 'unusable' | 'rejected' | 'busy' | 'given_up';
/** Those that a text may cause, too. They count if the model answers nothing else meanwhile, and once for each user. */
const OF_TEXTS: Failure[] = ['timeout', 'failed', 'unreachable'];

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

/** Asks whether the model is well again: a text of ours, since an author's might be what it hangs on. */
const TRIAL: Question<unknown> = {
  ...{ name: 'trial', instructions: 'Answer with an empty object.', data: {} },
  schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
  read: (answer) => answer,
};

/** For whom the model is asked: a user, or a job, which limits its calls itself. `signal` cancels the call. */
export interface Asker {
  userId?: string;
  signal?: AbortSignal;
}

/** An endpoint that serves OpenAI's chat completions with structured output, behind limits, retries and a breaker. */
export class LanguageModel implements OnModuleDestroy {
  private readonly logger = new Logger(LanguageModel.name);
  private readonly agent = new Agent({ connect: { timeout: PATIENCE }, maxResponseSize: MAX_ANSWER });
  private readonly retrying = this.agent.compose(interceptors.retry({ methods: ['POST'], ...RETRIES }));
  /** How many calls run, and how many wait: of each user, and of all. */
  private readonly ofUser = new LRUCache({ max: 1_000, memoMethod: (_userId: string) => bulkhead(2, 8) });
  private readonly ofUsers = bulkhead(8, 32);
  /** The only slot of a user who is known to be slow. */
  private readonly slow = new LRUCache({ max: 1_000, ttl: SLOW, memoMethod: (_: string) => bulkhead(1, 1) });
  /** The slots of slow users, and of calls that take long, which leave theirs to others. */
  private readonly ofSlow = bulkhead(6, 32);
  private readonly breaker = circuitBreaker(
    handleWhen((error) => error instanceof ModelError && error.isFault),
    { halfOpenAfter: PAUSE, breaker: new ConsecutiveBreaker(FAILURES) },
  );
  /** Whose calls failed since the last answer: the breaker counts the texts of one user once. */
  private readonly failed = new Set<unknown>();
  /** When the model answered last, by `performance.now()`. */
  private answeredAt = 0;
  /** The trial that runs while the breaker is closed. */
  private trial?: Promise<unknown>;
  private readonly calls = new Histogram({
    name: 'language_model_call_duration_seconds',
    help: 'Seconds that asking the language model took, waiting and retries included, by question and outcome.',
    labelNames: ['question', 'outcome'],
    registers: [],
  });
  readonly metrics = [this.calls];

  constructor(private readonly config: Config) {
    this.breaker.onBreak((reason) => {
      const why = 'error' in reason && reason.error.message;
      this.logger.warn(`The language model is not asked for ${PAUSE / 1000} s: ${why}`);
    });
  }

  /** Breaks off the calls that are left after a while, so that those who wait continue without the model. */
  onModuleDestroy(): void {
    setTimeout(() => void this.agent.destroy(), PATIENCE).unref();
  }

  /**
   * Asks within `TAGGER_TIMEOUT_MS`, waiting and retries included. The caller may hold no connection of the database.
   * @throws ModelError, or the reason of the asker's signal
   */
  async ask<Answer>(question: Question<Answer>, { userId, signal: cancel }: Asker): Promise<Answer> {
    const time = AbortSignal.timeout(this.config.TAGGER_TIMEOUT_MS);
    const signal = cancel ? AbortSignal.any([time, cancel]) : time;
    let sent: Promise<Answer> | undefined;
    const call = () => (sent = this.call(question, userId, signal));
    const aborted = once(signal, 'abort').then(() => sent ?? Promise.reject(busy()));
    const stop = this.calls.startTimer({ question: question.name });
    let outcome = 'cancelled';
    try {
      const turn = userId === undefined ? call() : this.inTurn(userId, call);
      const answer = await Promise.race([turn, aborted]);
      outcome = 'answered';
      return answer;
    } catch (error) {
      cancel?.throwIfAborted();
      outcome = modelErrorOf(error).outcome;
      throw modelErrorOf(error);
    } finally {
      stop({ outcome });
    }
  }

  /** Runs a call in a slot of its user and one of all, until it ends or a slot for slow calls takes it over. */
  private inTurn<Answer>(userId: string, call: () => Promise<Answer>): Promise<Answer> {
    return this.ofUser.memo(userId).execute(async () => {
      const only = this.slow.get(userId);
      if (only) return wrap(only, this.ofSlow).execute(call);
      const { running } = await this.ofUsers.execute(async () => {
        const running = call();
        await Promise.race([running, passed(this.config.TAGGER_TIMEOUT_MS * LONG, null, { ref: false })]);
        if (this.ofSlow.executionSlots === 0) await running;
        else this.ofSlow.execute(() => running).catch(() => {});
        return { running };
      });
      return running;
    });
  }

  /** Asks unless the breaker is open, or its trial runs. What the answer says is nothing that the breaker counts. */
  private async call<Answer>(question: Question<Answer>, userId: string | undefined, signal: AbortSignal) {
    signal.throwIfAborted();
    if (this.breaker.state === CircuitState.HalfOpen)
      throw new ModelError('given_up', 'The model is on trial.');
    if (this.breaker.state === CircuitState.Open) await this.exchange(TRIAL, undefined, signal);
    const text = await this.exchange(question, userId, signal);
    return question.read(contentOf(text));
  }

  /** The text that the endpoint answers; through the breaker. */
  private exchange(question: Question<unknown>, userId: string | undefined, signal: AbortSignal) {
    const author = userId ?? Symbol('of a text of a job');
    const since = performance.now();
    return this.breaker.execute(async () => {
      const tryOut = () => question !== TRIAL && !this.failed.has(author) && this.tryOut(since, signal);
      const trial = setTimeout(tryOut, this.config.TAGGER_TIMEOUT_MS * LONG);
      try {
        const text = await this.send(question, signal);
        this.failed.clear();
        this.answeredAt = performance.now();
        return text;
      } catch (error) {
        if (signal.aborted && signal.reason.name !== 'TimeoutError') throw signal.reason;
        const failure = modelErrorOf(signal.aborted ? signal.reason : error);
        if (!OF_TEXTS.includes(failure.outcome)) throw failure;
        // A call whose turn came late had no time to show whose fault it is.
        if (signal.aborted && performance.now() - since < this.config.TAGGER_TIMEOUT_MS / 2) throw busy();
        if (userId === undefined || this.failed.size >= FAILURES - 1) await tryOut();
        const isOfText = this.answeredAt > since;
        if (isOfText && userId) this.slow.memo(userId);
        if (isOfText) throw new ModelError('of_text', `${failure.message} It answers others.`);
        const isCounted = !this.failed.has(author);
        this.failed.add(author);
        throw new ModelError(failure.outcome, failure.message, isCounted);
      } finally {
        clearTimeout(trial);
      }
    });
  }

  /**
   * Asks a text of ours, unless the model has answered since then or the breaker is open. Its failure counts as one
   * user's, whose id is that of nobody.
   */
  private async tryOut(since: number, signal: AbortSignal): Promise<void> {
    if (this.answeredAt > since || this.breaker.state !== CircuitState.Closed) return;
    this.trial ??= this.exchange(TRIAL, '', signal).catch(() => {});
    await this.trial;
    this.trial = undefined;
  }

  /** One request. It follows no redirect: the key and the text go only to the host that the operator named. */
  private async send({ name, instructions, data, schema }: Question<unknown>, signal: AbortSignal) {
    const { TAGGER_BASE_URL, TAGGER_MODEL: model, TAGGER_API_KEY: key } = this.config;
    const messages = [
      { role: 'system', content: instructions },
      { role: 'user', content: JSON.stringify(data) },
    ];
    const response_format = { type: 'json_schema', json_schema: { name, strict: true, schema } };
    const { statusCode, body } = await request(`${TAGGER_BASE_URL!.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: key && `Bearer ${key}` },
      body: JSON.stringify({ model, messages, response_format }),
      // A trial says how the model is now.
      dispatcher: name === TRIAL.name ? this.agent : this.retrying,
      signal,
    });
    const text = await body.text();
    const status = `The model's endpoint answered ${statusCode}.`;
    if (statusCode >= 300) throw new ModelError(outcomeOf(statusCode), status);
    return text;
  }
}

const busy = () => new ModelError('busy', 'Too many calls wait for the model.');

/** The JSON of a completion. @throws UnusableAnswer where it is none */
function contentOf(completion: string): unknown {
  try {
    return JSON.parse(JSON.parse(completion).choices[0].message.content);
  } catch {
    throw new UnusableAnswer('it is no completion with JSON');
  }
}

function outcomeOf(status: number): Failure {
  if (status === 429) return 'rate_limited';
  // A filter before the endpoint may forbid a text.
  if (status >= 500 || status === 403 || status === 408) return 'failed';
  return status < 400 || status === 401 || status === 404 ? 'denied' : 'rejected';
}

/** The error of a library as one of ours. Only its code is shown. */
function modelErrorOf(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  const { name, code, isBrokenCircuitError, isBulkheadRejectedError } = error as Record<string, unknown>;
  if (isBulkheadRejectedError) return busy();
  if (isBrokenCircuitError) return new ModelError('given_up', 'The model is given up for a while.');
  if (name === 'TimeoutError') return new ModelError('timeout', 'The model did not answer in time.');
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new UnusableAnswer('it is too large');
  return new ModelError('unreachable', `The model could not be reached, or hung up (${code ?? name}).`);
}
