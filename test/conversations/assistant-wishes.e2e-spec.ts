import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { inserting, saying, titlesOf } from '../support/talk.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What people want beside a topic: that it is taught, who somebody is, which one of those shown, and how much more there is. */
describe('the assistant, asked for more than a topic', () => {
  let service: TestApp;
  let alice: Client;

  beforeAll(async () => {
    service = await startApp({ SERVICE_TIME_ZONE: 'America/New_York' });
    alice = service.as('alice');
    await insert('Tango lesson and social', 5, { category: 'SOCIAL', tags: ['dance'] });
    await insert('Festival of dance', 3, { category: 'ARTS_CULTURE', tags: ['dance'] });
    await insert('Pottery of the faculty', 3, {
      category: 'ARTS_CULTURE',
      tags: ['pottery'],
      description: 'Classes can book a visit.',
    });
    await insert('Omar Haddad: Indoor Voice', 2, { tags: ['comedy', 'standup'] });
    await insert('Omar Haddad: Window Seat', 9, { tags: ['comedy', 'standup'] });
    await insert('Engineering Job Fair', 4, { category: 'CAREER_NETWORKING' });
    await insert('Job Fair for Teachers', 6, { category: 'CAREER_NETWORKING' });
    await insert('Pickup badminton', 5, {
      category: 'SPORTS_RECREATION',
      description: 'Players of all levels rotate.',
    });
    const free = { description: 'Free and open to the public.', tags: ['lantern'] };
    await insert('Lantern museum', 1, { ...free, end_at: new Date(Date.now() + 30 * DAY) });
    await insert('Lantern evening', 7, free);
    for (let each = 1; each <= 7; each += 1) await insert(`Quiz of round ${each}`, each, { tags: ['quiz'] });
    await insert('Build a kite', 6, { category: 'TECHNOLOGY', description: 'No experience is needed.' });
    for (let each = 1; each <= 5; each += 1) await insert('Fencing for all', each, { tags: ['fencing'] });
    await insert('Fencing gala', 8, { tags: ['fencing'] });
    await insert('Rowing regatta', 9, { tags: ['rowing'] });
    const sold = { source: 'TICKET_API', creator_id: null };
    await insert('Neon Barge', 5, { ...sold, external_id: 'barge', tags: ['rock'] });
    // Midnight in UTC is an evening in New York.
    const evening = Math.floor(Date.now() / DAY) * DAY + 21 * DAY;
    const hours = (from: number, to: number, day = evening) => ({
      start_at: new Date(day + from * HOUR),
      end_at: new Date(day + to * HOUR),
    });
    await insert('Evening concert', 20, { category: 'MUSIC', ...hours(0, 2) });
    await insert('Late karaoke', 20, { category: 'MUSIC', ...hours(2.5, 4) });
    await insert('Rowing classes', 6, {
      category: 'SPORTS_RECREATION',
      description: 'Your first week is free. Reserve a spot in the app.',
    });
    // Whenever this runs, it is no concert of an evening.
    await insert('Choral Union', 3, { category: 'MUSIC', ...hours(16, 17, evening - 18 * DAY) });
    await insert('Open house', 4, { location: '{"name":"Ohio Union"}', description: 'Parking is free.' });
  });
  afterAll(() => service.close());

  const insert = inserting(() => service, 'Annex');
  const say = saying(() => alice);

  it('names only what is taught to those who want to learn it, and says where there is none', async () => {
    expect(titlesOf(await say('dance lessons'))).toEqual(['Tango lesson and social']);
    expect(titlesOf(await say('i want to learn how to dance'))).toEqual(['Tango lesson and social']);
    expect(titlesOf(await say('dance'))).toHaveLength(2);
    expect(await say('pottery class')).toMatch(
      /^I found no class of “pottery class”\. What else there is about it:\n1\. “Pottery of the faculty”/,
    );
    const other = await say('painting lessons');
    expect(other).not.toMatch(/Tango/);
  });

  it('says by its tags who somebody is of whom no text tells', async () => {
    const said = await say('who is omar haddad?');
    expect(titlesOf(said)).toHaveLength(2);
    expect(said).toMatch(/\nNo\. 1: Its tags are “comedy”, “standup”\.$/);
    expect(await say('omar haddad', 'what kind of show is it?')).toMatch(
      /Its tags are “comedy”, “standup”\./,
    );
  });

  it('looks for the one that is meant in titles, too', async () => {
    const said = await say('job fair', 'which one is for engineers?');
    expect(titlesOf(said)).toEqual(['Engineering Job Fair']);
    expect(said).not.toMatch(/says nothing/);
  });

  it('tells who has never done it whether that matters', async () => {
    expect(await say('badminton', "is it ok if I've never played?")).toMatch(
      /It says: “Players of all levels rotate\.”$/,
    );
  });

  it('says how many more there are, and goes on though some words were left out', async () => {
    const first = await say('zorbing quiz');
    expect(first).toMatch(/^Here is what fits, though nothing with “zorbing”:/);
    expect(first).toMatch(/\nThere are 2 more: say “more” to see them\.$/);
    const more = await say('zorbing quiz', 'more');
    expect(titlesOf(more)).toEqual(['Quiz of round 6', 'Quiz of round 7']);
    expect(await say('zorbing quiz', 'more', 'more')).toMatch(/^I find no others/);
    expect(titlesOf(await say('quiz', 'how many are there?'))).toHaveLength(5);
  });

  it('names what is on that day before what is on for weeks, where it is free', async () => {
    const [free, unsaid] = (await say('free events in the next 10 days')).split(
      'These do not say what they cost:',
    );
    expect(titlesOf(free!)).toEqual(['Lantern evening', 'Lantern museum']);
    expect(titlesOf(unsaid!)).toHaveLength(3);
  });

  it('looks before or after an event that is named', async () => {
    const before = await say('quiz before the engineering job fair');
    expect(before).toMatch(/^I take it that you mean “Engineering Job Fair”: .+\.\nHere is what fits until /);
    expect(titlesOf(before)).toEqual([1, 2, 3].map((each) => `Quiz of round ${each}`));
    const after = await say('anything after the evening concert?');
    expect(after).toMatch(/^I take it that you mean “Evening concert”: /);
    expect(titlesOf(after)[0]).toBe('Late karaoke');
    expect(titlesOf(after)).not.toContain('Evening concert');
    expect(await say('the evening concert', 'anything after it that night?')).toBe(after);
    expect(await say('quiz before the quidditch match')).toMatch(
      /^I know of no such event before or after which this could be\.\nHere is what fits:/,
    );
  });

  it('keeps the topic where a follow-up says for whom or which', async () => {
    expect(await say('festival of dance', 'for the whole family')).toMatch(
      /though none says “family”:\n1\. “Festival/,
    );
    expect(await say('dance', 'only the foreign ones')).toMatch(/though nothing with “foreign”:\n1\. /);
    expect(titlesOf(await say('quiz', 'any of those tomorrow?'))).toEqual(['Quiz of round 1']);
  });

  it('lets other events stand before repeats, in each of two alternatives', async () => {
    const titles = titlesOf(await say('fencing or regatta'));
    expect(titles).toContain('Fencing gala');
    expect(titles).toContain('Rowing regatta');
  });

  it('gives up the kind before the words that name one, and answers what is asked of it', async () => {
    const said = await say('kite workshop - do i need experience?');
    expect(said).toMatch(
      /^I think that you mean:\n1\. “Build a kite”.+\nIt says: “No experience is needed\.”$/,
    );
  });

  it('says where tickets are that a shop sells', async () => {
    expect(await say('neon barge', 'how do i get tickets')).toMatch(/Its tickets are sold on its own page/);
    expect(await say('fencing gala', 'how do i get tickets')).toMatch(/^I cannot sell tickets/);
  });

  it('forgets nothing over many mores', async () => {
    const mores = Array.from({ length: 8 }, () => 'more');
    expect(await say('quiz', ...mores)).toMatch(/^I find no others/);
  });

  it('parts what has a wish from what does not say so', async () => {
    const said = await say('dance, ideally tango');
    expect(said).toMatch(
      /^Here is what fits:\n1\. “Tango lesson.+\nThese do not say “tango”:\n2\. “Festival of dance”/,
    );
  });

  it('answers both of two questions', async () => {
    expect(await say('rowing classes how do i sign up and is it free')).toMatch(
      /It says: “Reserve a spot in the app\.” It says: “Your first week is free\.”$|“Reserve a spot in the app\.”\n.*“Your first week is free\.”$/,
    );
  });

  it('takes a venue of which something is asked for a place', async () => {
    const said = await say('is there parking at the Ohio Union?');
    expect(titlesOf(said)).toEqual(['Open house']);
    expect(said).toMatch(/“Parking is free\.”$/);
  });
});
