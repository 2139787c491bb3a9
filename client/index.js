import createFetchClient from 'openapi-fetch';

/**
 * @import { AnyProblem, EventsClient, EventsClientOptions, StreamOptions, TokenSource } from './index.d.ts'
 * @typedef {import('openapi-fetch').Client<import('./schema.d.ts').paths>} Client
 */

/** Milliseconds: the longest wait before the next connection, and the silence after which one counts as lost. */
const LONGEST_WAIT = 30_000;
const SILENCE = 45_000;

const TEMPORARY = [429, 500, 502, 503, 504];

export class ProblemError extends Error {
  /**
   * @param {AnyProblem} problem
   * @param {number} [retryAfter] seconds
   */
  constructor(problem, retryAfter = 0) {
    super(problem.detail);
    this.name = 'ProblemError';
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/**
 * @template Data
 * @param {{ data?: Data; error?: unknown; response: Response }} answer
 * @returns {Data}
 */
export function unwrap({ data, error, response }) {
  if (response.ok) return /** @type {Data} */ (data);
  const isProblem = typeof error === 'object' && error !== null && 'code' in error;
  const problem = /** @type {AnyProblem} */ (isProblem ? error : proxyProblem(response));
  throw new ProblemError(problem, Number(response.headers.get('Retry-After')) || 0);
}

/**
 * A proxy in front of the service answers in its own form.
 * @param {Response} response
 * @returns {AnyProblem}
 */
const proxyProblem = ({ status, url, headers }) => ({
  type: 'about:blank',
  title: 'Unavailable',
  status,
  detail: `The service cannot be reached (${status}).`,
  code: 'UNAVAILABLE',
  instance: url,
  requestId: headers.get('X-Request-Id') ?? '',
});

/** @param {any} error */
export function isTemporary(error) {
  if (error instanceof ProblemError) return TEMPORARY.includes(error.problem.status);
  return error?.name === 'TypeError'; // by its name, since fetch's own may be of another realm
}

/**
 * @param {EventsClientOptions} options
 * @returns {EventsClient}
 */
export function createClient({ token, fetch = (request) => globalThis.fetch(request), ...options }) {
  const client = createFetchClient({
    // A list in a query is one parameter, its values separated by commas.
    querySerializer: { array: { style: 'form', explode: false } },
    ...options,
    fetch: token ? withToken(token, fetch) : fetch,
  });
  return Object.assign(client, {
    pages: (/** @type {any} */ path, /** @type {any} */ init) => pagesOf(client, path, init),
    items: async function* (/** @type {any} */ path, /** @type {any} */ init) {
      for await (const { data } of pagesOf(client, path, init)) yield* data;
    },
    notifications: (/** @type {StreamOptions} */ streamOptions) => notificationsOf(client, streamOptions),
  });
}

/**
 * Sends requests with the user's token. Requests that are refused at the same time share the call for a new one.
 * @param {TokenSource} source
 * @param {(request: Request) => Promise<Response>} fetch
 * @returns {(request: Request) => Promise<Response>}
 */
function withToken(source, fetch) {
  /** @type {{ refused: string; next: Promise<string | undefined> } | undefined} */
  let renewal;
  /** @param {string} refused */
  function renew(refused) {
    if (renewal?.refused === refused) return renewal.next;
    const current = { refused, next: (async () => source(refused))() };
    const forget = () => {
      if (renewal === current) renewal = undefined;
    };
    current.next.then((token) => (token && token !== refused ? undefined : forget()), forget);
    renewal = current;
    return current.next;
  }
  return async (request) => {
    const token = await source();
    if (!token || request.headers.has('Authorization')) return fetch(request);
    const again = request.clone();
    request.headers.set('Authorization', `Bearer ${token}`);
    const response = await fetch(request);
    if (response.status !== 401) return response;
    const next = await renew(token);
    if (!next || next === token) return response;
    await response.body?.cancel();
    again.headers.set('Authorization', `Bearer ${next}`);
    return fetch(again);
  };
}

/**
 * Follows `nextCursor`, and counts on by `offset` where a list has none.
 * @param {Client} client
 * @param {any} path
 * @param {any} [init]
 * @returns {AsyncGenerator<any, void, undefined>}
 */
async function* pagesOf(client, path, init) {
  let query = init?.params?.query ?? {};
  for (;;) {
    const page = unwrap(await client.GET(path, { ...init, params: { ...init?.params, query } }));
    yield page;
    const { cursor, offset = 0, ...filters } = query;
    const read = offset + page.data.length;
    if (page.nextCursor) query = { ...filters, cursor: page.nextCursor };
    else if (!cursor && page.data.length > 0 && read < page.total) query = { ...filters, offset: read };
    else return;
  }
}

/**
 * @param {Client} client
 * @param {StreamOptions} [options]
 * @returns {AsyncGenerator<any, void, undefined>}
 */
async function* notificationsOf(client, { signal, lastEventId, silence = SILENCE } = {}) {
  for (let failures = 0; !signal?.aborted; failures += 1) {
    let told = 0;
    try {
      const header = lastEventId ? { 'Last-Event-ID': lastEventId } : {};
      const init = /** @type {const} */ ({
        params: { header },
        parseAs: 'stream',
        cache: 'no-store',
        signal,
      });
      const body = unwrap(await client.GET('/notifications/stream', init));
      for await (const { id, data } of messagesOf(/** @type {ReadableStream} */ (body), silence)) {
        if (signal?.aborted) return;
        failures = 0;
        if (id) lastEventId = id;
        if (data) yield JSON.parse(data);
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!isTemporary(error)) throw error;
      if (error instanceof ProblemError) told = 1000 * error.retryAfter;
    }
    const backoff = Math.min(1000 * 2 ** failures, LONGEST_WAIT) * (0.5 + Math.random() / 2);
    if (!signal?.aborted) await sleep(Math.max(told, backoff), signal);
  }
}

/**
 * The messages of a stream of server-sent events. Its signs of life are messages of nothing.
 * @param {ReadableStream<Uint8Array>} body
 * @param {number} silence milliseconds after which it ends
 */
async function* messagesOf(body, silence) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const give = () => void reader.cancel().catch(() => {});
  let text = '';
  let watch = setTimeout(give, silence);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(watch);
      watch = setTimeout(give, silence);
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks)
        yield { id: /^id: (.*)$/m.exec(block)?.[1], data: /^data: (.*)$/m.exec(block)?.[1] };
    }
  } finally {
    clearTimeout(watch);
    give();
  }
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} [signal] ends it early
 * @returns {Promise<void>}
 */
function sleep(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(wake, milliseconds);
    signal?.addEventListener('abort', wake);
    function wake() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      resolve();
    }
  });
}
