import { randomUUID } from 'node:crypto';
import { EventFinder } from '../../src/conversations/assistant/event.finder.js';
import { filtersOf } from '../../src/conversations/assistant/offline/understand.js';
import { Zone } from '../../src/conversations/assistant/zone.js';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { createEvent } from '../support/factories.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const COLUMBUS = new Zone('America/New_York');

describe('the assistant in a conversation', () => {
  let service: TestApp;
  let alice: Client;

  beforeAll(async () => {
    service = await startApp();
    alice = service.as('alice');
    await insertEvents();
  });
  afterAll(() => service.close());

  /** Some days from now, at noon in New York. */
  const noonIn = (days: number) => {
    const { from } = filtersOf('today', { now: Date.now(), zone: COLUMBUS })!.when!;
    return COLUMBUS.instantOf(COLUMBUS.wallOf(from) + days * DAY + 12 * HOUR);
  };
  const ids: Record<string, string> = {};
  const insert = async (title: string, at: number, columns: Record<string, unknown> = {}) => {
    const row = {
      ...{ id: randomUUID(), title, description: '', type: 'EVENT', location: '{"name":"Ohio Union"}' },
      ...{ start_at: new Date(at), end_at: new Date(at + HOUR), ...columns },
    };
    const parameters = Object.keys(row).map((_, index) => `$${index + 1}`);
    await service.database.query(
      `INSERT INTO events (${Object.keys(row)}) VALUES (${parameters})`,
      Object.values(row),
    );
    ids[title] = row.id;
  };
  const insertEvents = async () => {
    const music = { category: 'MUSIC' };
    const sports = { category: 'SPORTS_RECREATION' };
    const pay = (amount: number) => JSON.stringify({ amount, currency: 'USD', type: 'HOURLY' });
    await insert('Brass quintet', noonIn(1), music);
    await insert('Jazz trio', noonIn(2), { ...music, description: 'Entry is free.', summary: 'Three play.' });
    await insert('Jazz gala', noonIn(2) - HOUR, music);
    await insert('Basketball: home opener', noonIn(2), sports);
    await insert('Rowing regatta', noonIn(3), sports);
    const sofa = { positions: 2, apply_by: new Date(noonIn(1) - HOUR), description: 'Gloves are provided.' };
    await insert('Sofa to carry', noonIn(1), { type: 'GIG', compensation: pay(22), ...sofa });
    await insert('Flyers', noonIn(1) - HOUR, { type: 'GIG', compensation: pay(15) });
    await insert('Glass show', noonIn(-40) - 12 * HOUR, { end_at: new Date(noonIn(1) + 11 * HOUR) });
    await insert('Open studio', Date.now() - HOUR, { end_at: null });
    await insert('Long gone', Date.now() - 4 * HOUR, { end_at: null });
  };

  /** Says one message after the other, and answers the last answer. */
  const talk = async (...messages: string[]) => {
    const { body } = await alice.post('/conversations');
    let answer = { content: '', eventIds: [] as string[] };
    for (const content of messages) {
      const { status, body: exchange } = await alice.post(`/conversations/${body.id}/messages`, { content });
      expect(status).toBe(201);
      answer = exchange.answer;
    }
    const titles = answer.eventIds.map((id) => Object.keys(ids).find((title) => ids[title] === id));
    return { content: answer.content, titles };
  };

  it('keeps what a question does not change', async () => {
    expect((await talk('music in the next 5 days', 'and tomorrow?')).titles).toEqual(['Brass quintet']);
    expect((await talk('what is on in 2 days', 'only sports please')).titles).toEqual([
      'Basketball: home opener',
    ]);
    const gigs = await talk('gigs tomorrow', 'only over $16');
    expect(gigs.titles).toEqual(['Sofa to carry']);
    expect(gigs.content).toMatch(/^Here is what fits tomorrow \(/);
    expect((await talk('music in 2 days', 'what about gigs?', 'and tomorrow?')).titles).toEqual([
      'Flyers',
      'Sofa to carry',
    ]);
    expect((await talk('gigs tomorrow', 'which pays the most?')).titles).toEqual(['Sofa to carry', 'Flyers']);
  });

  it('says what it kept', async () => {
    expect((await talk('jazz tomorrow', 'and in 2 days?')).content).toMatch(
      /^For “jazz” .*, here is what fits:/,
    );
  });

  it('puts what says that it is free first where a price is asked for', async () => {
    const { titles, content } = await talk('jazz', 'anything cheaper?');
    expect(titles).toEqual(['Jazz trio', 'Jazz gala']);
    expect(content).toMatch(/\nNo\. 1 says: “.*[Ff]ree.*”\nThe other one does not say\.$/);
  });

  it('names others when asked for more, and says when these are all', async () => {
    const first = await talk('events in the next 9 days');
    expect(first.titles).toHaveLength(5);
    const [, count] = /\nThere are (\d+) more: say “more” to see them\.$/.exec(first.content)!;
    const more = await talk('events in the next 9 days', 'show me more');
    expect(more.content).toMatch(/^Here is more that fits/);
    expect(more.titles).toHaveLength(Math.min(Number(count), 5));
    for (const title of more.titles) expect(first.titles).not.toContain(title);
    expect((await talk('events in the next 9 days', 'how many are there?')).content).toContain(
      `are ${count} more`,
    );
    expect(await talk('jazz', 'more')).toMatchObject({
      content: expect.stringMatching(/^I find no others/),
      titles: [],
    });
  });

  it('leaves out the part of each day that is not wanted', async () => {
    expect((await talk('jazz in the next 3 days', 'not in the morning')).titles).toEqual(['Jazz trio']);
    expect((await talk('jazz in the next 3 days', 'in the morning?')).titles).toEqual(['Jazz gala']);
    expect((await talk('jazz in 2 days, not in the afternoon')).titles).toEqual(['Jazz gala']);
  });

  describe('with events of which details are told', () => {
    const fresh = ['Zither hour', 'Zither show', 'Zither sale', 'Carry zithers'];
    beforeAll(async () => {
      const served = 'Tea and cake are served. Limited to 24 people.';
      await insert('Zither hour', noonIn(6), { description: served });
      await insert('Zither show', noonIn(6) + HOUR, {
        description: 'Bring a friend.',
        source: 'TICKET_API',
        external_id: 'z',
      });
      await insert('Zither sale', noonIn(7), { description: 'Free admission.', end_at: new Date(noonIn(9)) });
      await insert('Carry zithers', noonIn(8), {
        type: 'GIG',
        description: 'Done: nobody is needed any more.',
      });
    });
    afterAll(() => service.database.query('DELETE FROM events WHERE title = ANY($1)', [fresh]));

    it('names the one of which a text tells something', async () => {
      const cake = await talk('zither events', 'which one has cake');
      expect(cake.titles).toEqual(['Zither hour']);
      expect(cake.content).toMatch(/It says: “Tea and cake are served\.”$/);
      const others = await talk('zither events', 'which one has jazz');
      expect(others.titles).not.toContain('Zither hour');
      const room = await talk('zither hour', 'is there space for all twelve of us?');
      expect(room.content).toMatch(/It says: “Limited to 24 people\.”/);
    });

    it('names the one that ends first, and the one of a day', async () => {
      expect((await talk('zither events', 'which of them ends first?')).titles).toEqual(['Zither hour']);
      const [day] = new Date(noonIn(7)).toISOString().split('T');
      const sale = await talk('zither events', `how much is the one on ${day}?`);
      expect(sale.titles).toEqual(['Zither sale']);
      expect(sale.content).toMatch(/It says: “Free admission\.”/);
    });

    it('says first what that day has where nothing says that it is free, and then what is free at another time', async () => {
      const { titles, content } = await talk('free zither events in 6 days');
      expect(titles).toEqual(['Zither hour', 'Zither show', 'Zither sale']);
      expect(content).toMatch(/^Nothing that fits .* says it is free\. Otherwise:\n1\./);
      expect(content).toMatch(/\nFree “zither” at another time:\n3\. “Zither sale”/);
    });

    it('says that a gig is taken', async () => {
      const { content } = await talk('is anyone looking for people to carry zithers?');
      expect(content).toMatch(/; unpaid, but its text says that nobody is needed any more$/m);
      const again = await talk('carry zithers gig', 'when is it?');
      expect(again.content).toMatch(/nobody is needed any more/);
    });

    it('tells of two events by their titles', async () => {
      const { titles, content } = await talk('what is cheaper, the zither hour or the zither sale?');
      expect(titles).toEqual(['Zither hour', 'Zither sale']);
      expect(content).toMatch(/\nNo\. 2: It says: “Free admission\.”\nThe other one does not say\.$/);
    });
  });

  it('gives up a common word before the time that is asked for', async () => {
    const { titles, content } = await talk('something loud in 3 days');
    expect(titles).toEqual(['Rowing regatta']);
    expect(content).toMatch(/^Here is what fits on .+, though nothing with “loud”:/);
  });

  it('tells of each gig until when one can apply', async () => {
    const { content } = await talk('Which gigs are there tomorrow, and until when can I apply?');
    expect(content).toMatch(/\nNo\. 2: You can apply until .+, 11:00 AM\.\nThe other one does not say\.$/);
  });

  it('sorts again what it has named', async () => {
    const { titles } = await talk('sports in the next 4 days', 'which of those takes the least time?');
    expect(titles).toEqual(['Basketball: home opener', 'Rowing regatta']);
  });

  it('knows the day of the only event that it has named', async () => {
    const { titles } = await talk('rowing regatta', 'is there anything else that same day?');
    expect(titles).toEqual([]);
    const day = await talk('brass quintet', 'any gigs that same day?');
    expect(day.titles).toEqual(['Flyers', 'Sofa to carry']);
  });

  it('says the pay that it keeps', async () => {
    const { content } = await talk('gigs that pay over $14 an hour', 'and tomorrow?');
    expect(content).toMatch(/^Here is what fits tomorrow \(.*\), for over \$14 an hour:/);
  });

  it('answers about what it has named', async () => {
    const where = await talk('jazz', 'where is the second one?');
    expect(where.titles).toEqual(['Jazz trio']);
    expect(where.content).toMatch(
      /^Here it is again:\n1\. “Jazz trio”: .+, at Ohio Union\nFrom its text: “Three play\.”$/,
    );
    const sofa = await talk(
      'gigs',
      'how many people do they need for the sofa one, and until when can i apply?',
    );
    expect(sofa.titles).toEqual(['Sofa to carry']);
    expect(sofa.content).toMatch(/2 people are needed\. You can apply until .+, 11:00 AM\.$/);
    const spots = await talk('sofa gig', 'how many spots left');
    expect(spots.content).toMatch(/2 people are needed\.$/);
    const apply = await talk('sofa gig', 'how do i apply for it');
    expect(apply.content).toMatch(/send an application until .+, 11:00 AM, with a message/);
    const gloves = await talk('what should i bring to the sofa gig?', 'do they provide gloves?');
    expect(gloves.content).toMatch(/It says: “Gloves are provided\.”/);
    await insert('DJ & K-pop night', noonIn(4));
    const night = await talk('dj night', 'how late does the dj one go?');
    await service.database.query(`DELETE FROM events WHERE title = 'DJ & K-pop night'`);
    expect(night.content).toMatch(/^Here it is again:\n1\. “DJ & K-pop night”: .+ It ends .+, 1:00 PM\.$/);
    const trio = await talk('gigs', 'how much is the jazz trio?');
    expect(trio.content).toMatch(/“Jazz trio”.*\n(?:.*\n)*It says: “Entry is free\.”/);
    const pay = await talk('gigs', 'how much does the sofa one pay?');
    expect(pay.content).toMatch(/It pays \$22 an hour\.$/);
    expect((await talk('jazz', 'how much is it?')).content).toMatch(/Its text does not say what it costs/);
    await insert('Polka picnic', noonIn(6));
    const { body } = await alice.post('/conversations');
    await alice.post(`/conversations/${body.id}/messages`, { content: 'polka' });
    await service.database.query('DELETE FROM events WHERE id = $1', [ids['Polka picnic']]);
    const gone = await alice.post(`/conversations/${body.id}/messages`, { content: 'where is it?' });
    expect(gone.body.answer).toMatchObject({
      content: expect.stringMatching(/^That is no longer/),
      eventIds: [],
    });
  });

  it('takes a misspelled word for one that there is, and says so', async () => {
    const { titles, content } = await talk('basktball');
    expect(titles).toEqual(['Basketball: home opener']);
    expect(content).toMatch(/^I took “basktball” for “basketball”\.\nHere is what fits:\n/);
    expect((await talk('rowin regata')).titles).toEqual(['Rowing regatta']);
    await insert('Xylo', noonIn(7), { description: 'All about the quixxotic.' });
    expect((await talk('quixxotic')).content).toMatch(
      /^No event is about “quixxotic”, but these mention it:/,
    );
  });

  it('finds an event by its title beside words that nobody knows, and by the topics that it knows', async () => {
    const title = await talk('who performs at the brass quintet tomorrow');
    expect(title.content).toMatch(/^I think that you mean:\n1\. “Brass quintet”/);
    const known = await talk('my ex left, flabbergast me with jazz');
    expect(known.titles).toEqual(['Jazz gala', 'Jazz trio']);
    expect(known.content).toMatch(/^I found nothing about “ex” and “flabbergast”\. Without that:/);
  });

  it('says that an event is cancelled, and when it takes place again', async () => {
    await insert('Kite festival', noonIn(5), { status: 'CANCELLED', summary: 'No wind.' });
    await insert('Wind workshop', noonIn(6), { description: 'We build what flies at a kite festival.' });
    const { content } = await talk('is the kite festival still on?');
    expect(content).toMatch(
      /^“Kite festival”: .+, at Ohio Union, is cancelled\.\nFrom its text: “No wind\.”$/,
    );
    expect((await talk('is anything cancelled in 5 days?')).content).toMatch(
      /^“Kite festival”: .+, is cancelled\.\nFrom its text: “No wind\.”$/,
    );
    expect((await talk('what got cancelled')).content).toMatch(/“Kite festival”: .+, is cancelled\./);
    expect((await talk('which events are cancelled tomorrow?')).content).toMatch(
      /^I know of nothing tomorrow \(.+\) that is cancelled\.$/,
    );
    // What is asked of it is answered by that.
    expect((await talk('what should I bring to the kite festival')).content).toMatch(
      /^“Kite festival”: .+, is cancelled\.\nFrom its text: “No wind\.”$/,
    );
    // It is of another place, and of another length.
    expect((await talk('anything at the planetarium in 5 days')).content).not.toContain('Kite');
    expect((await talk('events of at most 20 minutes in 5 days')).content).not.toContain('Kite');
    await insert('Kite festival', noonIn(7));
    const { content: again } = await talk('is the kite festival cancelled');
    expect(again).toMatch(
      /^“Kite festival”: .+, is cancelled\.\nHere is what fits:\n1\. “Kite festival”[^\n]+$/,
    );
  });

  it('finds a gig where no event has the words', async () => {
    await insert('Shed to paint', noonIn(8), { type: 'GIG', location: { name: 'Clintonville' } });
    expect((await talk('anything happening in clintonville')).content).toMatch(
      /^I found no events about “clintonville”\. What else there is:\n1\. “Shed to paint”/,
    );
  });

  it('names only the event that something is asked of, and tells it of each date', async () => {
    await insert('Lute night in the tower', noonIn(8), { description: 'Free for students.' });
    await insert('Lute night in the tower', noonIn(9), { description: 'Tickets are $8.' });
    await insert('Lute duo', noonIn(8), { description: 'Free for all.' });
    const { content } = await talk('how much does lute night cost');
    expect(content).toMatch(
      /:\n1\. “Lute night[^\n]+\n2\. “Lute night[^\n]+\nNo\. 1: It says: “Free for students\.” What others pay, its text does not say\.\nNo\. 2: It says: “Tickets are \$8\.”$/,
    );
    const { content: detail } = await talk('is there parking at the lute duo');
    expect(detail).toMatch(/“Lute duo”.+\nIts text says nothing about “parking”\. See its own page\.$/);
  });

  it('looks for what is asked of a place in the texts of what is on there', async () => {
    const location = { name: 'Juniper Barn' };
    await insert('Fiddle circle', noonIn(8), { location });
    await insert('Barn dance', noonIn(9), { location, description: 'Free parking behind the silo.' });
    const { content } = await talk('is there parking at juniper barn');
    expect(content).toMatch(/“Barn dance”.+“Free parking behind the silo\.”$/s);
  });

  it('takes a question for one of an event where one is called so', async () => {
    const description = 'Look up. Free tickets are released on Mondays. A light lunch follows.';
    await insert('Planetarium show', noonIn(8), { description });
    const { content: ticket } = await talk(
      'do i need a ticket for the planetarium show and how do i get one',
    );
    expect(ticket).toMatch(/“Planetarium show”.+\nIt says: “Free tickets are released on Mondays\.”$/);
    const { content: lunch } = await talk('is lunch included at the planetarium show');
    expect(lunch).toMatch(/“Planetarium show”.+\nIt says: “A light lunch follows\.”$/);
    expect((await talk('do i need a ticket for the opera')).content).toMatch(/^I cannot sell tickets/);
    expect((await talk('can we hear jazz at the ohio union')).titles).toContain('Jazz trio');
    await service.database.query(`DELETE FROM events WHERE title = 'Planetarium show'`);
  });

  it('names those of several that end soon', async () => {
    const open = (days: number) => ({ end_at: new Date(noonIn(days)) });
    await insert('Lacquer salon', noonIn(-3), open(20));
    await insert('Lacquer show', noonIn(-2), open(2));
    const ending = await talk('lacquer', 'any of them closing in the next 3 days?');
    await service.database.query(`DELETE FROM events WHERE title LIKE 'Lacquer%'`);
    expect(ending.titles).toEqual(['Lacquer show']);
    expect(ending.content).toMatch(/^Here it is again:\n1\. “Lacquer show”: .+ It ends .+, 12:00 PM\.$/);
  });

  it('names the dates of a series in their order', async () => {
    const description = 'Madrigals in the madrigal hall, madrigals outside.';
    await insert('Madrigals by the lake', noonIn(8), { description: 'Songs.' });
    await insert('Madrigals in the hall', noonIn(9), { description });
    await insert('Madrigals by the lake', noonIn(10), { description });
    const { content } = await talk('madrigals');
    await service.database.query(`DELETE FROM events WHERE title LIKE 'Madrigals%'`);
    expect(content).toMatch(/1\. “Madrigals by.+\n2\. “Madrigals in.+\n3\. “Madrigals by/);
  });

  it('names the best of each where either of two topics will do, by their time', async () => {
    const { titles } = await talk('jazz or rowing');
    expect(titles).toEqual(['Jazz gala', 'Jazz trio', 'Rowing regatta']);
  });

  it('tells what only mentions them apart, whenever that is', async () => {
    await insert('Quilt fair', noonIn(13));
    await insert('Zumba hour', noonIn(14));
    await insert('Tea', noonIn(12), { description: 'Bring a quilt.' });
    const { content } = await talk('quilt or zumba');
    expect(content).toMatch(
      /^Here is what fits:\n1\. “Quilt fair”.+\n2\. “Zumba hour”.+\nThese mention “quilt” or “zumba”:\n3\. “Tea”/,
    );
  });

  it('names what else there is before what is held again', async () => {
    for (const day of [20, 21, 22]) await insert('Knitting circle', noonIn(day));
    await insert('Model trains', noonIn(23));
    const from = new Date(noonIn(20)).toLocaleDateString('en-US', { month: 'long', day: 'numeric' });
    const { content } = await talk(`anything from ${from} on`);
    await service.database.query(`DELETE FROM events WHERE title IN ('Knitting circle', 'Model trains')`);
    expect(content).toMatch(/1\. “Knitting.+\n2\. “Model.+\n3\. “Knitting.+\n4\. “Knitting/);
  });

  it('shows what comes near a topic that finds nothing, and when there is more of it', async () => {
    const polo = await talk('polo match in 2 days');
    expect(polo.content).toMatch(
      /^I found nothing about “polo” on .*\. The closest, in sports:\n1\. “Basketball/,
    );
    expect(polo.titles).toEqual(['Basketball: home opener']);
    const regatta = await talk('rowing in 2 days');
    expect(regatta.content).toMatch(
      /The closest, in sports:\n1\. “Basketball.*\n“rowing” at another time:\n2\. “Rowing/,
    );
    expect(regatta.titles).toEqual(['Basketball: home opener', 'Rowing regatta']);
    expect((await talk('quidnunc tomorrow')).content).toMatch(
      /^I found nothing about “quidnunc” tomorrow \(.*\)\. What else there is:\n1\. “Flyers”/,
    );
    expect((await talk('quidnunc')).titles).toEqual([]);
  });

  it('leaves out what is not wanted', async () => {
    const { titles } = await talk('events in 2 days, no jazz');
    expect(titles).toEqual(['Basketball: home opener']);
    expect((await talk('events in 2 days', 'no sports')).titles).not.toContain('Basketball: home opener');
  });

  it('knows what is running now', async () => {
    const { titles, content } = await talk("what's on right now?");
    expect(titles).toEqual(['Open studio', 'Glass show']);
    expect(content).toMatch(/^Here is what fits right now:\n.*\n2\. “Glass show”: until /);
  });

  it('knows that an exhibition is not open at night', async () => {
    await insert('Murals', noonIn(-40) - 2 * HOUR, { end_at: new Date(noonIn(9) + 5 * HOUR) });
    const [evening, afternoon] = [
      await talk('murals tomorrow evening'),
      await talk('murals tomorrow at 3pm'),
    ];
    await service.database.query(`DELETE FROM events WHERE title = 'Murals'`);
    expect(evening.content).toMatch(
      /^I found nothing about “murals” on .*, in the evening\. At other times:\n/,
    );
    expect(afternoon.content).toMatch(/^Here is what fits .*\n1\. “Murals”/);
  });

  it('says who posted an event', async () => {
    await alice.patch('/users/me', { name: 'Alice Liddell' });
    const { id } = await createEvent(alice, {
      title: 'Croquet',
      startAt: new Date(noonIn(3)).toISOString(),
      endAt: null,
    });
    const { content } = await talk('croquet', 'who posted it?');
    expect(content).toMatch(/It was posted by “Alice Liddell”\.$/);
    await alice.delete(`/events/${id}`);
  });

  it('takes children for an audience, not for the name of a band', async () => {
    await insert('Kid Orbit', noonIn(1), { ...{ category: 'MUSIC' }, description: 'Kid Orbit plays.' });
    await insert('Craft day', noonIn(2), { description: 'Fun for families.' });
    const { titles } = await talk('stuff for my 6 year old');
    await service.database.query(`DELETE FROM events WHERE title IN ('Kid Orbit', 'Craft day')`);
    expect(titles).toContain('Craft day');
    expect(titles).not.toContain('Kid Orbit');
  });

  it('takes what has all topics, one of them in its title, for about them', async () => {
    await insert('Lathe evening', noonIn(2), { description: 'For novices, with clay.' });
    const { content } = await talk('lathe and clay for novices');
    await service.database.query(`DELETE FROM events WHERE title = 'Lathe evening'`);
    expect(content).toMatch(/^Here is what fits:\n1\. “Lathe evening”/);
  });

  it('counts what goes on past midnight to the evening before', async () => {
    await insert('Moonlight show', noonIn(1) + 10 * HOUR, { end_at: new Date(noonIn(2) - 11 * HOUR) });
    const [before, after] = [await talk('moonlight tomorrow'), await talk('moonlight in 2 days')];
    await service.database.query(`DELETE FROM events WHERE title = 'Moonlight show'`);
    expect(before.content).toMatch(/^Here is what fits /);
    expect(after.content).toMatch(/^I found nothing about “moonlight” /);
  });

  it('says what the service can do, and that it reads English', async () => {
    expect((await talk('how do I apply?')).content).toMatch(/^To apply, open a gig/);
    expect((await talk('¿Qué conciertos hay mañana?')).content).toMatch(/^I am sorry, I read English only\./);
    expect((await talk('jazz', 'thx!!')).content).toMatch(/^You are welcome/);
  });

  it('goes by the last questions only, however long the conversation', async () => {
    expect((await talk('jazz', ...Array(7).fill('how do I apply?'), 'and in 2 days?')).titles).toContain(
      'Basketball: home opener',
    );
  });

  it('finds the soonest that have the words, however many have them and whenever they were added', async () => {
    const insert = (title: string, from: string, count: number) =>
      service.database.query(
        `INSERT INTO events (id, title, description, type, location, start_at)
         SELECT gen_random_uuid(), $1 || ' ' || n, '', 'EVENT', '{"name": "Hall"}', now() + $2::interval + n * interval '1 minute'
         FROM generate_series(1, $3::int) n`,
        [title, from, count],
      );
    await insert('Zither recital', '90 days', 1_500);
    await insert('Nothing of the kind', '20 days', 1_200);
    await insert('Zither workshop', '30 days', 2);
    const local = { now: Date.now(), zone: COLUMBUS };
    const finder = service.app.get(EventFinder, { strict: false });
    const { events } = await finder.find(filtersOf('zither', local)!, local);
    await service.database.query(`DELETE FROM events WHERE title ~ '^(Zither|Nothing of the kind)'`);
    expect(events.map(({ title }) => title)).toEqual([
      ...['Zither workshop 1', 'Zither workshop 2'],
      ...['Zither recital 1', 'Zither recital 2', 'Zither recital 3'],
    ]);
  });

  it('finds by any filters that the rules make, as they stand', async () => {
    const finder = service.app.get(EventFinder, { strict: false });
    const local = { now: Date.now(), zone: COLUMBUS };
    const { events } = await finder.find(filtersOf('best paid gigs near the un', local)!, local);
    expect(events.map(({ title }) => title)).toEqual(['Sofa to carry', 'Flyers']);
  });
});
