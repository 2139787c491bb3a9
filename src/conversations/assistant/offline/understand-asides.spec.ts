import {
  COLUMBUS,
  FOR_OVER_21,
  inShort,
  read,
  readLast,
  SATURDAY,
  TONIGHT,
  understandLast,
} from '../../../../test/support/understood.js';
import { isCommonWord } from './read-topics.js';
import { understand } from './understand.js';

describe('what is said beside what is wanted', () => {
  it.each<[string, object]>([
    // What one tells of the day and of oneself.
    [
      'cant sleep lol is anything happening right now',
      { type: 'EVENT', when: '2026-11-18T10:00/2026-11-18T10:01' },
    ],
    ['whats on tonight? its cold and were 4 friends with nothing to do', { type: 'EVENT', when: TONIGHT }],
    [
      'jazz this weekend? its for my brothers bday, he turns 18',
      { topics: ['jazz'], when: expect.any(String) },
    ],
    ['free stuff this weekend for a family of 4', { type: 'EVENT', free: true, when: expect.any(String) }],
    [
      'when are the next career fairs? im a cs major and i need a summer internship, dont care if its big',
      { type: 'EVENT', topics: ['career fair|job fair|career expo'], order: 'SOONEST' },
    ],
    ['jazz on saturday, budget 20 each', { topics: ['jazz'], priced: true, price: '<20', when: SATURDAY }],
    ['hockey, i dont mind which team', { topics: ['hockey'] }],
    ['jazz on saturday, theyre happy to buy tickets', { topics: ['jazz'], when: SATURDAY }],
    ['jazz on saturday? hes 20 months', { topics: ['jazz'], when: SATURDAY }],
    // Numbers say nothing alone.
    ['jazz for 18 of my friends', { topics: ['jazz'] }],
    [
      'we want to throw a party on saturday, what else is on then that would compete with us',
      { when: '2026-11-21T00:00/2026-11-22T00:00' },
    ],
    ["it's 1am and im bored, any jazz?", { type: 'EVENT', topics: ['jazz'] }],
    [
      'can I bring my toaster somewhere to get it fixed? seems silly to throw it out',
      { topics: ['repair|fix|mend|tune up', 'toaster'] },
    ],
    // What a musician calls a concert, and who is too young for it.
    ['jazz gigs that arent 21+', { type: 'EVENT', topics: ['jazz', 'MUSIC'], unwanted: [FOR_OVER_21] }],
    // Examples are no conditions.
    [
      'anything on friday, like a party or fireworks?',
      { when: '2026-11-20T00:00/2026-11-21T00:00', wished: ['party|dance party', 'fireworks'] },
    ],
    // A place holds for each of a choice.
    [
      'any barista or waitressing shifts in clintonville',
      { type: 'GIG', topics: ['clintonville', expect.stringContaining('barista')] },
    ],
    // What one is good at are alternatives.
    [
      'im good with audio stuff and djing, any gigs?',
      { type: 'GIG', match: 'ANY', topics: ['audio|sound desk|sound engineer|sound tech', 'djing|dj'] },
    ],
  ])('"%s" is left out', (text, expected) => expect(read(text)).toEqual(expected));

  it.each<[string, object]>([
    ['yoga in the next couple of hours', { when: '2026-11-18T10:00/2026-11-18T13:00' }],
    ['anything on right now or in the next couple hours', { when: '2026-11-18T10:00/2026-11-18T13:00' }],
    ['gigs on friday evenings', { hours: 'on a Friday evening' }],
    ['gigs on friday evenings after 4', { hours: 'after 4:00 PM on a Friday evening' }],
    ['jazz on dec 5 and 6', { when: '2026-12-05T00:00/2026-12-07T00:00' }],
    ['concerts in the daytime in the next two weeks', { hours: 'in the daytime' }],
    ['i work til 6 on weekdays, is there any yoga after that', { hours: 'after 6:00 PM on a weekday' }],
    [
      'the sunday jazz session on dec 10',
      { topics: ['sunday', 'jazz'], when: '2026-12-10T00:00/2026-12-11T00:00' },
    ],
    ['were here for 3 days, any comedy', { when: '2026-11-18T10:00/2026-11-22T00:00' }],
    ['jazz on sunday or dec 10', { topics: ['jazz'] }],
    ['the sunday yoga and the tuesday one', { topics: ['yoga'], hours: 'on a Sunday or Tuesday' }],
    [
      'yoga next week tues/thurs',
      { hours: 'on a Tuesday or Thursday', when: '2026-11-23T00:00/2026-11-30T00:00' },
    ],
    ['yoga tues or thurs', { hours: 'on a Tuesday or Thursday', when: '2026-11-18T10:00/2026-11-26T00:00' }],
    ['jazz before finals', { topics: ['jazz'], when: '2026-11-18T10:00/2026-12-07T00:00' }],
    ['yoga on tues', { topics: ['yoga'], when: '2026-11-24T00:00/2026-11-25T00:00' }],
    ['yoga fri/sat', { when: '2026-11-20T00:00/2026-11-22T00:00' }],
  ])('"%s" says when', (text, expected) => expect(read(text)).toMatchObject(expected));

  it('takes tonight for what is wanted on a holiday, too', () => {
    const local = { now: Date.parse('2026-11-26T15:00:00Z'), zone: COLUMBUS };
    const text = "what's on tonight, for Thanksgiving I am alone";
    const intent = understand({ text, local, earlier: [] });
    expect(intent.kind === 'SEARCH' && inShort(intent.filters)).toMatchObject({
      themes: 'thanksgiving',
      when: '2026-11-26T17:00/2026-11-27T04:00',
    });
  });

  it.each([
    'im 19, can i get into the jazz session on dec 10?',
    'can i get into the jazz session if im 19',
    'how old do u have to be for the jazz session',
    'is there an age limit at the jazz session?',
    'is the jazz session 21 and over?',
    'can anyone come to the jazz session?',
    'can anybody join the jazz session',
    'are non-osu people allowed at the jazz session',
    'can non students go to the jazz session?',
    'do i need to be enrolled to go to the jazz session',
  ])('"%s" asks who may come', (text) => {
    expect(understandLast(text)).toMatchObject({ kind: 'SEARCH', about: ['AUDIENCE'] });
    expect(readLast(text)).toMatchObject({ topics: ['jazz'] });
  });

  it.each([
    ['is my 4 yr old too little for it', ['AUDIENCE']],
    ['my daughter is 4, is that ok?', ['AUDIENCE']],
    ['what is the age limit?', ['AUDIENCE']],
    ['can anyone come?', ['AUDIENCE']],
    ['do i have to be a student?', ['AUDIENCE']],
    ['do i need to be enrolled?', ['AUDIENCE']],
    ['can my 15 yr old come along too?', ['AUDIENCE']],
    ['do i have to pay?', ['PRICE']],
    ['were both 19, would they let us in?', ['AUDIENCE']],
    ['do the little ones pay?', ['PRICE']],
    ['do i have to bring a shovel or anything?', ['BRING']],
  ])('"%s" asks it of what was shown', (text, about) =>
    expect(understandLast('planetarium', text)).toMatchObject({ kind: 'RECALL', about }));

  it.each([
    ['which of those starts latest', 'LATEST'],
    ['which of them is first?', 'SOONEST'],
  ])('"%s" sorts what was shown', (text, order) =>
    expect(understandLast("what's on tonight", text)).toMatchObject({ ofShown: true, filters: { order } }));

  it.each([
    ['whats happening on friday dec 4 that evening', '2026-12-04T17:00/2026-12-05T00:00'],
    ['im planning a movie night on friday dec 4, whats on that evening', '2026-12-04T17:00/2026-12-05T00:00'],
    ['whats on friday evening dec 4', '2026-12-04T17:00/2026-12-05T00:00'],
    ['whats on in the evening of dec 4', '2026-12-04T17:00/2026-12-05T00:00'],
    ['whats on, evening of dec 4', '2026-12-04T17:00/2026-12-05T00:00'],
  ])('"%s" is about the evening of that date', (text, when) =>
    expect(readLast(text)).toEqual({ type: 'EVENT', when }));

  it.each([
    ['i need like $100 before friday, what can i do', { type: 'GIG' }],
    ['anyone looking for a math tutor', { type: 'GIG', topics: expect.anything() }],
    ['trivia i can join alone', { topics: ['trivia'] }],
    ['trivia, can i come alone', { topics: ['trivia'] }],
    ['jazz for everyone, our members too', { topics: ['jazz'] }],
    [
      'classical music sat + sun',
      {
        topics: [expect.stringContaining('classical music')],
        when: '2026-11-21T00:00/2026-11-23T00:00',
      },
    ],
    ['i suck at calculus help', { topics: expect.arrayContaining([expect.stringContaining('calculus')]) }],
    ['jazz around lunch tomorrow', { topics: ['jazz'], when: '2026-11-19T11:30/2026-11-19T14:00' }],
  ])('"%s" is read as %j', (text, expected) => expect(readLast(text)).toMatchObject(expected));

  it('leaves the plus of a name', () => expect(readLast('lgbtq+ events')).toEqual(readLast('lgbtq events')));

  it.each([
    'anything going on after it the same day',
    "what's on after that",
    'anything after that one?',
  ])('"%s" is about what comes after the one that was shown', (text) => {
    expect(understandLast('hockey on saturday', text)).toMatchObject({
      kind: 'SEARCH',
      filters: { topics: [], when: null },
      beside: { side: 'AFTER', named: null },
    });
    expect(understandLast(text)).not.toMatchObject({ beside: { named: null } });
  });

  it('asks what is left of the night, and not whether it is cancelled', () =>
    expect(understandLast('whats still going on after 10pm')).toMatchObject({ asksIfOn: false }));

  it('asks what it costs for another', () =>
    expect(understandLast('jazz this weekend', 'do i have to pay for him? hes 20 months')).toMatchObject({
      kind: 'RECALL',
      about: ['PRICE'],
    }));

  it.each([
    'keeps',
    'falling',
    'went',
    'killing',
    'bad',
    'messy',
    'dropped',
  ])('takes “%s” for a common word, which says little', (word) => expect(isCommonWord(word)).toBe(true));

  it.each([
    ['i missed the planetarium tickets again, when do they drop', 'tickets'],
    ['is parking free at the railroad expo', 'parking'],
    ['parking at the railroad expo?', 'parking'],
    ['dress code for the winter ball?', 'dress code'],
    ['is omar haddad on this week? where and is there a drink minimum or smth', 'drink minimum'],
    ['doors for neon ferry?', 'doors'],
    ['im vegan, is there anything for me at the chili cook-off?', 'vegan food'],
    ['for the broomball do i have to bring my own skates', 'skates'],
  ])('"%s" asks for “%s” of what it names', (text, thing) =>
    expect(understandLast(text)).toMatchObject({ kind: 'SEARCH', thing }));

  it('asks what both of two days cost', () =>
    expect(
      understandLast(
        'whats the diff between the twelfth night tonight and the one on saturday price wise, im a student',
      ),
    ).toMatchObject({ kind: 'SEARCH', about: ['PRICE'] }));

  it.each([
    ['gigs that pay best', 'im terrible at math tho. next best after that?'],
    ['gigs that pay best', 'and the next best?'],
  ])('after "%s", "%s" is the second', (...messages) =>
    expect(understandLast(...messages)).toMatchObject({ kind: 'RECALL', which: 2 }));

  it.each([
    ['poetry or open mic nights', 'can i perform', { thing: 'perform' }],
    ['poetry or open mic nights', 'do i have to sign up first', { which: null, about: ['SIGN_UP'] }],
    ['any free food', 'and is any of it vegetarian', { thing: 'vegetarian' }],
  ])('after "%s", "%s" asks of all that were shown', (first, next, recall) =>
    expect(understandLast(first, next)).toMatchObject({ kind: 'RECALL', ...recall }));

  it.each([
    ['exhibitions', 'which are closing soon', { carriesOn: true }],
    ['concerts next week', 'which one is the latest', { ofShown: true, filters: { order: 'LATEST' } }],
    ['jazz', 'is kid meridian sold out', { about: ['COUNT'] }],
    ['jazz', 'who is opening for neon ferry', { about: ['ORGANIZER'] }],
  ])('after "%s", "%s" looks for it', (first, next, search) =>
    expect(understandLast(first, next)).toMatchObject({ kind: 'SEARCH', ...search }));

  it.each([
    ['can i put my own garage sale on here? how', 'POST'],
    ['can i set a deadline for applications on my gig and say how many people i need', 'POST'],
    ['do i get a message when somebody applies', 'NOTIFICATIONS'],
    ['can i undo accepting somebody', 'DECIDE'],
    ['what happens to ppl who said theyre coming if we cancel', 'DELETE'],
    ['can i work two gigs at the same time', 'APPLY'],
    ['and if they say no?', 'MY_APPLICATIONS'],
    ['if i want hockey tickets can u buy them for me here', 'TICKETS'],
  ])('"%s" asks how the service does it', (text, topic) =>
    expect(understandLast(text)).toMatchObject({ kind: 'HELP', topics: [topic] }));

  it.each([
    ['how do i save an event', 'and can i send it to my husband', 'SHARE'],
    [
      'i posted a gig and people applied, how do i pick one',
      'can i undo that if they turn out flaky',
      'DECIDE',
    ],
    ['how do i apply', 'do gigs pay thru the app or cash or what', 'PAY'],
    ['how do i apply and can i back out later', 'will i get told if they pick me', 'MY_APPLICATIONS'],
    ['whats a collection in here', 'can my friends see it', 'COLLECTIONS'],
  ])('after "%s", "%s" goes on from the help', (first, next, topic) =>
    expect(understandLast(first, next)).toMatchObject({ kind: 'HELP', topics: [topic] }));

  it('says how to take back what was registered elsewhere, whatever event is named', () =>
    expect(understandLast('can u cancel my rsvp for trivia')).toMatchObject({
      kind: 'HELP',
      topics: ['TICKETS'],
    }));

  it('looks for what is wanted before the first one', () => {
    const intent = understandLast(
      'when are the career fairs',
      'can i get my resume looked at b4 the first one',
    );
    expect(intent).toMatchObject({ kind: 'SEARCH' });
  });

  it("takes what is asked of tonight's for that of the same name", () =>
    expect(understandLast('twelfth night on saturday', 'is tonights one cheaper')).toMatchObject({
      kind: 'RECALL',
      about: ['PRICE'],
      otherwise: { kind: 'SEARCH', about: ['PRICE'] },
    }));
});
