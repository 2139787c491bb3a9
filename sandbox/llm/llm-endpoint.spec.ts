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
    const local = { now: 'Wednesday, 2026-11-18T10:00', timeZone: 'Asia/Kolkata' };
    const question = 'free jazz at the Ohio Union on 3 December';
    expect(await ask('event_question', { ...local, question, earlier: [] })).toEqual({
      ...{ kind: 'SEARCH', help: null, which: null, asked: null, carriesOn: false, more: false },
      filters: expect.objectContaining({
        topics: [{ words: ['jazz'], category: null, near: 'MUSIC' }],
        place: 'ohio union',
        free: true,
        when: { from: '2026-12-03T00:00', to: '2026-12-04T00:00' },
      }),
    });
    const earlier = [{ question, shown: 2 }];
    expect(await ask('event_question', { ...local, question: 'and tomorrow?', earlier })).toMatchObject({
      carriesOn: true,
      filters: { free: true, when: { from: '2026-11-19T00:00', to: '2026-11-20T00:00' } },
    });
    expect(await ask('event_question', { ...local, question: 'where is it?', earlier })).toMatchObject({
      kind: 'RECALL',
    });
    expect(await ask('event_question', { ...local, question: 'hi', earlier })).toMatchObject({
      kind: 'GREETING',
      filters: null,
    });
  });

  it('remarks on what was found', async () => {
    const results = [{ title: 'Jazz', type: 'EVENT', place: 'Oval' }];
    expect(await ask('remark', { exact: true, results })).toEqual({
      remark: 'Jazz looks like a good match. Enjoy!',
    });
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
