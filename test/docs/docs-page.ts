import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';

/** Milliseconds that a step in a browser may take: a limit for what hangs, since a busy machine gives a browser little. */
const PATIENCE = 100_000;

/** The documentation in a browser that opens it for the first time. */
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

  /** The line on top that says who is signed in. */
  async signedIn(text: string): Promise<void> {
    await this.page.getByRole('status').getByText(text).waitFor();
  }

  operation(operationId: string): Locator {
    return this.page.locator(`.opblock[id$="-${operationId}"]`);
  }

  /** Opens an operation, or closes it. */
  async toggle(operationId: string): Promise<Locator> {
    await this.operation(operationId).locator('.opblock-summary-control').click();
    return this.operation(operationId);
  }

  /** Opens an operation, fills in the values, and executes it. @returns what the page shows then */
  async execute(
    operationId: string,
    { body, parameters = {} }: { body?: object; parameters?: Record<string, string> } = {},
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const operation = await this.toggle(operationId);
    for (const [name, value] of Object.entries(parameters))
      await operation.locator(`[data-param-name="${name}"] input`).fill(value);
    if (body) await operation.locator('textarea.body-param__text').fill(JSON.stringify(body));
    await operation.getByRole('button', { name: 'Execute' }).click();
    const shown = operation.locator('.live-responses-table tr.response');
    const status = Number(await shown.locator('.response-col_status').textContent());
    const text = (await shown.locator('.highlight-code code').first().textContent()) ?? '';
    return { status, body: JSON.parse(text) };
  }

  /** By how many pixels the page is wider than the screen. */
  overflow(): Promise<unknown> {
    return this.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
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
    await page.addInitScript(
      "addEventListener('securitypolicyviolation', (e) => console.error('CSP: ' + e.effectiveDirective))",
    );
  }
}
