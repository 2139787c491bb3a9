import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';

/** Milliseconds for a step in a browser: a limit for hangs, since a busy machine is slow. */
const PATIENCE = 100_000;

/** The documentation in a new browser. */
export class DocsPage {
  /** Errors and warnings of the browser's console, violations of the CSP, and requests to other hosts. */
  readonly complaints: string[] = [];

  private constructor(readonly page: Page) {}

  static async open(browser: Browser, url: string, screen: BrowserContextOptions): Promise<DocsPage> {
    const context = await browser.newContext({ ...screen, deviceScaleFactor: 1 });
    context.setDefaultTimeout(PATIENCE);
    const docs = new DocsPage(await context.newPage());
    await docs.listen(url);
    await docs.page.goto(`${url}/docs`);
    await docs.operation('createEvent').waitFor();
    return docs;
  }

  close(): Promise<void> {
    return this.page.context().close();
  }

  /** The clicks of the user, and the fields that were typed into, since the page was loaded. */
  effort(): Promise<{ clicks: number; fields: number }> {
    return this.page.evaluate('({ clicks: window.clicks, fields: window.fields.size })');
  }

  /** The line at the top with the name of the user. */
  async signedIn(text: string): Promise<void> {
    await this.page.getByRole('status').getByText(text).waitFor();
  }

  /** A button of the bar. */
  button(name: string): Locator {
    return this.page.locator('.bar').getByRole('button', { name, exact: true });
  }

  operation(operationId: string): Locator {
    return this.page.locator(`.opblock[id$="-${operationId}"]`);
  }

  /** The ids of the listed operations, in order. */
  async listed(): Promise<string[]> {
    return this.page.locator('.opblock-summary-operation-id').allTextContents();
  }

  /** Opens or closes an operation. */
  async toggle(operationId: string): Promise<Locator> {
    await this.operation(operationId).locator('.opblock-summary-control').click();
    return this.operation(operationId);
  }

  /**
   * Opens an operation. @returns seconds of the page's processor time, and the height of the operation in
   * pixels
   */
  async costOf(operationId: string): Promise<{ seconds: number; height: number }> {
    const before = await this.processorTime();
    const operation = await this.toggle(operationId);
    await operation.locator('.responses-table tr.response').first().waitFor();
    await this.page.waitForFunction('new Promise((done) => requestIdleCallback(() => done(true)))');
    const seconds = (await this.processorTime()) - before;
    return { seconds, height: (await operation.boundingBox())?.height ?? 0 };
  }

  /** The field of a parameter. */
  parameter(operationId: string, name: string): Locator {
    return this.operation(operationId).locator(`[data-param-name="${name}"] input`);
  }

  /** The field of a body. */
  body(operationId: string): Locator {
    return this.operation(operationId).locator('textarea.body-param__text');
  }

  /** The status and the body of the last response. */
  liveResponse(operationId: string): Locator {
    return this.operation(operationId).locator('.live-responses-table tr.response');
  }

  /** Opens an operation, fills in the values, and executes it. @returns the page's text */
  async execute(
    operationId: string,
    { body, parameters = {} }: { body?: object; parameters?: Record<string, string> } = {},
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const operation = await this.toggle(operationId);
    for (const [name, value] of Object.entries(parameters))
      await this.parameter(operationId, name).fill(value);
    if (body) await this.body(operationId).fill(JSON.stringify(body));
    await operation.getByRole('button', { name: 'Execute' }).click();
    const shown = this.liveResponse(operationId);
    const status = Number(await shown.locator('.response-col_status').textContent());
    const text = (await shown.locator('.highlight-code code').first().textContent()) ?? '';
    return { status, body: JSON.parse(text) };
  }

  /** The number of pixels by which the page is wider than the screen. */
  overflow(): Promise<unknown> {
    return this.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  }

  /** Seconds of processor time of the page's main thread, without other programs. */
  private async processorTime(): Promise<number> {
    const session = await this.page.context().newCDPSession(this.page);
    await session.send('Performance.enable');
    const { metrics } = await session.send('Performance.getMetrics');
    await session.detach();
    return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN;
  }

  private async listen(url: string): Promise<void> {
    const { page, complaints } = this;
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(`${url}/`) && !request.url().startsWith('data:'))
        complaints.push(`asked ${request.url()}`);
    });
    await page.addInitScript(`
      Object.assign(window, { clicks: 0, fields: new Set() });
      addEventListener('click', () => window.clicks++, true);
      addEventListener('input', (event) => window.fields.add(event.target), true);
      addEventListener('securitypolicyviolation', (e) => console.error('CSP: ' + e.effectiveDirective));
    `);
  }
}
