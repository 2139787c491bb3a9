import { expectDocumented } from './document.js';
import { until } from './until.js';

/** A response of the service. Its body is parsed if it is JSON. */
export interface ServiceResponse<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
  text: string;
}

const isJson = ({ headers }: Response) => /json/.test(headers.get('content-type') ?? '');

/** Calls the service as one user, over real HTTP. An undocumented response fails the test. */
export class Client {
  constructor(
    private readonly url: string,
    private readonly token?: string,
  ) {}

  /** `fetch` with the user's token. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...(this.token && { authorization: `Bearer ${this.token}` }), ...init.headers };
    const response = await fetch(this.url + path, { ...init, headers });
    const problem =
      response.status >= 400 ? ((await response.clone().json()) as { code: unknown }) : undefined;
    expectDocumented(init.method ?? 'GET', path, response.status, problem?.code);
    return response;
  }

  // biome-ignore lint/suspicious/noExplicitAny: bodies have every shape
  async request<Body = any>(
    method: string,
    path: string,
    init: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<ServiceResponse<Body>> {
    const { body } = init;
    const headers: Record<string, string> = { ...init.headers };
    if (this.token) headers.authorization ??= `Bearer ${this.token}`;
    if (body !== undefined) headers['content-type'] ??= 'application/json';
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(this.url + path, {
      method,
      headers,
      body: body === undefined ? undefined : raw ? (body as string) : JSON.stringify(body),
      redirect: 'manual',
    });
    const text = await response.text();
    const read = isJson(response) && text ? JSON.parse(text) : undefined;
    expectDocumented(method, path, response.status, read?.code);
    return { status: response.status, headers: response.headers, body: read, text };
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  get = <Body = any>(path: string, headers?: Record<string, string>) =>
    this.request<Body>('GET', path, { headers });
  // biome-ignore lint/suspicious/noExplicitAny: as above
  post = <Body = any>(path: string, body?: unknown, headers?: Record<string, string>) =>
    this.request<Body>('POST', path, { body, headers });
  // biome-ignore lint/suspicious/noExplicitAny: as above
  put = <Body = any>(path: string, body?: unknown, headers?: Record<string, string>) =>
    this.request<Body>('PUT', path, { body, headers });
  // biome-ignore lint/suspicious/noExplicitAny: as above
  patch = <Body = any>(path: string, body?: unknown, headers?: Record<string, string>) =>
    this.request<Body>('PATCH', path, { body, headers });
  // biome-ignore lint/suspicious/noExplicitAny: as above
  delete = <Body = any>(path: string, headers?: Record<string, string>) =>
    this.request<Body>('DELETE', path, { headers });
}

/** Repeats requests that are 503, as on a busy machine with many requests. */
export class PatientClient extends Client {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  override async request<Body = any>(
    ...parameters: Parameters<Client['request']>
  ): Promise<ServiceResponse<Body>> {
    let response!: ServiceResponse<Body>;
    await until(async () => {
      response = await super.request<Body>(...parameters);
      return response.status !== 503;
    });
    return response;
  }
}
