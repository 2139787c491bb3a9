import { connect } from 'node:net';

/**
 * Writes raw bytes to the service, and returns its output until it closes the connection or that is `enough`.
 */
export function exchange(
  url: string,
  bytes: string | Uint8Array,
  enough: (received: string) => boolean = () => false,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      received += chunk;
      if (enough(received)) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

/** Whether a whole response has arrived: a head, and a body to its last chunk or its closing brace. */
export const isComplete = (received: string): boolean =>
  /\r\n\r\n[\s\S]*\}$/.test(received) || /\r\n0\r\n\r\n$/.test(received);

/**
 * Sends the head of a request, then a byte of its body each half second, until the service closes the
 * connection.
 */
export function trickle(url: string, head: string): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(head));
    const drip = setInterval(() => socket.write('x'), 500);
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      received += chunk;
    });
    socket.on('error', () => {}); // a byte is sent after the end
    socket.on('close', () => {
      clearInterval(drip);
      resolve(received);
    });
  });
}

/** Status, headers and body of a whole response. */
export function readRaw(received: string): { status: number; headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = lines.map((header) => header.split(/: (.*)/s).slice(0, 2));
  return {
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(headers.map(([name, value]) => [name?.toLowerCase(), value])),
    body: rest.join('\r\n\r\n'),
  };
}

/** Checks that a whole response is a problem that closes the connection. */
export function expectRawProblem(received: string, status: number, code: string): void {
  const response = readRaw(received);
  expect(response.status).toBe(status);
  expect(response.headers).toMatchObject({
    ...{
      'content-type': 'application/problem+json; charset=utf-8',
      connection: 'close',
      'cache-control': 'no-store',
    },
    ...{ 'x-content-type-options': 'nosniff', 'x-request-id': expect.stringMatching(/^[\x20-\x7e]{1,128}$/) },
  });
  expect(Buffer.byteLength(response.body)).toBe(Number(response.headers['content-length']));
  expect(JSON.parse(response.body)).toMatchObject({
    ...{ type: 'about:blank', status, code, requestId: response.headers['x-request-id'] },
    ...{
      title: expect.stringMatching(/\w/),
      detail: expect.stringMatching(/\w/),
      instance: expect.any(String),
    },
  });
}
