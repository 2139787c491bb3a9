import { type Browser, chromium } from 'playwright-core';
import { browserPath } from './browser.js';
import { codeOf } from './markdown.js';

/** The reader of docs/calling.md while it runs, wherever it does. */
export interface RunningReader {
  received: { id: string; type: string }[];
  /** How it ended: with the status and the code of a refusal, or with nothing of either. */
  ended: Promise<{ status?: number; code?: string }>;
  stop(): Promise<void> | void;
}

/** Somewhere that the reader can run. `silence` shortens the milliseconds after which it takes a connection for dead. */
export interface Place {
  open(): Promise<void>;
  start(url: string, token: string, silence?: number): Promise<RunningReader>;
  close(): Promise<void>;
}

const moduleOf = (silence = 45_000) =>
  `data:text/javascript,${encodeURIComponent(codeOf('docs/calling.md', 'js').replace('45_000', `${silence}`))}`;

export class InNode implements Place {
  async open(): Promise<void> {}

  async start(url: string, token: string, silence?: number): Promise<RunningReader> {
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
  }

  async close(): Promise<void> {}
}

/** A page of another origin than the service's, as a frontend in development is. */
export class InChromium implements Place {
  private browser?: Browser;

  async open(): Promise<void> {
    this.browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  }

  async start(url: string, token: string, silence?: number): Promise<RunningReader> {
    const page = await this.browser!.newPage();
    const origin = 'http://localhost:5173/';
    await page.route(origin, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>App</title>' }),
    );
    await page.goto(origin);
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
  }

  async close(): Promise<void> {
    await this.browser?.close();
  }
}
