import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request for a completion, with its prompt. */
export interface ModelRequest {
  path: string;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect it
  body: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  data: any;
  /** The name of the schema of the output. */
  schema: string;
  /** The time of its arrival (milliseconds). */
  at: number;
  /** Whether the model itself disconnected. */
  hasDisconnected: boolean;
}

export type Behaviour = (response: ServerResponse, request: ModelRequest) => void;

/** A completion with this content. @param choice members of its choice that differ */
export function completion(content: unknown, choice: object = {}): object {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const message = { role: 'assistant', content: text, refusal: null };
  return {
    ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'test-model' },
    choices: [{ index: 0, message, finish_reason: 'stop', ...choice }],
  };
}

export const returns = (body: unknown, status = 200, headers: Record<string, string> = {}): Behaviour => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
};
export const completes = (content: unknown, choice?: object): Behaviour =>
  returns(completion(content, choice));
/** Delays the request until the test ends it. */
export const hangs: Behaviour = () => {};
export const disconnects: Behaviour = (response, request) => {
  request.hasDisconnected = true;
  response.socket?.destroy();
};

/** A language model that behaves as the test completes, and records requests. */
export class ModelServer {
  readonly requests: ModelRequest[] = [];
  /** Requests without a response. */
  readonly waiting = new Map<ServerResponse, ModelRequest>();
  /** Requests that the service aborted. */
  aborted = 0;
  /** The maximum of concurrent requests. */
  peak = 0;
  behave: Behaviour = hangs;

  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<ModelServer> {
    const sockets = new Set<Socket>();
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      model.receive(request.url ?? '', request.headers, text, response);
    });
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const model = new ModelServer(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      async () => {
        server.close();
        for (const socket of sockets) socket.destroy();
        await once(server, 'close');
      },
    );
    return model;
  }

  /** The service's settings for this model. */
  environment(overrides: Record<string, string> = {}): Record<string, string> {
    return { TAGGER: 'llm', TAGGER_BASE_URL: this.url, TAGGER_MODEL: 'test-model', ...overrides };
  }

  reset(behaviour: Behaviour): void {
    this.requests.splice(0);
    this.aborted = 0;
    this.peak = 0;
    this.behave = behaviour;
  }

  /** Responds to all waiting requests. */
  release(behaviour: Behaviour): void {
    for (const [response, request] of this.waiting) behaviour(response, request);
  }

  private receive(path: string, headers: IncomingHttpHeaders, text: string, response: ServerResponse): void {
    const body = text ? JSON.parse(text) : undefined;
    const request: ModelRequest = {
      ...{ path, headers, body, at: performance.now(), hasDisconnected: false },
      data: body && JSON.parse(body.messages.at(-1).content),
      schema: body?.response_format.json_schema.name,
    };
    this.requests.push(request);
    this.waiting.set(response, request);
    this.peak = Math.max(this.peak, this.waiting.size);
    response
      .on('error', () => {})
      .once('close', () => {
        this.waiting.delete(response);
        if (!response.writableFinished && !request.hasDisconnected) this.aborted += 1;
      });
    this.behave(response, request);
  }
}
