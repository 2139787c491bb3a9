import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { inserting, saying, titlesOf } from '../support/talk.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What no rule reads as it is meant is found by the words that it shares with events, and told by their sentences. */
describe('the assistant, asked in words that it cannot place', () => {
  let service: TestApp;
  let alice: Client;

  beforeAll(async () => {
    service = await startApp({ SERVICE_TIME_ZONE: 'America/New_York' });
    alice = service.as('alice');
    await insert('Harvest market on the Oval', 9, {
      description: 'Fifteen farms sell apples. Cards and cash are taken at most stands.',
      summary: 'Fifteen farms sell apples.',
    });
    await insert('Columbus Herons vs. Lake Gulls', 5, {
      // Not late in the evening, as what is meant for families never is.
      start_at: atUtc(5, 20),
      end_at: atUtc(5, 22),
      category: 'SPORTS_RECREATION',
      description: 'A hockey game. Family four-packs are available online only.',
    });
    await insert('Symphony: Autumn', 6, {
      category: 'MUSIC',
      description: 'Large-print programs and hearing devices are at the door.',
    });
    await insert('Ceramics of the faculty', -3, {
      end_at: new Date(Date.now() + 6 * DAY),
      description:
        'The exhibition fills the annex. Guided tours start every Thursday at 4 PM. Open daily from 10 AM to 5 PM.',
    });
    await insert('Open skate', 4, {
      category: 'SPORTS_RECREATION',
      description: 'Skates and helmets are included.',
      summary: 'Skates and helmets are included.',
    });
    await insert('Open skate', 11, { category: 'SPORTS_RECREATION', description: 'Bring your own skates.' });
    await insert('Paint a fence', 4, { type: 'GIG' });
    await insert('Stage hands for the revue', 5, {
      type: 'GIG',
      positions: 4,
      description: 'Lunch is on us. The crew meets at the dock.',
    });
    await insert('Urban coyotes', 7, { category: 'ACADEMIC', description: 'No registration needed.' });
    await insert('Copper Coyotes live', 4, { category: 'MUSIC' });
    await insert('Mixer for new neighbours', 8, {
      category: 'SOCIAL',
      tags: ['mixer', 'bingo'],
      summary: 'Come alone or bring friends.',
      description: 'Come alone or bring friends. There is bingo at eight.',
    });
    const hourly = (amount: number) => ({ amount, currency: 'USD', type: 'HOURLY' });
    await insert('Serve coffee', 6, { type: 'GIG', compensation: hourly(25) });
    await insert('Guard the gate', 6, {
      type: 'GIG',
      compensation: hourly(15),
      end_at: new Date(Date.now() + 6 * DAY + 14 * HOUR),
    });
    const stadium = (address: string) => ({ location: { name: 'Jessamine Stadium', address } });
    await insert('Soccer: Crew vs. Bluegrass', 5, { creator_id: null, ...stadium('Columbus, OH') });
    await insert('Lacrosse', 6, { creator_id: null, ...stadium('1 Jessamine Loop, Columbus, OH') });
    await insert('Rugby', 6, { creator_id: null, ...stadium('Toledo, OH') });
    await insert('Kid Meridian', 5, { category: 'MUSIC', description: 'Admission is $12.' });
    await insert('Glee in town', 5, { source: 'TICKET_API', creator_id: null, external_id: 'glee' });
    await insert('Glee on the lawn', 6);
    await insert('Morning choir', 2, { category: 'MUSIC', start_at: atUtc(2, 15), end_at: atUtc(2, 16) });
    await insert('Evening choir', 3, { category: 'MUSIC', start_at: atUtc(3, 1), end_at: atUtc(3, 2) });
    await insert('Madrigals at noon', 4, { start_at: atUtc(4, 17), end_at: atUtc(4, 17.5) });
    await insert('Madrigals by candlelight', 4, { start_at: atUtc(4, 23), end_at: atUtc(5, 4) });
    const seller = { category: 'ARTS_CULTURE', tags: ['theatre', 'arts & theatre'] };
    await insert('The Seagull', 12, seller);
    await insert('Priya: Mostly Harmless', 11, { ...seller, tags: ['comedy', 'arts & theatre'] });
    await insert('Strings in winter', 12, { category: 'MUSIC', location: '{"name":"Avalon Theatre"}' });
  });
  afterAll(() => service.close());

  const atUtc = (days: number, hour: number) =>
    new Date(Math.floor(Date.now() / DAY) * DAY + (days + 1) * DAY + hour * HOUR);
  const insert = inserting(() => service, 'Ohio Union');
  const say = saying(() => alice);

  it.each([
    [
      'is there a harvest market in the next two weeks, and can we pay by card?',
      /^I think that you mean:\n1\. “Harvest market.+\n.+\nIt says: “Cards and cash are taken at most stands\.”$/,
    ],
    [
      'are there large-print programs or hearing devices at the symphony concert?',
      /“Symphony: Autumn”.+\nIt says: “Large-print programs and hearing devices/,
    ],
    [
      'please tell me at what time the guided tours of the ceramics exhibition begin, and until when it is on display',
      /“Ceramics of the faculty”.+\nIt says: “Guided tours start every Thursday at 4 PM\.”$/,
    ],
  ])('"%s" is answered by the event that has most of its words', async (question, answer) => {
    expect(await say(question)).toMatch(answer);
  });

  it('tells of an event what else could be answered from the help', async () => {
    expect(await say('when is the next Herons hockey game, and can we get a family ticket?')).toMatch(
      /“Columbus Herons.+\nIt says: “Family four-packs are available online only\.”/,
    );
    expect(await say('how do I get a refund for the Herons hockey game?')).toMatch(/^I cannot sell tickets/);
    expect(await say('can we get a family ticket for the Penguins?')).toMatch(/^I cannot sell tickets/);
  });

  it('answers a second question by the sentence that has its words', async () => {
    const skates = await say('when is open skate and do I need my own skates');
    expect(skates).toMatch(
      /\nNo\. 1: It says: “Skates and helmets are included\.”\nNo\. 2: It says: “Bring your own skates\.”$/,
    );
  });

  it('says of two that are compared what each is like', async () => {
    expect(await say('Open skate or the Harvest market, I can only go to one. Can you compare?')).toMatch(
      /“Open skate”.+\n(?:.+\n)*No\. \d: From its text: “Skates and helmets are included\.”\n(?:.*\n)*No\. \d: From its text: “Fifteen farms/,
    );
  });

  it('takes of several with the same name those of the kind that is named', async () => {
    const talk = await say('do I have to register for the coyote talk?');
    expect(talk).toMatch(/“Urban coyotes”.+\nIt says: “No registration needed\.”$/);
    expect(talk).not.toMatch(/Copper/);
  });

  it('says why a single event is shown whose title and summary do not tell', async () => {
    expect(await say('is there a bingo evening?')).toMatch(/It says: “There is bingo at eight\.”$/);
  });

  it('names what the words say no event has', async () => {
    expect(await say('is there a quidditch match for wizards?')).not.toMatch(/I think that you mean/);
  });

  it('sorts by what is paid in all where the total is asked for', async () => {
    expect(titlesOf(await say('which jobs pay the most in total?')).slice(0, 2)).toEqual([
      'Guard the gate',
      'Serve coffee',
    ]);
    expect(titlesOf(await say('which jobs pay the most?')).slice(0, 2)).toEqual([
      'Serve coffee',
      'Guard the gate',
    ]);
  });

  it('finds the one that is named among all that it has shown', async () => {
    const gigs = ['which jobs are there?', 'what does the fence one pay?'];
    expect(
      await say(...gigs, 'and how many people does the stage crew one need, do I get lunch there?'),
    ).toMatch(/^Here it is again:\n1\. “Stage hands.+It says: “Lunch is on us\.”/);
  });

  it('looks among what it has shown where "these" are asked for', async () => {
    const [choirs, concerts] = ['any choir?', 'which of these take place in the daytime?'];
    const daytime = await say(choirs, concerts);
    expect(daytime).toMatch(/“Morning choir”/);
    expect(daytime).not.toMatch(/“Evening choir”/);
    expect(await say(choirs, 'which of those can I do without special knowledge?')).toMatch(
      /^Here they are again:\n1\. “Morning choir/,
    );
  });

  it('is asked of the only one that it has shown, where its text tells it', async () => {
    const skating = ['are there large-print programs at the symphony concert?'];
    expect(await say(...skating, 'can we borrow the hearing devices if we have no money?')).toMatch(
      /^Here it is again:\n1\. “Symphony: Autumn”.+It says: “Large-print programs and hearing devices/,
    );
    expect(await say(...skating, 'can we see a unicorn?')).not.toMatch(/^Here it is again/);
  });

  it('is asked of the only one that was just shown, whatever else the question might look for', async () => {
    const coyotes = 'do I have to register for the coyote talk?';
    expect(await say(coyotes, 'are there other talks of science?')).not.toMatch(/^Here it is again/);
    expect(await say('any harvest market?', 'are there cards for sale or apples?')).toMatch(
      /^Here it is again:\n1\. “Harvest market.+\n(?:From its text|It says): “(?:Fifteen farms|Cards and cash)/,
    );
  });

  it('tells of the one of a kind, of those that it has shown', async () => {
    const shown = 'when are the herons and the symphony?';
    const both = await say(shown);
    expect(both).toMatch(/Columbus Herons/);
    expect(both).toMatch(/Symphony: Autumn/);
    expect(await say(shown, 'how much are tickets for the game?')).toMatch(
      /^Here it is again:\n1\. “Columbus Herons[^\n]+\nIts text does not say what it costs/,
    );
    expect(await say(shown, 'who is the concert for?', 'who can come to the game?')).toMatch(
      /^Here it is again:\n1\. “Columbus Herons/,
    );
  });

  it('tells whether somebody may come along', async () => {
    expect(await say('any bingo mixer?', 'Can I bring my husband to this?')).toMatch(
      /“Mixer for new neighbours”.*“Come alone or bring friends\.”/s,
    );
  });

  it('tells at which hours something is open, where its text tells it', async () => {
    const answer = await say('how late is the annex open on thursday');
    expect(answer).toMatch(/^When a place is open I do not know/);
    expect(await say('how late is the ceramics annex open')).toMatch(/“Open daily from 10 AM to 5 PM\.”/);
  });

  it('tells when what it has shown is on again', async () => {
    expect(await say('is there open skate?', 'is it every week?')).toMatch(
      /^“Open skate” is on again:\n1\. “Open skate”: [^\n]+$/,
    );
    expect(await say('open skate', "i can't make it that day, is there another one")).toMatch(
      /^“Open skate” is on again:\n1\. “Open skate”: [^\n]+$/,
    );
    expect(await say('any harvest market?', 'when is it on again?')).toBe(
      'I know no later date of “Harvest market on the Oval”.',
    );
  });

  it('tells at length of the one that it is asked to tell about', async () => {
    expect(await say('tell me about the stage hands gig')).toMatch(
      /“Stage hands for the revue”.+\nFrom its text: “Lunch is on us\. The crew meets at the dock\.” 4 people are needed\./,
    );
    expect(await say('any harvest market?', 'tell me more')).toMatch(
      /“Harvest market.+From its text: “Fifteen farms sell apples\. Cards and cash are taken at most stands\.”/,
    );
  });

  it('tells at which hours an exhibition is open', async () => {
    expect(await say('what are the opening hours of the ceramics exhibition?')).toMatch(
      /“Ceramics of the faculty”.+\nIt says: “Open daily from 10 AM to 5 PM\.”$/,
    );
    expect(await say('when does the harvest market close?')).toMatch(/“Harvest market.+\n(?:.+\n)?It is on /);
  });

  it('keeps to how long something lasts, and to when it has to be over', async () => {
    expect(await say('madrigals under an hour')).toMatch(
      /^Here is what fits, of at most an hour:\n1\. “Madrigals at noon”(?!.*candle)/s,
    );
    expect(await say('madrigals that are over by 3')).toMatch(
      /^Here is what fits, over by 3:00 PM:\n1\. “Madrigals at noon”(?!.*candle)/s,
    );
    expect(await say('madrigals of at least 8 hours')).toMatch(
      /^Nothing that fits is of at least 8 hours\. Otherwise:\n1\. “Madrigals by candlelight”.+\n2\. “Madrigals at noon”/,
    );
    expect(await say('any madrigals?', 'i need to be home by 4')).toMatch(
      /^For “madrigals”, over by 4:00 PM, here is what fits:\n1\. “Madrigals at noon”(?!.*candle)/s,
    );
  });

  it('asks the others where the first does not tell', async () => {
    expect(await say('do I need to bring skates?')).toMatch(
      /No\. 1: It says: “Skates and helmets are included\.”\nNo\. 2: It says: “Bring your own skates\.”$/,
    );
    expect(await say('is there a dress code at the coyotes?')).toMatch(
      /None of their texts says anything about “dress code”\. See their own pages\.$/,
    );
  });

  it('answers by an uncommon word of the message where one event fits', async () => {
    expect(
      await say('My wife is hard of hearing. Does the symphony concert offer any help for that?'),
    ).toMatch(/“Symphony: Autumn”.+\nIt says: “Large-print programs and hearing devices are at the door\.”$/);
    expect(await say('any bingo?', 'are there any rules about friends?')).toMatch(
      /^Here it is again:\n1\. “Mixer.+It says: “Come alone or bring friends\.”/,
    );
  });

  it('shows first the gigs that need so many people, and nothing on campus that the ticket shop sells', async () => {
    expect(await say('is there a gig where they need more than one person?')).toMatch(
      /^Here is what fits, any that need at least 2 people first:\n1\. “Stage hands/,
    );
    expect(await say('any glee?')).toMatch(/1\. “Glee in town”.+\n2\. “Glee on the lawn”/);
    const onCampus = await say('any glee on campus?');
    expect(onCampus).toContain('“Glee on the lawn”');
    expect(onCampus).not.toContain('“Glee in town”');
    const offCampus = await say('any glee off campus?');
    expect(offCampus).toMatch(/^Here is what fits off campus:\n1\. “Glee in town”/);
    expect(offCampus).not.toContain('“Glee on the lawn”');
  });

  it('shows a night out before a help desk where it is asked what is on', async () => {
    const [day] = new Date(Date.now() + 40 * DAY).toISOString().split('T');
    const at = (hour: number) => ({ start_at: new Date(`${day}T${hour}:00:00Z`), end_at: null });
    const names = Array.from({ length: 6 }, (_, n) => `Desk ${'abcdef'[n]}`);
    for (const [n, name] of names.entries())
      await insert(name, 40, { ...at(13 + n), category: n === 5 ? 'MUSIC' : 'ACADEMIC' });
    const said = await say(`what's going on on ${day}?`);
    expect([...said.matchAll(/“Desk (.)”/g)].map(([, letter]) => letter).join('')).toBe('abcdf');
  });

  it('knows which of those that it has shown is that of a day', async () => {
    const day = new Date(Date.now() + 11 * DAY).toLocaleDateString('en-US', {
      ...{ timeZone: 'America/New_York', month: 'long', day: 'numeric' },
    });
    expect(await say('any open skate?', `what time is the one on ${day} and where`)).toMatch(
      /^Here it is again:\n1\. “Open skate”: [^\n]+$/,
    );
  });

  it('takes the street from another event at the same place, where a feed names the town alone', async () => {
    expect(await say('any soccer game?', "what's the address of the stadium?")).toMatch(
      /The address is “1 Jessamine Loop, Columbus, OH”\.$/,
    );
    expect(await say('is there a rugby game?', "what's the address of the stadium?")).toMatch(
      /The address is “Toledo, OH”\.$/,
    );
  });

  it('tells how to get to a place', async () => {
    expect(await say('how do i get to jessamine stadium?')).toMatch(/No\. \d(?:, \d)?.*: The address is “/);
  });

  it('says what a performer costs who is called as no topic is', async () => {
    expect(await say('how much are tickets for Kid Meridian?')).toMatch(
      /^I think that you mean:\n1\. “Kid Meridian”.+\nIt says: “Admission is \$12\.”$/,
    );
  });

  it('tells both things that are asked of what it has shown', async () => {
    expect(
      await say('any open skate this week?', 'do I need to sign up for it, and are there helmets?'),
    ).toMatch(/“Open skate”.+It says: “Skates and helmets are included\.”/);
  });

  it('takes no comedy and no concert in a theatre for a play', async () => {
    const plays = await say('any plays in the next two weeks?');
    expect(plays).toMatch(/“The Seagull”/);
    expect(plays).not.toMatch(/Harmless|Strings/);
  });

  it('says whether something may be brought to what is named', async () => {
    expect(await say('can i bring my own skates to open skate?')).toMatch(
      /It says: “Bring your own skates\.”/,
    );
  });

  it('takes no event for paid work', async () => {
    expect(await say('can i get paid to do symphony stuff?')).not.toMatch(/Symphony: Autumn/);
  });

  it('takes no event for a gig', async () => {
    expect(await say('jobs walking coyotes')).not.toMatch(/Urban coyotes|Copper Coyotes/);
  });

  it('finds by its other words what is called by its kind', async () => {
    expect(await say('the urban coyotes lecture')).toMatch(/^I think that you mean:\n1\. “Urban coyotes”/);
  });

  it('finds what is called by its whole title, though its words are common or say when', async () => {
    const day = (days: number) => ({ start_at: atUtc(days, 16), end_at: atUtc(days, 18) });
    await insert('Family concert', 2, { category: 'MUSIC', tags: ['family'], ...day(2) });
    await insert('Family Fun Day: Kids on Campus', 12, day(12));
    await insert('Sunday Jazz Session', 5, { category: 'MUSIC' });
    await insert('Git Without Tears', 12, { category: 'TECHNOLOGY' });
    for (const title of ['Family Fun Day', 'Sunday Jazz Session', 'Git Without Tears']) {
      const asked = title.toLowerCase();
      for (const text of [`when is the ${asked}?`, asked])
        expect(titlesOf(await say(text))[0]).toMatch(new RegExp(`^${title}`));
    }
    expect(titlesOf(await say('family fun'))[0]).toBe('Family concert');
  });

  it('names a play with its author too, and how many dates there are besides', async () => {
    await insert('Winter Tale Night by Wilma Shakes', 2);
    for (let days = 3; days <= 8; days += 1) await insert('Winter Tale Night', days);
    const content = await say('whens winter tale night');
    expect(titlesOf(content)).toContain('Winter Tale Night by Wilma Shakes');
    expect(content).toMatch(/\nThere are 2 more: say “more” to see them\./);
  });
});
