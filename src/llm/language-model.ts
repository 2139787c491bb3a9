import { Logger, type OnModuleDestroy } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { Agent, interceptors, request } from 'undici';
import { z } from 'zod';
import type { Config } from '../common/config.js';
import { Measured, type Measurement } from '../common/discovery.js';
import { traceHeaders } from '../common/http/trace.js';
import { FairQueue, QUEUE } from '../database/fair-queue.js';

/** Maximum concurrent and waiting calls of one user, and of all users. */
const SLOTS = { each: 2, all: 32, waiting: { each: 8, all: 32 } };
/** Failures without a success in between after which the breaker opens: the model is paused. */
const FAILURES = 5;
/** Milliseconds of a pause. The next call probes the model. */
export const PAUSE = 10_000;
/** The part of its time after which a call is suspect, and the model is probed meanwhile. */
const SUSPECT = 1 / 3;
/** Milliseconds to connect, and those that running calls have left when the service stops. */
const PATIENCE = 5_000;
/** Maximum bytes of a response. A few hundred are usual; reasoning models need more. */
const MAX_RESPONSE = 256 * 1024;
const JSON_BODY = { 'content-type': 'application/json' };
/** Retries after 429, 500, 502, 503, 504 and broken connections; `Retry-After` delays them by at most 1 s. */
const RETRIES = { maxRetries: 2, minTimeout: 200, maxTimeout: 1_000, throwOnError: false };

/** Failures that a text may cause, too. They count once per user, if no call succeeds meanwhile. */
const OF_TEXTS = ['timeout', 'failed', 'unreachable'];
/** Failures that pause the model. Others are caused by the author of a text, or were not sent. */
const FAULTS = [...OF_TEXTS, 'denied', 'rate_limited'];

/** A failed call. The message never quotes the endpoint's response, which may repeat the key or the text. */
export class ModelError extends Error {
  constructor(
    readonly outcome: string,
    message: string,
  ) {
    super(message);
  }
}

/** Output that breaks the rules of its prompt. */
export class UnusableOutput extends ModelError {
  constructor(what: string) {
    super('unusable', `The model's output is unusable: ${what}.`);
  }
}

/** A prompt: our instructions, users' data, and the schema of the output. */
export interface Prompt<Output> {
  /** In snake case; names the output's schema to the model, and the prompt in the metrics. */
  name: string;
  instructions: string;
  /** Sent as JSON in a message of its own: it is data, not instructions. */
  data: object;
  /** The model gets it as JSON Schema. Its output is checked and converted by it. */
  shape: z.ZodType<Output>;
}

/** A probe with a fixed prompt: a user's text might be the cause of the failures. */
const PROBE: Prompt<unknown> = {
  ...{ name: 'trial', instructions: 'Answer with an empty object.', data: {} },
  shape: z.strictObject({}),
};

/** The user of a call; undefined for a job, which limits its calls itself. `signal` cancels the call. */
export interface CallOptions {
  userId?: string;
  signal?: AbortSignal;
}

/** A client of OpenAI's chat completions with structured output, limits, retries and a circuit breaker. */
export class LanguageModel implements OnModuleDestroy {
  private readonly logger = new Logger(LanguageModel.name);
  private readonly agent = new Agent({ connect: { timeout: PATIENCE }, maxResponseSize: MAX_RESPONSE });
  private readonly retrying = this.agent.compose(interceptors.retry({ methods: ['POST'], ...RETRIES }));
  private readonly queue: FairQueue;
  /** The authors of failed calls since the last success. The texts of one user count once. */
  private readonly failed = new Set<unknown>();
  /** The end of the last pause, by `Date.now()`. */
  private pausedUntil = 0;
  /** The time of the last success, by `performance.now()`. */
  private succeededAt = 0;
  /** The probe that runs because a call is suspect. */
  private probing?: Promise<unknown>;
  private readonly calls = new Histogram({
    name: 'language_model_call_duration_seconds',
    help: 'Seconds that calls of the language model took, waiting and retries included, by prompt and outcome.',
    labelNames: ['question', 'outcome'],
    registers: [],
  });

  constructor(private readonly config: Config) {
    this.queue = new FairQueue('model', SLOTS, config.TAGGER_TIMEOUT_MS, busy);
  }

  @Measured(QUEUE)
  measure(): Measurement {
    return [this.calls, ...this.queue.samples()];
  }

  /** Aborts the remaining calls after `PATIENCE`, so that their requests continue without the model. */
  onModuleDestroy(): void {
    setTimeout(() => void this.agent.destroy(), PATIENCE).unref();
  }

  /**
   * Queries the model within `TAGGER_TIMEOUT_MS`, including waits and retries. The caller must not hold a
   * database connection.
   * @throws ModelError, or the reason of the caller's signal
   */
  async complete<Output>(prompt: Prompt<Output>, { userId, signal: cancel }: CallOptions): Promise<Output> {
    const time = AbortSignal.timeout(this.config.TAGGER_TIMEOUT_MS);
    const signal = cancel ? AbortSignal.any([time, cancel]) : time;
    const call = () => this.call(prompt, userId, signal);
    const stop = this.calls.startTimer({ question: prompt.name });
    let outcome = 'cancelled';
    try {
      const output = await (userId === undefined ? call() : this.queue.run(userId, call));
      outcome = 'answered';
      return output;
    } catch (error) {
      cancel?.throwIfAborted();
      outcome = modelErrorOf(error).outcome;
      throw modelErrorOf(error);
    } finally {
      stop({ outcome });
    }
  }

  private async call<Output>(prompt: Prompt<Output>, userId: string | undefined, signal: AbortSignal) {
    if (signal.aborted) throw busy();
    if (this.failed.size >= FAILURES) await this.endPause(signal);
    return readOutput(prompt.shape, contentOf(await this.attempt(prompt, userId, signal)));
  }

  /** Sends the probe once the pause is over. @throws ModelError before that, while it runs, or if it fails */
  private async endPause(signal: AbortSignal): Promise<void> {
    if (Date.now() < this.pausedUntil) throw new ModelError('given_up', 'The model is given up for a while.');
    this.pausedUntil = Date.now() + PAUSE;
    await this.send(PROBE, signal).catch((error: Error) => this.pause(error));
  }

  private pause(cause: Error): never {
    this.pausedUntil = Date.now() + PAUSE;
    this.logger.warn(`The language model is not called for ${PAUSE / 1000} s: ${cause.message}`);
    throw cause;
  }

  /** Sends a prompt. Tells failures of the model, which pause it, from those of the text. */
  private async attempt(prompt: Prompt<unknown>, userId: string | undefined, signal: AbortSignal) {
    const since = performance.now();
    const timer = setTimeout(() => this.probe(since, signal), this.config.TAGGER_TIMEOUT_MS * SUSPECT);
    try {
      return await this.send(prompt, signal);
    } catch (error) {
      const { outcome, message } = error as ModelError;
      if (!FAULTS.includes(outcome)) throw error;
      // A call that started late had too little time to blame the model or the text.
      if (signal.aborted && performance.now() - since < this.config.TAGGER_TIMEOUT_MS / 2) throw busy();
      const isSuspect = OF_TEXTS.includes(outcome);
      if (isSuspect && (userId === undefined || this.failed.size >= FAILURES - 1))
        await this.probe(since, signal);
      if (isSuspect && this.succeededAt > since)
        throw new ModelError('of_text', `${message} It responds to others.`);
      this.failed.add(isSuspect && userId ? userId : Symbol(outcome));
      if (this.failed.size >= FAILURES && Date.now() >= this.pausedUntil) this.pause(error as Error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends the probe, unless a call has succeeded since. Suspect calls share it. */
  private async probe(since: number, signal: AbortSignal): Promise<void> {
    if (this.succeededAt > since) return;
    this.probing ??= this.send(PROBE, signal).catch(() => {});
    await this.probing;
    this.probing = undefined;
  }

  /**
   * Sends one request. It follows no redirect: the key and the text go only to the operator's host.
   * @returns the text of the response
   * @throws ModelError, or the reason of the caller's signal
   */
  private async send({ name, instructions, data, shape }: Prompt<unknown>, signal: AbortSignal) {
    const { TAGGER_BASE_URL, TAGGER_MODEL: model, TAGGER_API_KEY: key } = this.config;
    const messages = [
      { role: 'system', content: instructions },
      { role: 'user', content: JSON.stringify(data) },
    ];
    const json_schema = { name, strict: true, schema: schemaOf(shape) };
    const response_format = { type: 'json_schema', json_schema };
    try {
      const { statusCode, body } = await request(`${TAGGER_BASE_URL!.replace(/\/$/, '')}/chat/completions`, {
        method: 'POST',
        headers: { ...traceHeaders(), ...JSON_BODY, authorization: key && `Bearer ${key}` },
        body: JSON.stringify({ model, messages, response_format }),
        // A probe reports the current state, so it is not retried.
        dispatcher: name === PROBE.name ? this.agent : this.retrying,
        signal,
      });
      const text = await body.text();
      const status = `The model's endpoint returned ${statusCode}.`;
      if (statusCode >= 300) throw new ModelError(outcomeOf(statusCode), status);
      this.failed.clear();
      this.succeededAt = performance.now();
      return text;
    } catch (error) {
      if (signal.aborted && signal.reason.name !== 'TimeoutError') throw signal.reason;
      throw modelErrorOf(signal.aborted ? signal.reason : error);
    }
  }
}

const busy = () => new ModelError('busy', 'Too many calls wait for the model.');

/** Parses the JSON of a completion. @throws UnusableOutput if it is none */
function contentOf(completion: string): unknown {
  try {
    return JSON.parse(JSON.parse(completion).choices[0].message.content);
  } catch {
    throw new UnusableOutput('it is no completion with JSON');
  }
}

/** Checks and converts an output, which the error does not quote. @throws UnusableOutput */
export function readOutput<Output>(shape: z.ZodType<Output>, output: unknown): Output {
  const { data, error } = shape.safeParse(output);
  if (error) throw new UnusableOutput(`it breaks a rule at /${error.issues[0]!.path.join('/')}`);
  return data;
}

/** The JSON Schema for strict structured output. Endpoints support different keywords of limits. */
function schemaOf(shape: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern;
      delete jsonSchema.default;
      if (jsonSchema.properties) jsonSchema.required = Object.keys(jsonSchema.properties);
    },
  });
  return schema;
}

function outcomeOf(status: number): string {
  if (status === 429) return 'rate_limited';
  // A filter in front of the endpoint may refuse a text.
  if (status >= 500 || status === 403 || status === 408) return 'failed';
  return status < 400 || status === 401 || status === 404 ? 'denied' : 'rejected';
}

/** Converts a library's error to a ModelError. Its message has only the code. */
function modelErrorOf(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  const { name, code } = error as Record<string, unknown>;
  if (name === 'TimeoutError') return new ModelError('timeout', 'The model did not respond in time.');
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new UnusableOutput('it is too large');
  return new ModelError('unreachable', `The model could not be reached, or disconnected (${code ?? name}).`);
}
