import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { createClient } from '../../client/index.js';

/** A reader of notifications while it runs. */
export interface RunningReader {
  received: { id: string; type: string }[];
  /** The reason of its end: the status and code of a refusal, or neither. */
  ended: Promise<{ status?: number; code?: string }>;
  stop(): Promise<void> | void;
}

/**
 * Starts the reader somewhere.
 * @param baseUrl of the service
 * @param silence milliseconds after which it leaves a silent connection
 */
export type StartReader = (baseUrl: string, token: string, silence?: number) => Promise<RunningReader>;

export const inNode: StartReader = async (baseUrl, token, silence) => {
  const received: RunningReader['received'] = [];
  const abort = new AbortController();
  const read = async () => {
    const client = createClient({ baseUrl, token: () => token });
    for await (const notification of client.notifications({ signal: abort.signal, silence }))
      received.push(notification);
  };
  const ended = read().then(
    () => ({}),
    ({ problem: { status, code } }) => ({ status, code }),
  );
  return { received, ended, stop: () => abort.abort() };
};

const FILES: Record<string, string> = {
  '/client.js': 'client/index.js',
  '/openapi-fetch.js': 'node_modules/openapi-fetch/dist/index.mjs',
};
const IMPORTS = { 'openapi-fetch': '/openapi-fetch.js', 'events-and-gigs-client': '/client.js' };

/** A page of another origin that may import the client, such as a frontend in development. */
export async function openApp(browser: Browser): Promise<Page> {
  const app = createServer(async ({ url = '' }, response) => {
    const file = FILES[url];
    response.setHeader('content-type', file ? 'text/javascript' : 'text/html');
    response.end(
      file
        ? await readFile(file)
        : `<script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>`,
    );
  });
  await once(app.listen(0, '127.0.0.1').unref(), 'listening');
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(app.address() as AddressInfo).port}`);
  return page;
}

export const inBrowser =
  (browser: Browser): StartReader =>
  async (baseUrl, token, silence) => {
    const page = await openApp(browser);
    const received: RunningReader['received'] = [];
    await page.exposeFunction('receive', (notification: RunningReader['received'][number]) =>
      received.push(notification),
    );
    const ended = page.evaluate(`(async () => {
      window.abort = new AbortController();
      const { createClient } = await import('events-and-gigs-client');
      const client = createClient({ baseUrl: ${JSON.stringify(baseUrl)}, token: () => ${JSON.stringify(token)} });
      try {
        for await (const notification of client.notifications({ signal: abort.signal, silence: ${silence} }))
          receive(notification);
        return {};
      } catch ({ problem: { status, code } }) {
        return { status, code };
      }
    })()`) as RunningReader['ended'];
    return { received, ended, stop: () => page.evaluate('abort.abort()') as Promise<void> };
  };
