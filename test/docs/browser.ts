import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core';

/** Where a Chromium may be installed. Each is checked first: a failed launch leaves its folders. */
const INSTALLED = [
  process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].filter(existsSync);

/** Milliseconds for a step in a browser: a limit for hangs, since a busy machine is slow. */
const PATIENCE = 100_000;

/** A page of this service in a new context. */
export interface OpenPage {
  page: Page;
  /** Errors and warnings of the browser's console, violations of the CSP, and requests to other hosts. */
  complaints: string[];
}

/** Opens a page of the service at this URL. */
export async function openPage(
  browser: Browser,
  url: string,
  path: string,
  screen: BrowserContextOptions,
): Promise<OpenPage> {
  const context = await browser.newContext({ ...screen, deviceScaleFactor: 1 });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const complaints: string[] = [];
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
  await page.goto(url + path);
  return { page, complaints };
}

/** The number of pixels by which the page is wider than the screen. */
export const overflowOf = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Describes tests in a real browser. Without one they are skipped, with a message. */
export async function describeInBrowser(name: string, tests: (browser: Browser) => void): Promise<void> {
  const browser = await launch();
  if (typeof browser === 'string') {
    // Jest does not print the names of skipped tests.
    process.stderr.write(`${name} is not tested: ${browser}\n`);
    describe.skip(`${name} (${browser})`, () => tests(undefined as never));
    return;
  }
  describe(name, () => {
    afterAll(() => browser.close());
    tests(browser);
  });
}

const whyNot = ({ message }: Error) => `no Chromium runs here: ${message.split('\n')[0]}`;

/** An installed Chromium, or that of the npm package, or the reason why neither runs. */
async function launch(): Promise<Browser | string> {
  for (const executablePath of INSTALLED) {
    const browser = await tryToLaunch({ executablePath });
    if (typeof browser !== 'string') return browser;
  }
  const folder = await mkdtemp(join(tmpdir(), 'events-and-gigs-chromium-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const browser = await unpack(folder).then(tryToLaunch, whyNot);
  if (typeof browser === 'string') remove();
  else browser.on('disconnected', remove);
  return browser;
}

// As root, Chromium runs only without its sandbox. It shows only our own pages here.
const tryToLaunch = (options: LaunchOptions) =>
  chromium.launch({ ...options, chromiumSandbox: false }).catch(whyNot);

/** Unpacks the package's Chromium into this folder, with libraries and fonts for a bare machine. */
async function unpack(folder: string): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('none is installed, and the one of npm is for Linux on x64');
  // In a process of its own: the package unpacks to TMPDIR, and its libraries only in an AWS environment.
  const script = "import chromium from '@sparticuz/chromium'; console.log(await chromium.executablePath())";
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env,
  });
  const fonts = join(folder, 'fonts.conf');
  await writeFile(fonts, `<fontconfig><dir>${folder}/fonts</dir></fontconfig>`);
  const found = { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: fonts };
  return { executablePath: stdout.trim(), env: { ...process.env, ...found } };
}
