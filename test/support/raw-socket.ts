import { connect } from 'node:net';

/**
 * Writes bytes to the service as they stand and answers what comes back, until the service closes the connection or
 * what came is `enough`.
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

/** A whole head and a body that a chunk or a length has ended. */
export const answered = (received: string): boolean =>
  /\r\n\r\n[\s\S]*\}$/.test(received) || /\r\n0\r\n\r\n$/.test(received);

/** Sends the head of a request and then one byte of it each half second, until the service ends the connection. */
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
    socket.on('error', () => {}); // a byte that comes after the end
    socket.on('close', () => {
      clearInterval(drip);
      resolve(received);
    });
  });
}
