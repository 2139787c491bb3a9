import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { FaultType } from './fault-type.js';
import { FAULTS, type Fault, type FaultKind, MOVED, play, readFault } from './faults.js';
import { type Reply, send } from './reply.js';

/** A request as an endpoint sees it. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One service that the sandbox stands in for. */
export interface Endpoint {
  /** Its name in `PUT /faults`. */
  readonly name: string;
  /** Whether a request is to this endpoint, whatever its fault. */
  serves(method: string, path: string): boolean;
  /** The answer where nothing is wrong. */
  answer(call: Call): Reply | Promise<Reply>;
}

/** The requests to an endpoint so far. */
export interface RequestLog {
  count: number;
  lastHeaders: IncomingHttpHeaders | null;
  lastUrl: string | null;
}

export interface SandboxServer {
  /** Without a slash at its end. */
  readonly url: string;
  requests(endpoint: string): RequestLog;
  setFault(endpoint: string, fault: Fault | FaultKind | number | null): void;
  /** Breaks all connections, also those with a request under way. */
  close(): Promise<void>;
}

interface State {
  readonly endpoint: Endpoint;
  readonly log: RequestLog;
  fault: Fault | null;
}

/** How a fault is set, by examples. */
const HOW = [
  'PUT /faults {"campus": "truncated"}',
  'PUT /faults {"campus": 503}',
  'PUT /faults {"ticketing": {"kind": "status", "status": 500, "after": 1, "times": 2}}',
  'PUT /faults {"campus": null}',
];

/** Serves the endpoints on 127.0.0.1, and `/faults`, which makes them misbehave. */
export async function startSandboxServer(endpoints: Endpoint[], port = 0): Promise<SandboxServer> {
  const states = new Map<string, State>(
    endpoints.map((endpoint) => [
      endpoint.name,
      { endpoint, log: { count: 0, lastHeaders: null, lastUrl: null }, fault: null },
    ]),
  );
  const stateOf = (name: string): State => {
    const state = states.get(name);
    if (!state)
      throw new Error(`There is no endpoint "${name}"; there are ${[...states.keys()].join(', ')}.`);
    return state;
  };
  let url = '';

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox');
    const method = request.method ?? 'GET';
    const isMoved = pathname.startsWith(`${MOVED}/`);
    const path = isMoved ? pathname.slice(MOVED.length) : pathname;
    const state = [...states.values()].find(({ endpoint }) => endpoint.serves(method, path));
    if (state) {
      state.log.count++;
      state.log.lastHeaders = request.headers;
      state.log.lastUrl = request.url ?? null;
    }
    const fault = state && !isMoved ? nextFault(state) : null;
    const body = await bodyOf(request);
    const reply = state
      ? await state.endpoint.answer({ method, path, query: searchParams, headers: request.headers, body })
      : path === '/faults'
        ? faultsReply(method, body)
        : json(404, { status: 'error', message: `Nothing is at ${path}.` });
    const exchange = { request, response, reply, url };
    await (fault ? play(fault, exchange) : send(exchange, reply));
  }

  function faultsReply(method: string, body: string): Reply {
    if (method !== 'GET' && method !== 'PUT') return json(405, { message: 'GET or PUT.' });
    if (method === 'PUT') {
      try {
        const wanted: unknown = JSON.parse(body);
        if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) {
          throw new Error('Send an object such as {"campus": "truncated"}.');
        }
        // All are read before the first is set: with a bad one among them, nothing changes.
        const read = Object.entries(wanted).map(
          ([name, fault]) => [stateOf(name), readFault(fault, name)] as const,
        );
        for (const [state, fault] of read) state.fault = fault;
      } catch (error) {
        return json(400, { message: (error as Error).message, possible: Object.keys(FAULTS) });
      }
    }
    const faults = Object.fromEntries([...states].map(([name, { fault }]) => [name, fault]));
    return json(200, method === 'PUT' ? { faults } : { faults, how: HOW, possible: possibleFaults() });
  }

  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    response.on('error', () => response.destroy());
    handle(request, response).catch((error: Error) => {
      // A client may hang up at any time. Every other error is a bug of the sandbox.
      if (response.headersSent || request.socket.destroyed) response.destroy();
      else response.writeHead(500).end(`${error.stack}`);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    requests: (name) => stateOf(name).log,
    setFault: (name, fault) => {
      stateOf(name).fault = readFault(fault, name);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Every fault, what it does and what may be set about it. */
function possibleFaults(): Record<string, Omit<FaultType, 'play'>> {
  return Object.fromEntries(
    Object.entries<FaultType>(FAULTS).map(([kind, { about, options, of }]) => [kind, { about, options, of }]),
  );
}

/** The fault of the next request. A fault that lasts for some requests is counted down. */
function nextFault(state: State): Fault | null {
  const fault = state.fault;
  if (fault?.after !== undefined) {
    const { after, ...begun } = fault;
    state.fault = after > 1 ? { ...fault, after: after - 1 } : begun;
    return null;
  }
  if (fault?.times !== undefined) {
    state.fault = fault.times > 1 ? { ...fault, times: fault.times - 1 } : null;
  }
  return fault;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function json(status: number, value: unknown): Reply {
  return { status, body: `${JSON.stringify(value, null, 2)}\n` };
}
