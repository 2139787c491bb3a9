import fc from 'fast-check';
import { DAY_MS, HOUR_MS } from '../../src/common/instant.js';
import { startApp, type TestApp } from '../support/app.js';
import { type AssistantAnswer, converse, insertEvent } from '../support/assistant.js';

/** The start of today in UTC, which is the service's zone here. */
const today = () => Math.floor(Date.now() / DAY_MS) * DAY_MS;
const tomorrowNoon = () => today() + 1.5 * DAY_MS;
/** The weekend, which may have begun. */
const weekend = () => ({
  startAt: today() + ((12 - new Date().getUTCDay()) % 7 || 7) * DAY_MS - 7 * DAY_MS,
  hours: 24 * 10,
});
const inTwoMonths = () => today() + 60.5 * DAY_MS;

describe('the assistant', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp({ SERVICE_TIME_ZONE: 'UTC', TAGGER: 'off' });
  });
  beforeEach(() => service.database.query('DELETE FROM events'));
  afterAll(() => service.close());

  const insert = (title: string, columns: Record<string, unknown> = {}) =>
    insertEvent(service, title, columns);
  const ask = async (content: string): Promise<AssistantAnswer> =>
    (await converse(service.as('alice')))(content);

  it('describes its search, then names events with time and place', async () => {
    const id = await insert('Trio on the Oval', { ...weekend(), category: 'MUSIC', place: 'South Oval' });
    await insert('Chess', weekend());
    const { content, eventIds } = await ask('Is there any music this weekend?');
    expect(eventIds).toEqual([id]);
    expect(content).toMatch(
      /^Music this weekend:\n1\. “Trio on the Oval”: \w+, \w+ \d+, [^\n]+ [AP]M, at South Oval$/,
    );
  });

  it('searches by words, type, category and time together', async () => {
    const gig = { type: 'GIG', category: 'MUSIC', startAt: tomorrowNoon() };
    const id = await insert('Jazz trio wanted', gig);
    await insert('Jazz trio', { ...gig, type: 'EVENT' });
    await insert('Rock band wanted', gig);
    await insert('Jazz trio wanted later', { ...gig, startAt: inTwoMonths() });
    const { content, eventIds } = await ask('Any music gigs with jazz tomorrow?');
    expect(eventIds).toEqual([id]);
    expect(content).toMatch(/^Gigs in Music with “jazz” tomorrow:\n1\. “Jazz trio wanted”: /);
  });

  it('names the events of a date', async () => {
    const date = new Date(inTwoMonths());
    const id = await insert('Recital', { startAt: date.getTime() });
    await insert('Earlier recital', { startAt: date.getTime() - DAY_MS });
    const day = `${date.getUTCMonth() + 1}/${date.getUTCDate()}`;
    const { content, eventIds } = await ask(`What is on ${day}?`);
    expect(eventIds).toEqual([id]);
    expect(content).toMatch(/^Events and gigs on \w{3}, \w{3} \d+(?:, \d{4})?:\n1\. “Recital”: /);
  });

  it('names upcoming and running events, not completed or cancelled ones', async () => {
    const running = await insert('Yoga, running', { startAt: Date.now() - HOUR_MS / 2 });
    const begun = await insert('Yoga, in progress', { status: 'IN_PROGRESS' });
    await insert('Yoga, over', { startAt: Date.now() - 5 * HOUR_MS });
    await insert('Yoga, cancelled', { status: 'CANCELLED' });
    await insert('Yoga, completed', { status: 'COMPLETED' });
    expect((await ask('yoga')).eventIds).toEqual([running, begun]);
  });

  it('drops first the time, then the category, and says so', async () => {
    const later = await insert('Symphony', { category: 'MUSIC', startAt: inTwoMonths() });
    const other = await insert('Chess', { category: 'SOCIAL', startAt: tomorrowNoon() });
    expect(await ask('music tomorrow')).toMatchObject({
      content: expect.stringMatching(
        /^Music tomorrow: nothing found\. At other times:\n1\. “Symphony”: [^\n]+$/,
      ),
      eventIds: [later],
    });
    expect(await ask('food tomorrow')).toMatchObject({
      content: expect.stringMatching(
        /^Food and drink tomorrow: nothing found\. In other categories:\n1\. “Chess”: /,
      ),
      eventIds: [other],
    });
    expect((await ask('food symphony tomorrow')).content).toMatch(
      /^Food and drink with “symphony” tomorrow: nothing found\. At other times and in other categories:\n1\. “Symphony”/,
    );
  });

  it('names gigs that pay enough, and drops the pay before the type', async () => {
    const pay = (amount: number) => ({ amount, currency: 'USD', type: 'HOURLY' });
    const gig = { type: 'GIG', startAt: tomorrowNoon() };
    await insert('Move a sofa', { ...gig, compensation: pay(14.5) });
    const id = await insert('Move a piano', { ...gig, compensation: pay(15) });
    await insert('Move a chair', gig);
    expect(await ask('jobs that pay at least $15 an hour')).toMatchObject({
      content: expect.stringMatching(/^Gigs that pay 15 or more:\n1\. “Move a piano”: [^\n]+$/),
      eventIds: [id],
    });
    expect((await ask('gigs tomorrow, at least $20 an hour')).content).toMatch(
      /^Gigs that pay 20 or more tomorrow: nothing found\. At other times and whatever they pay:\n1\. “Move/,
    );
  });

  it('drops the type if only the other one has matches', async () => {
    const id = await insert('Career fair', { startAt: tomorrowNoon() });
    expect(await ask('job fair')).toMatchObject({
      content: expect.stringMatching(
        /^Gigs with “fair”: nothing found\. Among events and gigs alike:\n1\. “Career fair”/,
      ),
      eventIds: [id],
    });
  });

  it('searches for any of the words if nothing has all of them', async () => {
    const id = await insert('Polka night', { startAt: tomorrowNoon() });
    const later = await insert('Toddlers meet', { startAt: inTwoMonths() });
    expect(await ask('polka for toddlers tomorrow')).toMatchObject({
      content: expect.stringMatching(
        /^Events and gigs with “polka toddlers” tomorrow: nothing found\. For any of the words and at other times:\n1\. “Polka/,
      ),
      eventIds: [id, later],
    });
  });

  it('corrects the spelling, and says so', async () => {
    const id = await insert('Calligraphy evening', { startAt: tomorrowNoon() });
    await service.runJob('suggestions'); // the known words are found
    expect(await ask('caligraphy tomorrow')).toMatchObject({
      content: expect.stringMatching(
        /^Events and gigs with “caligraphy” tomorrow: nothing found\. Did you mean “calligraphy”\? Events and gigs with “calligraphy” tomorrow:\n1\. /,
      ),
      eventIds: [id],
    });
  });

  it('describes its search if there are no matches', async () => {
    const { content, eventIds } = await ask('music tomorrow');
    expect(eventIds).toEqual([]);
    expect(content).toBe(
      'Music tomorrow: nothing found. I also looked at other times and in other categories. Ask me for events and gigs by ' +
        'subject, category, day or place, for example “music this weekend” or “gigs tomorrow”.',
    );
  });

  it('names five events, and the next ones for “more”, until the end', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 8; n += 1)
      ids.push(await insert(`Hackathon ${n}`, { startAt: Date.now() + (n + 1) * HOUR_MS }));
    const say = await converse(service.as('alice'));
    const first = await say('hackathon');
    expect(first.eventIds).toEqual(ids.slice(0, 5));
    expect(first.content).toMatch(/\nSay “more” for the next ones\.$/);
    const second = await say('Show me more, please');
    expect(second.eventIds).toEqual(ids.slice(5));
    expect(second.content).toMatch(
      /^Events and gigs with “hackathon”, more:\n1\. “Hackathon 5”: (?:.|\n)+“Hackathon 7”: [^\n]+$/,
    );
    expect(await say('more')).toMatchObject({
      content: 'Events and gigs with “hackathon”: there are no more.',
      eventIds: [],
    });
  });

  it('continues a relaxed search', async () => {
    for (let n = 0; n < 6; n += 1)
      await insert(`Recital ${n}`, { category: 'MUSIC', startAt: inTwoMonths() + n });
    const say = await converse(service.as('alice'));
    await say('music tomorrow');
    expect((await say('more')).content).toMatch(/^Music, more:\n1\. “Recital 5”: [^\n]+$/);
  });

  it('narrows the last search by “more” with further words', async () => {
    const gig = await insert('Jazz trio wanted', { type: 'GIG' });
    await insert('Jazz trio');
    const say = await converse(service.as('alice'));
    await say('jazz');
    expect(await say('more gigs')).toMatchObject({
      content: expect.stringMatching(/^Gigs with “jazz”:\n1\. “Jazz trio wanted”/),
      eventIds: [gig],
    });
  });

  it('refers to the events of the last list, even after other messages', async () => {
    const first = await insert('Yoga at noon', { place: 'Main Library' });
    const second = await insert('Yoga at night', { startAt: Date.now() + 2 * HOUR_MS, place: 'RPAC' });
    const say = await converse(service.as('alice'));
    expect((await say('yoga')).eventIds).toEqual([first, second]);
    expect(await say('Where is the second one?')).toMatchObject({
      content: expect.stringMatching(/^“Yoga at night”: .+, at RPAC\.$/),
      eventIds: [second],
    });
    expect((await say('How do I apply?')).eventIds).toEqual([]);
    expect((await say('the first')).eventIds).toEqual([first]);
    expect((await say('and the last one?')).eventIds).toEqual([second]);
    expect((await say('number 3')).content).toMatch(/^I have not named that many events\./);
    await service.database.query('DELETE FROM events WHERE id = $1', [second]);
    expect(await say('the second one')).toMatchObject({
      content: 'That event has been deleted.',
      eventIds: [],
    });
  });

  it('knows the current state of an event that it has named', async () => {
    const id = await insert('Yoga');
    const say = await converse(service.as('alice'));
    await say('yoga');
    for (const [status, end] of [
      ['CANCELLED', / It has been cancelled\.$/],
      ['COMPLETED', / It is over\.$/],
    ] as const) {
      await service.database.query('UPDATE events SET status = $1 WHERE id = $2', [status, id]);
      expect((await say('the first one')).content).toMatch(end);
    }
  });

  it('keeps a search without matches', async () => {
    const id = await insert('Ballet', { startAt: inTwoMonths(), type: 'GIG' });
    const say = await converse(service.as('alice'));
    expect((await say('rumba')).eventIds).toEqual([]);
    expect((await say('more')).content).toBe('Events and gigs with “rumba”: there are no more.');
    expect((await say('more ballet')).eventIds).toEqual([id]);
    expect((await say('more tomorrow')).content).toMatch(
      /^Events and gigs with “ballet” tomorrow: nothing found\. At other/,
    );
  });

  it('names nothing of a past day', async () => {
    await insert('Jam', { startAt: Date.now() - 30 * DAY_MS, end_at: null });
    const date = new Date(Date.now() - 30 * DAY_MS).toISOString().slice(0, 10);
    expect((await service.as('bob').get(`/events?q=jam&startDate=${date}`)).body.total).toBe(1);
    expect((await ask(`jam on ${date}`)).eventIds).toEqual([]);
  });

  it('keeps conversations apart', async () => {
    const id = await insert('Yoga');
    const alice = service.as('alice');
    const [one, other] = [await converse(alice), await converse(alice)];
    await one('yoga');
    expect((await other('the first one')).eventIds).toEqual([]);
    expect((await one('the first one')).eventIds).toEqual([id]);
  });

  it('answers questions about the service from fixed texts', async () => {
    expect(await ask('How do I apply?')).toEqual(
      expect.objectContaining({ content: expect.stringMatching(/^To apply, open a gig/), eventIds: [] }),
    );
    expect((await ask('Can I withdraw my application?')).content).toMatch(/^Your applications are a list/);
    expect((await ask('how can I save an event?')).content).toMatch(/^Open an event to save/);
  });

  it.each(['hello', 'Thank you!', '??', '🎷'])('explains its questions for “%s”', async (content) => {
    await insert('Hello world');
    expect(await ask(content)).toMatchObject({
      content: expect.stringMatching(/^Ask me for events/),
      eventIds: [],
    });
  });

  it('marks the words of others, on one line each', async () => {
    const title = `Yoga. Free” \u202efor you\u200b.\n9. “Ignore all that" ${'x'.repeat(900)}`;
    await insert(title, { place: 'Hall. See example.com/x \u2066' });
    const { content } = await ask('yoga');
    expect(content).toMatch(
      /^Events and gigs with “yoga”:\n1\. “Yoga\. Free' for you\. 9\. 'Ignore all that' x+…”: .+, at “Hall\. See example\.com\/x”$/,
    );
    expect(content.length).toBeLessThan(300);
  });

  it('searches for quoted words as a phrase, and never quotes others as itself', async () => {
    const id = await insert('Hip hop night');
    await insert('Hop on, hip crowd');
    expect(await ask('"hip hop"')).toMatchObject({
      content: expect.stringMatching(/^Events and gigs with “'hip hop'”:\n/),
      eventIds: [id],
    });
  });

  it('responds to a repetition that takes a date library a minute, without blocking others', async () => {
    const say = await converse(service.as('alice'));
    const [{ content }, { status }] = await Promise.all([
      say('couple days '.repeat(12)),
      service.as('bob').get('/events'),
    ]);
    expect(content).toMatch(/^Events and gigs with “couple days/);
    expect(status).toBe(200);
  });

  it('responds to any text, and names only existing events', async () => {
    const existing = new Set<string>();
    for (const title of ['Jazz', 'Free yoga', "Robert'); DROP TABLE events;--"])
      existing.add(await insert(title));
    const signs = ['(', '%', ':*', '\\', "'", '"', '|', '&', '!', '<->', '-', '$1', '🎷', '\u202e'];
    const word = fc.constantFrom(
      ...'free jazz yoga tonight next friday weekend 12/5 2/30 9999-12-31 or more the second one " ('.split(
        ' ',
      ),
    );
    const message = fc.oneof(
      fc.constantFrom(...signs.map((sign) => sign.repeat(600))),
      fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' ')),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
    );
    const isAllowed = (text: string) =>
      /\p{L}|\p{N}|\p{P}|\p{S}/u.test(text) && text.isWellFormed() && !/\p{Cc}/u.test(text);
    let say = await converse(service.as('alice'));
    let said = 0;
    await fc.assert(
      fc.asyncProperty(message.filter(isAllowed), async (content) => {
        // A conversation has at most 200 messages.
        if (++said % 90 === 0) say = await converse(service.as('alice'));
        for (const id of (await say(content)).eventIds) expect(existing.has(id)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
