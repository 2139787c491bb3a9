import { DAY_MS, HOUR_MS } from '../../src/common/instant.js';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { inserting, saying, titlesOf } from '../support/talk.js';

describe('the assistant, asked of details among asides', () => {
  let service: TestApp;
  let alice: Client;

  beforeAll(async () => {
    service = await startApp();
    alice = service.as('alice');
    await insert('Chili Cook-Off', 5, {
      ...at(5),
      category: 'FOOD_DRINK',
      description: 'Cards, cash and meal swipes are taken. Vegetarian, vegan and halal choices are marked.',
    });
    await insert('Tree planting', 6, {
      ...at(6),
      category: 'COMMUNITY_SERVICE',
      description: 'Gloves and tools are provided. Transportation leaves from the union at nine.',
    });
    await insert('Home expo', 7, { ...at(7), description: 'Children under 2 are free on a lap.' });
    await insert('Bike basics', 8, { ...at(8), description: 'Registration closes on Friday.' });
    await insert('Bike basics', 12, { ...at(12), description: 'Free for staff and everyone else.' });
    await insert('Herons vs. Gulls', 9, { ...at(9), description: 'Scarf night for the first fans.' });
    await insert('Herons vs. Paddlers', 10, { ...at(10), description: 'Scarf night again.' });
    await insert('Percussion', 9, {
      ...at(9),
      category: 'MUSIC',
      description: 'About seventy minutes long.',
    });
    await insert('Maps that were wrong', 4, {
      start_at: new Date(midnight + 4 * DAY_MS),
      end_at: new Date(midnight + 40 * DAY_MS),
      tags: ['free food'],
      description: 'An exhibition. Free refreshments at the opening.',
    });
    const closed = new Date(midnight - 2 * DAY_MS).toLocaleDateString('en-US', {
      ...{ weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' },
    });
    await insert('Kite making', 6, {
      ...at(6),
      description: `Paper, string and glue are there. Registration closes ${closed}.`,
    });
    const eve = Date.UTC(new Date().getUTCFullYear(), 11, 31);
    const onEve = (hour: number) => ({
      start_at: new Date(eve + (hour + 5) * HOUR_MS),
      end_at: new Date(eve + (hour + 6) * HOUR_MS),
    });
    await insert('Morning bells', 0, { ...onEve(8), category: 'MUSIC' });
    await insert('Late lecture', 0, { ...onEve(22), category: 'ACADEMIC' });
    await insert('Pizza social', 5, { ...at(5), tags: ['free food'], description: 'Free pizza.' });
    await insert('Sunday Jazz Session', 11, { ...at(11), category: 'MUSIC', description: 'Ages 21 and up.' });
    await insert('Noon jazz', 11, { ...at(11), category: 'MUSIC', description: 'For all ages.' });
  });
  afterAll(() => service.close());

  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  /** Some days from now, in the early afternoon of New York. */
  const at = (days: number) => ({
    start_at: new Date(midnight + days * DAY_MS + 18 * HOUR_MS),
    end_at: new Date(midnight + days * DAY_MS + 20 * HOUR_MS),
  });
  const insert = inserting(() => service, 'Ohio Union');
  const say = saying(() => alice);

  it.each([
    ['im vegan, is there anything for me at the chili cook-off?', /Vegetarian, vegan and halal/],
    ['i dont have a car, how would i get to the tree planting?', /Transportation leaves from the union/],
    [
      'do the little ones pay for the home expo?',
      /free on a lap\.” What others pay, its text does not say\./,
    ],
    ['how long is the percussion concert', /It lasts 2 hours\. It says: “About seventy minutes long\.”/],
    [
      'how old do i have to be for the sunday jazz session',
      /“Sunday Jazz Session”.*\nIt says: “Ages 21 and up\.”/,
    ],
  ])('"%s" is told by the sentence that tells it', async (question, answer) =>
    expect(await say(question)).toMatch(answer));

  it('tells what else is to be brought than what no text has', async () => {
    const said = await say('tree planting', 'do i have to bring a shovel or anything?');
    expect(said).toMatch(/Gloves and tools are provided/);
  });

  it('tells until when one can sign up for an event, and claims nothing more', async () => {
    const said = await say('is registration still open for bike basics');
    expect(said).toMatch(/Registration closes on Friday/);
    expect(said).not.toMatch(/It is open/);
  });

  it('says that registration has closed', async () => {
    const said = await say('kite making');
    expect(said).toMatch(/“Kite making”: .+, at Ohio Union, but registration closed on \w+ \d+$/);
  });

  // On that day itself, what is over is not named.
  const isNow = /^(?:12-31|01-01)/.test(new Date().toISOString().slice(5));
  (isNow ? it.skip : it)("names what is on in the evening of New Year's Eve first", async () => {
    const titles = titlesOf(await say('anything to do on new years eve'));
    expect(titles.filter((title) => /Morning|Late/.test(title ?? ''))).toEqual([
      'Late lecture',
      'Morning bells',
    ]);
  });

  it('finds the one of a day among all that it has shown', async () => {
    const later = new Date(midnight + 12 * DAY_MS).toLocaleDateString('en-US', {
      ...{ month: 'long', day: 'numeric', timeZone: 'UTC' },
    });
    const said = await say(
      'bike basics',
      'can i still register for the first one',
      `is the one on ${later} free?`,
    );
    expect(said).toMatch(/1\. “Bike basics”.+Free for staff and everyone else/);
  });

  it('finds the second of what it has shown, though it has told of another since', async () => {
    const said = await say('herons games', 'where is the first one', 'and the second one, when is that?');
    expect(said).toMatch(/^Here it is again:\n1\. “Herons vs\. Paddlers”/);
  });

  it('says that none of those that it has shown is what is asked for', async () => {
    const said = await say('herons games', 'which of them is in french');
    expect(said).toMatch(/\nNone of their texts says anything about “french”/);
  });

  it('does not call it an answer where a name is known to none', async () => {
    expect(await say('any beatrix quimby concert')).toMatch(
      /^I found nothing about “beatrix” and “quimby”\. Without that:\n1\. /,
    );
  });

  it('quotes the first of several that only mention what is asked for', async () =>
    expect(await say("when's the next scarf night")).toMatch(
      /\nNo\. 1: It says: “Scarf night for the first fans\.”$/,
    ));

  it('takes what runs for weeks for no free food', async () =>
    expect(titlesOf(await say('free food'))).toEqual(['Pizza social']));

  it('knows of the food at an opening on the day that is asked for', async () => {
    const opening = new Date(midnight + 4 * DAY_MS).toLocaleDateString('en-US', {
      ...{ month: 'long', day: 'numeric', timeZone: 'UTC' },
    });
    expect(titlesOf(await say(`free food between today and ${opening}`))).toContain('Maps that were wrong');
  });

  it('leaves out what is not for those under 21', async () => {
    const titles = titlesOf(await say('jazz gigs that arent 21+'));
    expect(titles).toContain('Noon jazz');
    expect(titles).not.toContain('Sunday Jazz Session');
  });

  it('sorts what it has shown by when it starts', async () => {
    const first = titlesOf(await say('bike basics or herons games'));
    const sorted = titlesOf(await say('bike basics or herons games', 'which of those starts latest'));
    expect(sorted.toSorted()).toEqual(first.toSorted());
    expect(sorted[0]).toBe('Bike basics');
  });
});
