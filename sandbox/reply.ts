import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A response of an endpoint. */
export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request, its right response, and the address of the server. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly reply: Reply;
  readonly url: string;
}

type Encoding = 'gzip' | 'identity';

export const compress = promisify(gzip);

/** Sends a response, in gzip where the client accepts that. */
export async function send(exchange: Exchange, reply: Reply): Promise<void> {
  if (/\bgzip\b/.test(`${exchange.request.headers['accept-encoding']}`))
    sendBytes(exchange, reply, await compress(reply.body), 'gzip');
  else sendBytes(exchange, reply, Buffer.from(reply.body), 'identity');
}

/** Sends these bytes with their length. */
export function sendBytes(exchange: Exchange, reply: Reply, bytes: Buffer, encoding: Encoding): void {
  sendHead(exchange, reply, encoding, bytes.length);
  exchange.response.end(bytes);
}

/** Sends status and headers. Without a length, the body is sent in chunks. */
export function sendHead({ response }: Exchange, reply: Reply, encoding: Encoding, length?: number): void {
  response.writeHead(reply.status, {
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding',
    ...(encoding === 'gzip' && { 'content-encoding': 'gzip' }),
    ...(length !== undefined && { 'content-length': length }),
    ...reply.headers,
  });
}
