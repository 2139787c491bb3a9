import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { PassingFault } from './passing-fault.js';

const HEADERS = {
  'user-agent': 'events-and-gigs (event feed reader)',
  accept: 'application/json',
  'accept-encoding': 'gzip',
};

/** Connections to a feed's host, each kept for the requests that follow. */
export class Connections {
  private readonly protocols = {
    'http:': { request: http.request, agent: new http.Agent({ keepAlive: true }), ready: 'connect' },
    'https:': { request: https.request, agent: new https.Agent({ keepAlive: true }), ready: 'secureConnect' },
  };

  /** @param limit milliseconds in which a new connection must stand */
  constructor(private readonly limit: number) {}

  /**
   * Resolves when the head of the answer has arrived, before its body.
   * @throws PassingFault where there is no connection in time, or the socket's error
   */
  get(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const { request, agent, ready } = this.protocols[url.protocol as 'http:' | 'https:'];
    return new Promise((resolve, reject) => {
      const asked = request(url, { agent, signal, headers: HEADERS });
      const late = () => asked.destroy(new PassingFault('The feed could not be reached in time.'));
      const timer = setTimeout(late, this.limit);
      const connected = () => clearTimeout(timer);
      asked.once('socket', (socket: Socket) => {
        if (asked.reusedSocket) connected();
        else socket.once(ready, connected);
      });
      asked.once('close', connected).once('error', reject).once('response', resolve).end();
    });
  }

  close(): void {
    for (const { agent } of Object.values(this.protocols)) agent.destroy();
  }
}

/** Reads no more of an answer. */
export function discard(answer: IncomingMessage): void {
  answer.on('error', () => {}).destroy();
}
