import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { codeOf } from './markdown.js';

/** The reader of docs/calling.md while it runs. */
export interface RunningReader {
  received: { id: string; type: string }[];
  /** How it ended: with the status and code of a refusal, or with neither. */
  ended: Promise<{ status?: number; code?: string }>;
  stop(): Promise<void> | void;
}

/**
 * Starts the reader somewhere.
 * @param silence milliseconds after which it gives a silent connection up
 */
export type StartReader = (url: string, token: string, silence?: number) => Promise<RunningReader>;

const moduleOf = (silence = 45_000) =>
  `data:text/javascript,${encodeURIComponent(codeOf('docs/calling.md', 'js').replace('45_000', `${silence}`))}`;

export const inNode: StartReader = async (url, token, silence) => {
  const { readNotifications } = await import(moduleOf(silence));
  const received: RunningReader['received'] = [];
  const abort = new AbortController();
  const ended = readNotifications({
    ...{ url, signal: abort.signal, getToken: () => token },
    onNotification: (notification: RunningReader['received'][number]) => received.push(notification),
  }).then(
    () => ({}),
    ({ status, code }: { status?: number; code?: string }) => ({ status, code }),
  );
  return { received, ended, stop: () => abort.abort() };
};

/** In a page of another origin than the service, as a frontend in development is. */
export const inBrowser =
  (browser: Browser): StartReader =>
  async (url, token, silence) => {
    const app = createServer((_request, response) => response.end('an app'))
      .listen(0, '127.0.0.1')
      .unref();
    await once(app, 'listening');
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(app.address() as AddressInfo).port}`);
    const received: RunningReader['received'] = [];
    await page.exposeFunction('receive', (notification: RunningReader['received'][number]) =>
      received.push(notification),
    );
    await page.exposeFunction('getToken', () => token);
    const ended = page.evaluate(`(async () => {
      window.abort = new AbortController();
      const { readNotifications } = await import(${JSON.stringify(moduleOf(silence))});
      const options = { url: ${JSON.stringify(url)}, getToken, onNotification: receive, signal: abort.signal };
      return readNotifications(options).then(() => ({}), ({ status, code }) => ({ status, code }));
    })()`) as RunningReader['ended'];
    return { received, ended, stop: () => page.evaluate('abort.abort()') as Promise<void> };
  };
