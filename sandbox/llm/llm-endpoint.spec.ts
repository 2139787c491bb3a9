import { answerOf } from '../../src/llm/completion.js';
import { INSTRUCTIONS, SCHEMAS } from '../../src/tagging/tagging.prompt.js';
import type { FaultKind } from '../faults.js';
import { type SandboxServer, startSandboxServer } from '../sandbox-server.js';
import { llmEndpoint } from './llm-endpoint.js';
import { LLM_FAULTS } from './llm-faults.js';

const KEY = 'sk-sandbox';
const JAZZ = {
  type: 'EVENT',
  title: 'Jazz concert',
  description: 'A trio plays standards.',
  location: 'Oval',
};

let server: SandboxServer;
beforeEach(async () => {
  server = await startSandboxServer([llmEndpoint({ apiKey: KEY })]);
});
afterEach(() => server.close());

function request(name: string, data: unknown, changes: object = {}) {
  return {
    model: 'sandbox',
    messages: [
      { role: 'system', content: INSTRUCTIONS },
      { role: 'user', content: JSON.stringify(data) },
    ],
    response_format: { type: 'json_schema', json_schema: { name, strict: true, schema: SCHEMAS.EVENT } },
    ...changes,
  };
}

async function send(body: unknown, key: string | null = KEY) {
  const response = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: what comes is what is tested
  return { status: response.status, body: (await response.json()) as any };
}

const ask = async (name: string, data: unknown) => answerOf((await send(request(name, data))).body);

describe('the sandbox of the language model', () => {
  it('tags an event by its words, the same each time', async () => {
    const { status, body } = await send(request('event_tagging', JAZZ));
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'chat.completion', model: 'sandbox' });
    expect(body.choices).toHaveLength(1);
    expect(answerOf(body)).toMatchObject({
      tags: expect.arrayContaining(['jazz']),
      category: 'MUSIC',
      summary: 'A trio plays standards.',
    });
    expect((await send(request('event_tagging', JAZZ))).body).toEqual(body);
  });

  it('reads a question against the time that it is told', async () => {
    const query = { words: 'jazz Ohio Union', type: null, category: null, when: null };
    const day = { from: '2026-12-03', to: '2026-12-04' };
    const nothing = { query: null, which: null, help: null };
    const read = (question: string, last: unknown = null) =>
      ask('event_question', { now: 'Wednesday, 2026-11-18T10:00', message: question, last });
    expect(await read('jazz at the Ohio Union on 3 December')).toEqual({
      ...nothing,
      kind: 'SEARCH',
      query: { ...query, ...day },
    });
    const last = { query: { ...query, ...day }, shown: 2 };
    expect(await read('the last one', last)).toEqual({ ...nothing, kind: 'PICK', which: 2 });
    expect(await read('more', last)).toMatchObject({ kind: 'MORE' });
    expect(await read('How do I apply?', last)).toEqual({ ...nothing, kind: 'HELP', help: 'APPLY' });
    expect(await read('hi', last)).toEqual({ ...nothing, kind: 'OTHER' });
  });

  it.each<[string, number, unknown, string | null]>([
    ['no key', 401, request('event_tagging', JAZZ), null],
    ['another key', 401, request('event_tagging', JAZZ), 'sk-other'],
    ['an unknown model', 404, request('event_tagging', JAZZ, { model: 'gpt-0' }), KEY],
    ['no model', 400, request('event_tagging', JAZZ, { model: undefined }), KEY],
    ['no messages', 400, request('event_tagging', JAZZ, { messages: undefined }), KEY],
    ['an empty list of messages', 400, request('event_tagging', JAZZ, { messages: [] }), KEY],
    ['a message without content', 400, request('event_tagging', JAZZ, { messages: [{ role: 'user' }] }), KEY],
    ['no schema', 400, request('event_tagging', JAZZ, { response_format: { type: 'json_object' } }), KEY],
    ['a question that it does not know', 400, request('poem', JAZZ), KEY],
    ['a body that is no JSON', 400, '{', KEY],
  ])('refuses %s with %d, as a real one does', async (_what, status, body, key) => {
    const answer = await send(body, key);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({ message: expect.any(String), type: 'invalid_request_error' });
  });

  it.each(
    Object.keys(LLM_FAULTS) as FaultKind[],
  )('plays "%s" over HTTP until it is told to stop', async (kind) => {
    const set = (fault: unknown) =>
      fetch(`${server.url}/faults`, { method: 'PUT', body: JSON.stringify({ llm: fault }) });
    const { body } = await send(request('event_tagging', JAZZ));
    expect((await set(kind)).status).toBe(200);
    const bad = await send(request('event_tagging', JAZZ));
    expect(bad.status).toBe(200);
    expect(bad.body).not.toEqual(body);
    expect((await send(request('event_tagging', JAZZ), null)).status).toBe(401);
    await set(null);
    expect((await send(request('event_tagging', JAZZ))).body).toEqual(body);
  });

  it('answers without end when told, until the client hangs up', async () => {
    server.setFault('llm', 'endless');
    const stop = new AbortController();
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}` },
      body: JSON.stringify(request('event_tagging', JAZZ)),
      signal: stop.signal,
    });
    let size = 0;
    for await (const chunk of response.body!) {
      size += (chunk as Uint8Array).length;
      if (size > 5_000_000) break;
    }
    stop.abort();
    server.setFault('llm', null);
    expect((await send(request('event_tagging', JAZZ))).status).toBe(200);
  });
});
