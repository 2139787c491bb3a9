import { Logger, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { Agent, fetch, type Headers } from 'undici';
import { readBody } from '../common/bounded-body.js';
import { retryAfterOf } from '../common/retry-after.js';
import { answerOf } from './completion.js';
import { Gate, isTimeout } from './gate.js';
import { type Lane, LanguageModel, ModelError, type Question } from './language-model.js';
import { ModelMetrics } from './model-metrics.js';
import { retrying } from './retry.js';

/** Bytes of an answer at most, unpacked. A few hundred are usual; reasoning models need more. */
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
  private readonly address: string;
  private readonly calls = new ModelMetrics(() => this.gate.state);
  readonly metrics = this.calls.all;

  constructor(private readonly endpoint: Endpoint) {
    super();
    this.address = `${endpoint.baseUrl.replace(/\/$/, '')}/chat/completions`;
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

  /**
   * One request. It sets neither length nor temperature, since endpoints disagree on both. It follows no redirect: the key and
   * the text go only to the host that the operator named.
   */
  private async send(
    { name, instructions, data, schema }: Question<unknown>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { model, apiKey } = this.endpoint;
    const messages = [
      { role: 'system', content: instructions },
      { role: 'user', content: JSON.stringify(data) },
    ];
    const format = { type: 'json_schema', json_schema: { name, strict: true, schema } };
    try {
      const answer = await fetch(this.address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'events-and-gigs',
          ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({ model, messages, response_format: format }),
        redirect: 'manual',
        dispatcher: this.agent,
        signal,
      });
      const body = answer.body ? await readBody(answer.body, MAX_ANSWER, oversized) : '';
      if (!answer.ok) throw refusal(answer.status, answer.headers);
      return answerOf(JSON.parse(body.toString()));
    } catch (error) {
      throw faultOf(error, signal);
    }
  }
}

const oversized = () => new ModelError('oversized', `The model answered over ${MAX_ANSWER} bytes.`);

function faultOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted)
    return isTimeout(signal) ? new ModelError('timeout', 'The model did not answer in time.') : signal.reason;
  if (error instanceof ModelError) return error;
  if (error instanceof SyntaxError) return new ModelError('malformed', 'The model did not answer JSON.');
  return unreachable(error);
}

/** Only the code of an error is shown: its message may contain the address. */
function unreachable(cause: unknown): ModelError {
  const { code } = ((cause as Error | undefined)?.cause ?? cause ?? {}) as { code?: unknown };
  const how = typeof code === 'string' ? ` (${code})` : '';
  return new ModelError('unreachable', `The model could not be reached, or hung up${how}.`);
}

function refusal(status: number, headers: Headers): ModelError {
  const message = `The model's endpoint answered ${status}.`;
  if (status === 429)
    return new ModelError('rate_limited', message, retryAfterOf(headers.get('retry-after')));
  if (status >= 500 || status === 408)
    return new ModelError('failed', message, retryAfterOf(headers.get('retry-after')));
  return new ModelError(status < 400 || [401, 403, 404].includes(status) ? 'denied' : 'rejected', message);
}
