import { Logger, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import OpenAI, { APIConnectionError, APIError } from 'openai';
import { Agent } from 'undici';
import { retryAfterOf } from '../common/retry-after.js';
import { boundedFetch } from './bounded-fetch.js';
import { answerOf } from './completion.js';
import { Gate, isTimeout } from './gate.js';
import { type Lane, LanguageModel, ModelError, type Question } from './language-model.js';
import { ModelMetrics } from './model-metrics.js';
import { retrying } from './retry.js';

/** Bytes of an answer at most. A few hundred are usual; reasoning models need more. */
const MAX_ANSWER = 256 * 1024;
/** Milliseconds that a connection may take. */
const CONNECT_TIMEOUT = 5_000;
/** Milliseconds that calls have left once the service stops (operating.md, "Stopping and several instances"). */
const STOP_PATIENCE = 5_000;
const STOPPED = new ModelError('cancelled', 'The service stops.');

interface Endpoint {
  /** `/chat/completions` stands below it. */
  baseUrl: string;
  model: string;
  apiKey: string | undefined;
  /** Milliseconds of a whole step, waiting included. */
  budget: number;
}

/** Any endpoint that serves OpenAI's chat completions with structured output. */
export class OpenAiModel extends LanguageModel implements OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger('LanguageModel');
  private readonly agent = new Agent({ connect: { timeout: CONNECT_TIMEOUT } });
  private readonly gate = new Gate((message) => this.logger.warn(message));
  private readonly running = new Set<AbortController>();
  private isStopped = false;
  private readonly client: OpenAI;
  private readonly calls = new ModelMetrics(() => this.gate.state);
  readonly metrics = this.calls.all;

  constructor(private readonly endpoint: Endpoint) {
    super();
    const { baseUrl, apiKey } = endpoint;
    this.client = new OpenAI({
      baseURL: baseUrl,
      // The library needs a key. Where the endpoint has none, it is not sent.
      apiKey: apiKey ?? 'none',
      defaultHeaders: {
        'user-agent': 'events-and-gigs',
        ...(apiKey === undefined && { authorization: null }),
      },
      fetch: boundedFetch(this.agent, MAX_ANSWER),
      // `retrying` does it: the library's waits can be neither cancelled nor bounded.
      maxRetries: 0,
      // Its log is no JSON. What it reads from the environment is for OpenAI's own endpoint.
      logLevel: 'off',
      ...{ adminAPIKey: null, organization: null, project: null, webhookSecret: null },
    });
  }

  async ask<Answer>(question: Question<Answer>, lane: Lane, patience: AbortSignal): Promise<Answer> {
    // Not AbortSignal.any: in Node 20 it leaks memory where one of its signals lives as long as the service.
    const call = new AbortController();
    const breakOff = () => call.abort(patience.reason);
    patience.addEventListener('abort', breakOff, { once: true });
    if (patience.aborted) breakOff();
    if (this.isStopped) call.abort(STOPPED);
    this.running.add(call);
    try {
      return await this.askUntil(call.signal, question, lane);
    } finally {
      this.running.delete(call);
      patience.removeEventListener('abort', breakOff);
    }
  }

  private askUntil<Answer>(signal: AbortSignal, question: Question<Answer>, lane: Lane): Promise<Answer> {
    const endsAt = performance.now() + this.endpoint.budget;
    return this.calls.measure(question.name, () =>
      this.gate.pass(lane, signal, async () =>
        question.read(await retrying(() => this.send(question, signal), endsAt, signal)),
      ),
    );
  }

  /** Ends the calls after a while, so that those who wait continue without the model and still get their answers. */
  onModuleDestroy(): void {
    setTimeout(() => {
      this.isStopped = true;
      for (const call of this.running) call.abort(STOPPED);
    }, STOP_PATIENCE).unref();
  }

  /** Runs after the requests in flight have been answered. */
  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  /** One request. It sets neither length nor temperature, since endpoints disagree on both. */
  private async send(
    { name, instructions, data, schema }: Question<unknown>,
    signal: AbortSignal,
  ): Promise<unknown> {
    try {
      const completion = await this.client.chat.completions.create(
        {
          model: this.endpoint.model,
          messages: [
            { role: 'system', content: instructions },
            { role: 'user', content: JSON.stringify(data) },
          ],
          response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
        },
        { signal },
      );
      return answerOf(completion);
    } catch (error) {
      throw faultOf(error, signal);
    }
  }
}

function faultOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted)
    return isTimeout(signal) ? new ModelError('timeout', 'The model did not answer in time.') : signal.reason;
  if (error instanceof ModelError) return error;
  if (error instanceof APIConnectionError)
    return error.cause instanceof ModelError ? error.cause : unreachable(error.cause);
  if (error instanceof APIError && error.status !== undefined) return refusal(error.status, error.headers);
  return new ModelError('malformed', 'The model did not answer JSON.');
}

/** Only the code of an error is shown: its message may contain the address. */
function unreachable(cause: unknown): ModelError {
  const { code } = ((cause as Error | undefined)?.cause ?? cause ?? {}) as { code?: unknown };
  const how = typeof code === 'string' ? ` (${code})` : '';
  return new ModelError('unreachable', `The model could not be reached, or hung up${how}.`);
}

function refusal(status: number, headers: Headers | undefined): ModelError {
  const message = `The model's endpoint answered ${status}.`;
  if (status === 429)
    return new ModelError('rate_limited', message, retryAfterOf(headers?.get('retry-after')));
  if (status >= 500 || status === 408)
    return new ModelError('failed', message, retryAfterOf(headers?.get('retry-after')));
  return new ModelError(status < 400 || [401, 403, 404].includes(status) ? 'denied' : 'rejected', message);
}
