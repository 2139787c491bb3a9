import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readIntent } from '../../src/conversations/assistant/intent.reader.js';
import { tagByKeywords } from '../../src/tagging/keyword.tagger.js';
import type { Reply } from '../reply.js';
import type { Call, Endpoint } from '../sandbox-server.js';

/** The name of the only model. */
export const SANDBOX_MODEL = 'sandbox';

// biome-ignore lint/suspicious/noExplicitAny: what a client sends
type Data = any;

/** Rules that complete the service's prompts, by the names of their schemas. */
const OUTPUTS: Record<string, (data: Data) => unknown> = {
  event_tagging: ({ type, title, description, location, hints }) =>
    tagByKeywords({ type, title, description, locationName: location, hints }),

  event_question: ({ message, now, last }) => {
    // The local time stands for an instant of UTC, so that days are those of the service's zone.
    const at = Date.parse(`${now.split(', ')[1]}Z`);
    const context = last && { query: last.query, at, offset: 0, eventIds: Array(last.shown).fill('') };
    return readIntent({ text: message, now: at, zone: 'UTC', last: context });
  },

  trial: () => ({}),
};

const REQUEST = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
  response_format: z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({ name: z.enum(Object.keys(OUTPUTS)), schema: z.looseObject({}) }),
  }),
});

/**
 * `POST /v1/chat/completions` as OpenAI serves it, for the questions that the service sends.
 * @param options.apiKey the bearer token that is required; without it, everybody may call
 */
export function llmEndpoint({ apiKey }: { apiKey?: string } = {}): Endpoint {
  return {
    name: 'llm',
    serves: (method, path) => method === 'POST' && path === '/v1/chat/completions',
    respond: async ({ headers, body }: Call): Promise<Reply> => {
      if (apiKey !== undefined && headers.authorization !== `Bearer ${apiKey}`)
        return refusal(401, 'Incorrect API key provided.', 'invalid_api_key');
      const { data: request, error } = REQUEST.safeParse(parsed(body));
      if (error) return refusal(400, z.prettifyError(error));
      if (request.model !== SANDBOX_MODEL)
        return refusal(404, `The model \`${request.model}\` does not exist.`, 'model_not_found');
      const complete = OUTPUTS[request.response_format.json_schema.name]!;
      return completion(body, await complete(parsed(request.messages.at(-1)!.content)));
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function completion(prompt: string, output: unknown): Reply {
  const content = JSON.stringify(output);
  const message = { role: 'assistant', content, refusal: null };
  const body = {
    id: `chatcmpl-${createHash('md5').update(prompt).digest('hex')}`,
    object: 'chat.completion',
    created: 1_700_000_000,
    model: SANDBOX_MODEL,
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
    usage: { prompt_tokens: 400, completion_tokens: 40, total_tokens: 440 },
  };
  return { status: 200, body: JSON.stringify(body) };
}

function refusal(status: number, message: string, code: string | null = null): Reply {
  const type = 'invalid_request_error';
  return { status, body: JSON.stringify({ error: { message, type, param: null, code } }) };
}
