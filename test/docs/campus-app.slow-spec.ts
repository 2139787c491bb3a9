import axe from 'axe-core';
import type { Browser, Locator } from 'playwright-core';
import { freePort } from '../../src/database/embedded/embedded-process.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type Started, startNode } from '../support/node-process.js';
import { until } from '../support/until.js';
import { describeInBrowser, type OpenPage, openPage, overflowOf } from './browser.js';

const PATH = '/app';
const WIDE = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const PLACE = { locale: 'en-US', timezoneId: 'America/New_York' };

/** The screens, by their links, and the requests of each. */
const SCREENS = {
  Search: ['GET /suggestions'],
  Map: ['GET /events'],
  Agenda: ['GET /events'],
  Desk: ['GET /applications/received', 'GET /gigs'],
  Inbox: ['GET /notifications'],
  Create: [],
  Home: ['GET /events'],
};
/** Requests that no screen makes, but the page itself. */
const OF_PAGE = /^\/(app(\/|$)|auth\/token|notifications\/(stream|unread-count))/;

/** The page, as one user. */
class CampusApp {
  readonly requests: string[] = [];

  private constructor(
    readonly page: OpenPage['page'],
    readonly complaints: string[],
  ) {
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!OF_PAGE.test(pathname)) this.requests.push(`${request.method()} ${pathname}`);
    });
  }

  static async open(browser: Browser, url: string, user: string, screen = WIDE): Promise<CampusApp> {
    const { page, complaints } = await openPage(browser, url, PATH, { ...PLACE, ...screen });
    const app = new CampusApp(page, complaints);
    await app.heading('Welcome');
    await app.button(user).click();
    await app.heading('What is on');
    return app;
  }

  heading(name: string): Promise<void> {
    return this.page.getByRole('heading', { name, exact: true }).waitFor();
  }

  button(name: string, within: Locator = this.page.locator('body')): Locator {
    return within.getByRole('button', { name, exact: true });
  }

  link(name: string | RegExp): Locator {
    return this.page.getByRole('main').getByRole('link', { name });
  }

  /** Goes to a screen by its link, and waits for its requests. */
  async goTo(screen: string): Promise<void> {
    const link = this.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen });
    await link.click();
    await this.page.locator('nav a[aria-current="true"]', { hasText: screen }).waitFor();
  }

  async fill(fields: Record<string, string>, within: Locator = this.page.getByRole('main')): Promise<void> {
    for (const [label, value] of Object.entries(fields)) await within.getByLabel(label).fill(value);
  }

  /** The line at the bottom. */
  said(text: string | RegExp): Promise<void> {
    return this.page.getByRole('status').getByText(text).waitFor();
  }

  /** What is wrong for people who see, hear or move otherwise. */
  async barriers(): Promise<string[]> {
    if (await this.page.evaluate('!window.axe')) await this.page.evaluate(axe.source);
    const { violations } = (await this.page.evaluate('axe.run()')) as axe.AxeResults;
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }

  /** Writes a screenshot for the README, with UPDATE_SCREENSHOTS=1. */
  async picture(name: string | undefined): Promise<void> {
    if (!name || !process.env.UPDATE_SCREENSHOTS) return;
    await this.page.screenshot({ path: `docs/screenshots/${name}.png`, animations: 'disabled' });
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

await describeInBrowser('The campus app', (browser) => {
  let database: TestDatabase;
  let demo: Started;
  let url: string;
  let apps: CampusApp[] = [];

  const open = async (user: string, screen = WIDE) => {
    const app = await CampusApp.open(browser, url, user, screen);
    apps.push(app);
    return app;
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    const PORT = `${await freePort()}`;
    url = `http://127.0.0.1:${PORT}`;
    const settings = { PORT, SCHEDULER_ENABLED: 'true', AUTH_DEV_TOKENS: 'true' };
    demo = startNode(['dist/sandbox/demo.js'], database.url, settings);
    await until(() => demo.stdout.includes('Ctrl-C ends it all.'), 120);
  });
  afterEach(async () => {
    const complaints = apps.flatMap((app) => app.complaints);
    await Promise.all(apps.map((app) => app.close()));
    apps = [];
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    demo.child.kill('SIGTERM');
    await demo.exit;
    await database.drop();
  });

  it.each([
    ['a desktop', WIDE, { Home: 'app-home', Map: 'app-map', Desk: 'app-desk' }],
    ['a phone', PHONE, { Home: 'app-phone' }],
  ])('has screens of one or two requests, without barriers, on %s', async (_on, screen, pictures) => {
    const alice = await open('Alice', screen);
    for (const [name, requests] of Object.entries(SCREENS)) {
      alice.requests.length = 0;
      await alice.goTo(name);
      expect({ name, requests: alice.requests.toSorted() }).toEqual({ name, requests });
      expect({ name, barriers: await alice.barriers() }).toEqual({ name, barriers: [] });
      expect({ name, overflow: await overflowOf(alice.page) }).toEqual({ name, overflow: 0 });
      await alice.picture(pictures[name as keyof typeof pictures]);
    }
    await alice.link('Board games in the lounge').click();
    await alice.heading('Board games in the lounge');
    expect(await alice.barriers()).toEqual([]);
    expect(await overflowOf(alice.page)).toBe(0);
  });

  it('lets Alice post a gig, Bob apply for it, and Alice decide while Bob watches', async () => {
    const [alice, bob] = [await open('Alice'), await open('Bob')];
    const title = 'Hang lanterns in the arboretum';
    await alice.goTo('Create');
    await alice.fill({
      Title: title,
      Place: 'Arboretum',
      Start: '2031-05-01T17:00',
      'Dollars an hour': '19.5',
    });
    await alice.fill({
      Description: 'Two hundred paper lanterns, ladders and a jazz band. Help us decorate.',
    });
    await alice.button('Suggest tags').click();
    const chips = alice.page.getByRole('group', { name: 'Tags' }).getByRole('button');
    await chips.first().waitFor();
    const [removed, ...kept] = (await chips.allTextContents()).map((chip) => chip.replace(' ×', ''));
    await chips.first().click();
    await alice.fill({ 'Add a tag': 'lanterns' });
    await alice.button('Create').click();
    await alice.heading(title);
    const tags = alice.page.getByRole('navigation', { name: 'Tags' }).getByRole('link');
    expect(await tags.allTextContents()).toEqual([...kept, 'lanterns']);
    expect(kept).not.toContain(removed);

    await bob.goTo('Search');
    await bob.fill({ Words: 'lanterns ladders' });
    await bob.page.keyboard.press('Enter');
    await bob.link(title).click();
    await bob.button('Save').click();
    await bob.said('Saved.');
    await bob.fill({ 'Your message': 'I have a ladder.' });
    await bob.button('Apply').click();
    await bob.page.getByText('Your application is pending.').waitFor();
    await bob.button('Withdraw').click();
    await bob.button('Apply again').click();
    await bob.page.getByText('Your application is pending.').waitFor();
    await bob.goTo('Inbox');

    await alice.said(`Bob Builder applies for ${title}.`);
    await alice.goTo('Desk');
    const gig = alice.page.locator('section').filter({ hasText: title });
    await gig.getByLabel('Bob Builder').check();
    await alice.fill({ Note: 'Bring your ladder at four.' }, gig);
    await alice.button('Accept', gig).click();
    await alice.said('1 of 1 decided.');
    await gig.getByText('1 accepted').waitFor();

    await bob.link(`You are accepted for ${title}. Bring your ladder at four.`).waitFor();
    await bob.button('Mark all as read').click();
    await bob.said('All are read.');
    await until(async () => (await bob.page.getByText('new', { exact: true }).count()) === 0);
    await until(async () => (await bob.page.locator('#unread').textContent()) === '');
    await bob.goTo('Agenda');
    const entry = bob.page.getByRole('listitem').filter({ hasText: title });
    expect(await entry.locator('.badges span').allTextContents()).toEqual(
      expect.arrayContaining(['$19.50 hourly', 'saved', 'applied: accepted']),
    );
  });

  it('repeats an event at the same local time over a change of the clocks', async () => {
    const alice = await open('Alice');
    await alice.goTo('Create');
    const fields = { Title: 'Sunday choir', Place: 'Chapel', Description: 'Sing with us.' };
    await alice.fill({ ...fields, Start: '2031-10-26T10:00', 'Repeat it': '2' });
    await alice.button('Create').click();
    await alice.said('Repeated.');
    await alice.link('All dates').click();
    const cards = alice.page.getByRole('main').getByRole('listitem');
    await until(async () => (await cards.count()) === 3);
    const dates = ['Sun, Oct 26', 'Sun, Nov 2', 'Sun, Nov 9'];
    for (const [nth, text] of (await cards.allTextContents()).entries())
      expect(text).toContain(`${dates[nth]}, 10:00 AM, Chapel`);
  });

  it('moves and zooms its map, by keyboard too, and lists the events of a pin', async () => {
    const bob = await open('Bob');
    await bob.goTo('Map');
    const map = bob.page.getByRole('group', { name: 'Map' });
    const next = () => bob.page.waitForResponse((response) => response.url().includes('bbox='));
    const box = async (move: Promise<void>, response: ReturnType<typeof next>) => {
      await move;
      const edges = new URL((await response).url()).searchParams.get('bbox')!.split(',');
      return edges.map(Number) as [number, number, number, number];
    };
    await map.focus();
    const east = await box(bob.page.keyboard.press('ArrowRight'), next());
    const smaller = await box(bob.button('Zoom in').click(), next());
    expect(smaller[0]).toBeGreaterThan(east[0]);
    expect(smaller[2]).toBeLessThan(east[2]);
    const larger = await box(bob.button('Zoom out').click(), next());
    expect(larger[2] - larger[0]).toBeGreaterThan(smaller[2] - smaller[0]);

    const pin = bob.page.getByRole('button', { name: /^High Street: / });
    const count = Number((await pin.locator('title').textContent())!.split(': ').at(-1));
    const cards = bob.page.getByRole('main').getByRole('listitem');
    // A response that is under way lists all events again.
    await until(async () => {
      await pin.blur();
      await pin.focus();
      return (await cards.count()) === count;
    });
    await bob.link('Hand out flyers').waitFor();
  });

  it('suggests while Bob types, and proposes another spelling', async () => {
    const bob = await open('Bob');
    await bob.goTo('Search');
    await bob.fill({ Words: 'jaz' });
    await bob.link('jazz').first().waitFor();
    await bob.fill({ Words: 'calculs' });
    await bob.button('Search').click();
    await bob.link('Try calculus').click();
    await bob.link('Calculus tutor before the finals').waitFor();
  });

  it('says what is wrong with a form, and decides on several applications at once', async () => {
    const alice = await open('Alice');
    await alice.goTo('Desk');
    await alice.button('Accept').first().click();
    await alice.said('/ids');
    expect(alice.complaints.splice(0)).toEqual([expect.stringContaining('status of 400')]);
    const gig = alice.page.locator('section').filter({ hasText: 'Stage hands' });
    for (const name of ['Bob Builder', 'Dan Li']) await gig.getByLabel(name).check();
    await alice.fill({ Note: 'The weather has changed our plans.' }, gig);
    await alice.button('Reject', gig).click();
    await alice.said('2 of 2 decided.');
    await gig.getByRole('checkbox').first().waitFor({ state: 'detached' });
  });

  it('lets Bob report an event of Alice, but not Alice', async () => {
    const [alice, bob] = [await open('Alice'), await open('Bob')];
    for (const app of [alice, bob]) {
      await app.goTo('Search');
      await app.fill({ Words: 'stage hands' });
      await app.page.keyboard.press('Enter');
      await app
        .link(/^Stage hands/)
        .first()
        .click();
      await app.page.getByRole('heading', { name: 'Similar' }).waitFor();
    }
    await bob.page.getByLabel('Is something wrong').selectOption('wrong');
    await bob.button('Report').click();
    await bob.said('Reported.');
    expect(await alice.button('Report').count()).toBe(0);
  });

  it('blocks foreign scripts and inline styles', async () => {
    const bob = await open('Bob');
    await bob.page.evaluate(
      "document.body.append(Object.assign(document.createElement('script'), { text: 'window.ran = 1' }))",
    );
    await bob.page.evaluate("document.body.setAttribute('style', 'color: red')");
    await bob.page.evaluate("fetch('http://127.0.0.2:9/').catch(() => {})");
    expect(await bob.page.evaluate('window.ran')).toBeUndefined();
    const blocked = bob.complaints.splice(0);
    for (const directive of ['script-src-elem', 'style-src-attr', 'connect-src'])
      expect(blocked).toContain(`CSP: ${directive}`);
  });
});
