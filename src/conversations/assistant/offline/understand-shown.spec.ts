import { LOCAL, NOW, readLast, understandLast } from '../../../../test/support/understood.js';
import { understand } from './understand.js';

describe('what is asked of those that were shown', () => {
  it.each<[string, object]>([
    [
      'which of these take place in the daytime? I do not like to drive in the dark.',
      { hours: /^in the daytime/ },
    ],
    ['which of those are on a weekend?', { hours: /weekend/ }],
    ['which of them are not in an arena', { unwanted: [expect.objectContaining({ said: 'arena' })] }],
  ])('"%s" is looked for among them', (question, { hours, ...filters }: { hours?: RegExp }) => {
    const intent = understandLast('jazz', question);
    expect(intent).toMatchObject({ kind: 'SEARCH', ofShown: true, carriesOn: false, filters });
    if (hours) expect(intent).toHaveProperty('filters.hours.said', expect.stringMatching(hours));
    expect(understandLast(question)).not.toMatchObject({ ofShown: true });
  });

  it('is looked up in their texts where it is no condition', () => {
    const intent = understandLast(
      'which jobs are there?',
      'which of those can I do without special knowledge?',
    );
    expect(intent).toMatchObject({
      kind: 'RECALL',
      which: null,
      thing: 'special knowledge',
      otherwise: { kind: 'SEARCH' },
    });
  });

  it.each<[string, object]>([
    ['Do I need to sign up for it, and will there be food?', { about: ['SIGN_UP'], thing: 'food' }],
    ['Is there something to eat?', { about: [], thing: 'food' }],
    ['is there like a talk beforehand', { thing: 'talk' }],
    ['will there be an intermission', { thing: 'intermission' }],
    ['is there a bar at the venue', { thing: 'bar' }],
    ['is there somewhere to park', { thing: 'parking' }],
    ['is parking free', { thing: 'parking' }],
    ['when else can i do it', { again: true }],
    ['how much would i make total', { about: ['PRICE'] }],
    ['im a total beginner is that ok', { about: ['AUDIENCE'] }],
    ['How long would I have to work', { about: ['DURATION'] }],
    ['how late is the dress one open today', { about: ['HOURS'], named: ['dress'] }],
    ["which of them don't need any training or experience", { thing: 'experience' }],
    ['when does the bicycle one start', { named: ['bicycle'] }],
    ['do i need to register for any of them', { about: ['SIGN_UP'] }],
    ['do kids get in free', { about: ['PRICE', 'AUDIENCE'] }],
    ['vegetarian?', { thing: 'vegetarian food' }],
    ['whats the entry fee', { otherwise: { about: ['PRICE'] } }],
    ['what if its cloudy', { thing: 'clear' }],
    ['which ends last', { about: ['END'] }],
    ['is that in person or on zoom', { thing: 'online' }],
    ['do i need to bring anything / dress up?', { about: ['BRING'] }],
    ['my mother uses a wheelchair, can she get in?', { thing: 'wheelchair access' }],
    ['i study history not engineering, is it for me too?', { about: ['AUDIENCE'] }],
    ['the one in january? what room', { starts: expect.anything() }],
    ['where is that on friday', { starts: expect.anything() }],
    [
      'How do we get tickets for the second one?',
      { which: 2, thing: 'tickets', otherwise: { kind: 'HELP' } },
    ],
    [
      'and how many people does the stage crew one need, do I get lunch there?',
      { named: ['stage', 'crew'], thing: 'lunch' },
    ],
  ])('"%s" asks it of them', (question, expected) =>
    expect(understandLast('jazz', question)).toMatchObject({ kind: 'RECALL', ...expected }));

  it.each<[string, object]>([
    ['What should I wear or bring?', { about: ['BRING'], which: null }],
    ['When does it finish?', { about: ['END'] }],
    ['any of those with free food?', { thing: 'food', about: [] }],
    ['do i get service hours for the pantry', { named: ['pantry'], thing: 'service hours' }],
    ['when is it offered again', { again: true }],
    ['is it every week?', { again: true }],
    ['can i come alone or do i need a team', { thing: 'team' }],
    ["who's the soloist", { about: ['ORGANIZER'] }],
    ['do they actually sign off the hours', { kind: 'RECALL' }],
    ['would my one year old need her own ticket?', { about: ['PRICE', 'AUDIENCE'] }],
    ['How do I get tickets and what do they cost?', { thing: 'tickets' }],
    ['What do we need to bring to the morning yoga?', { named: ['morning', 'yoga'], about: ['BRING'] }],
    ['until when', { about: ['END'] }],
    ['how long', { about: ['DURATION'] }],
    ['do they need tickets', { about: ['PRICE'] }],
    ['is it online', { which: 1, thing: 'online' }],
    ['does it cost anything', { which: null, isGuess: false, about: ['PRICE'] }],
    ['how do i apply for the first one?', { which: 1, about: ['SIGN_UP'] }],
    ['ok how can i apply to it', { about: ['SIGN_UP'] }],
    ['do i need experience and how do i apply', { thing: 'experience', about: ['SIGN_UP'] }],
    ['is the friday one free?', { about: ['PRICE'], starts: { from: Date.parse('2026-11-20T05:00:00Z') } }],
  ])('"%s" is asked of them', (question, expected) =>
    expect(understandLast('jazz', question)).toMatchObject({ kind: 'RECALL', ...expected }));

  it('may be of another than the only one that was shown last', () => {
    const earlier = [{ text: 'jobs', at: NOW, eventIds: ['a'] }];
    const text = 'how many people does the stage crew one need?';
    expect(understand({ text, local: LOCAL, earlier })).toMatchObject({
      kind: 'RECALL',
      named: ['stage', 'crew'],
    });
  });

  it.each([
    'is there anything on this Friday or another day?',
    'Is there a chess club that meets weekly?',
    'what can you even do here on thanksgiving',
    'my bike chain is broken, who can help me fix it',
    'some of them are busy, what about saturday evening instead?',
    'anything like the friday show but free?',
    'Is there something to eat tonight?',
    'where is it, and is there anything else on Friday?',
    'ok and ice skating? do i need my own skates',
    'is there jazz on Friday, and will there be food?',
  ])('is not asked by "%s"', (question) => expect(understandLast('jazz', question).kind).toBe('SEARCH'));
});

describe('what changes of what was asked before', () => {
  it.each<[string[], object]>([
    [
      ['kids this weekend', 'something on the Saturday after that instead?'],
      { when: '2026-11-28T00:00/2026-11-29T00:00' },
    ],
    [['jazz on Saturday', 'and the Friday after?'], { when: '2026-11-27T00:00/2026-11-28T00:00' }],
    [['gigs that pay at least $20 an hour', 'and if I go down to 15?'], { pay: '>=15 USD HOURLY' }],
  ])('%j', (messages, expected) => expect(readLast(...messages)).toMatchObject(expected));

  it('is no amount where no pay was spoken of', () =>
    expect(readLast('jazz', 'and if I go down to 15?')).not.toHaveProperty('pay'));
});

describe('the help that is asked for', () => {
  it.each<[string[], string[]]>([
    [['How do I put it on this site, and can I change the time later?'], ['POST', 'EDIT']],
    [['how do I post an event', 'And who will be able to see it?'], ['POST']],
    [['how do I make a collection', 'who can see it?'], ['COLLECTIONS']],
    [['How can I cancel my application?', 'And if I want it again later?'], ['WITHDRAW']],
    [['how do I post a gig', 'Will I hear about it when somebody applies?'], ['NOTIFICATIONS']],
    [['How do I get the gigs I applied to into my Google Calendar?'], ['CALENDARS']],
    [['how do I get a refund for the Herons hockey game?'], ['TICKETS']],
    [['Can the app let me know when a new yoga class gets added?'], ['NOTIFICATIONS']],
    [['I applied to a gig by mistake. How can I take it back?'], ['WITHDRAW']],
    [['Could I post an ad myself, offering my services?'], ['POST']],
    [['Do I get a message if an event I saved is cancelled or moved?'], ['NOTIFICATIONS']],
  ])('%j is %j', (messages, topics) =>
    expect(understandLast(...messages)).toMatchObject({ kind: 'HELP', topics }));

  it('may be of an event that it names', () => {
    const question = 'When is the next Herons game on a Saturday, and can we get a family ticket?';
    expect(understandLast(question)).toMatchObject({
      kind: 'HELP',
      topics: ['TICKETS'],
      ofEvent: { kind: 'SEARCH', about: ['PRICE'] },
    });
    expect(understandLast('how do I apply for a gig?')).not.toHaveProperty('ofEvent');
  });
});
