import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { FAULTS, type Fault, type FaultKind, type FaultType, MOVED, play, readFault } from './faults.js';
import { type Reply, send } from './reply.js';

/** A request as an endpoint sees it. */
export interface Call {
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
  /** The response where nothing is wrong. */
  respond(call: Call): Reply | Promise<Reply>;
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
  'PUT /faults {"ticketing": {"kind": "status", "status": 500, "after": 1, "times": 2}}',
  'PUT /faults {"campus": null}',
];

/** Serves the endpoints on 127.0.0.1, and `/faults`, which makes them misbehave. */
export async function startSandboxServer(endpoints: Endpoint[], port = 0): Promise<SandboxServer> {
  const states = endpoints.map(
    (endpoint): State => ({ endpoint, log: { count: 0, lastHeaders: null, lastUrl: null }, fault: null }),
  );
  const server = createServer((request, response) => {
    response.on('error', () => response.destroy());
    handle(request, response, states, url).catch((error: Error) => {
      // A client may disconnect at any time. Every other error is a bug of the sandbox.
      if (response.headersSent || request.socket.destroyed) response.destroy();
      else response.writeHead(500).end(`${error.stack}`);
    });
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests: (name) => stateOf(states, name).log,
    setFault: (name, fault) => {
      stateOf(states, name).fault = readFault(fault, name);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  states: State[],
  url: string,
): Promise<void> {
  const { pathname, searchParams } = new URL(`${request.url}`, url);
  const method = `${request.method}`;
  const isMoved = pathname.startsWith(`${MOVED}/`);
  const path = isMoved ? pathname.slice(MOVED.length) : pathname;
  const state = states.find(({ endpoint }) => endpoint.serves(method, path));
  if (state) {
    state.log.count++;
    state.log.lastHeaders = request.headers;
    state.log.lastUrl = request.url ?? null;
  }
  const fault = state && !isMoved ? nextFault(state) : null;
  const body = await text(request);
  const reply = state
    ? await state.endpoint.respond({ query: searchParams, headers: request.headers, body })
    : path === '/faults'
      ? faultsReply(method, body, states)
      : json(404, { status: 'error', message: `Nothing is at ${path}.` });
  const exchange = { request, response, reply, url };
  await (fault ? play(fault, exchange) : send(exchange, reply));
}

/** `GET /faults` shows what is on and what there is; `PUT` sets faults, or none if one of them is bad. */
function faultsReply(method: string, body: string, states: State[]): Reply {
  const possible = Object.fromEntries(
    Object.entries<FaultType>(FAULTS).map(([kind, { about, options, of }]) => [kind, { about, options, of }]),
  );
  if (method === 'PUT') {
    try {
      const read = Object.entries(JSON.parse(body)).map(([name, fault]) => {
        return { state: stateOf(states, name), fault: readFault(fault, name) };
      });
      for (const { state, fault } of read) state.fault = fault;
    } catch (error) {
      return json(400, { message: (error as Error).message, how: HOW, possible });
    }
  }
  const faults = Object.fromEntries(states.map(({ endpoint, fault }) => [endpoint.name, fault]));
  return json(200, method === 'PUT' ? { faults } : { faults, how: HOW, possible });
}

function stateOf(states: State[], name: string): State {
  const state = states.find(({ endpoint }) => endpoint.name === name);
  if (!state) throw new Error(`There is no endpoint "${name}".`);
  return state;
}

/** The fault of the next request. A fault that lasts for some requests is counted down. */
function nextFault(state: State): Fault | null {
  const { fault } = state;
  if (fault?.after !== undefined) {
    const { after, ...begun } = fault;
    state.fault = after > 1 ? { ...fault, after: after - 1 } : begun;
    return null;
  }
  if (fault?.times !== undefined) state.fault = fault.times > 1 ? { ...fault, times: fault.times - 1 } : null;
  return fault;
}

function json(status: number, value: unknown): Reply {
  return { status, body: `${JSON.stringify(value, null, 2)}\n` };
}
