import { createHash } from 'node:crypto';
import type { Reply } from '../reply.js';
import type { Call, Endpoint } from '../sandbox-server.js';
import { answerTo, isKnown } from './llm-answers.js';

/** The name of the only model, unless another is set. */
export const SANDBOX_MODEL = 'sandbox';

export interface LlmEndpointOptions {
  model?: string;
  /** The bearer token to ask for; without it, everybody may call. */
  apiKey?: string;
}

/** `POST /v1/chat/completions` as OpenAI serves it, for the questions that the service asks. */
export function llmEndpoint({ model = SANDBOX_MODEL, apiKey }: LlmEndpointOptions = {}): Endpoint {
  return {
    name: 'llm',
    serves: (method, path) => method === 'POST' && path === '/v1/chat/completions',
    answer: async ({ headers, body }: Call): Promise<Reply> => {
      if (apiKey !== undefined && headers.authorization !== `Bearer ${apiKey}`)
        return refusal(401, 'Incorrect API key provided.', 'invalid_api_key');
      const request = parsed(body);
      if (typeof request !== 'object' || request === null)
        return refusal(400, 'We could not parse the JSON body of your request.');
      const { model: wanted, messages, response_format: format } = request as ChatRequest;
      if (typeof wanted !== 'string') return refusal(400, 'you must provide a model parameter');
      if (wanted !== model) return refusal(404, `The model \`${wanted}\` does not exist.`, 'model_not_found');
      if (!isConversation(messages)) return refusal(400, "Invalid 'messages': a list of role and content.");
      const { type, json_schema: wish } = format ?? {};
      if (type !== 'json_schema' || !wish?.schema || !/^[\w-]{1,64}$/.test(`${wish.name}`))
        return refusal(400, "Invalid 'response_format': a json_schema with a name and a schema is wanted.");
      if (!isKnown(wish.name)) return refusal(400, `The sandbox knows no answer of the kind "${wish.name}".`);
      const data = parsed(messages.at(-1)!.content);
      return completion(model, body, await answerTo(wish.name, data));
    },
  };
}

interface ChatRequest {
  model?: unknown;
  messages?: unknown;
  response_format?: { type?: unknown; json_schema?: { name: string; schema?: object } };
}

function isConversation(messages: unknown): messages is { role: string; content: string }[] {
  const isMessage = (each: Record<string, unknown> | null) =>
    typeof each?.role === 'string' && typeof each.content === 'string';
  return Array.isArray(messages) && messages.length > 0 && messages.every(isMessage);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function completion(model: string, asked: string, answer: unknown): Reply {
  const content = JSON.stringify(answer);
  const tokens = (text: string) => Math.ceil(text.length / 4);
  const usage = { prompt_tokens: tokens(asked), completion_tokens: tokens(content) };
  const message = { role: 'assistant', content, refusal: null };
  const body = {
    id: `chatcmpl-${createHash('md5').update(asked).digest('hex')}`,
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
    usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
  };
  return { status: 200, body: JSON.stringify(body) };
}

function refusal(status: number, message: string, code: string | null = null): Reply {
  const type = 'invalid_request_error';
  return { status, body: JSON.stringify({ error: { message, type, param: null, code } }) };
}
