import {
  DECEMBER,
  LOCAL,
  read,
  readLast,
  TODAY,
  TONIGHT,
  understandLast,
} from '../../../../test/support/understood.js';
import { understand } from './understand.js';

describe('what is typed in haste', () => {
  it.each<[string, string]>([
    ['how much 4 students', 'how much for students'],
    ['any gigs were u dont need expirience', "any gigs where you don't need experience"],
    ['were can i see jazz', 'where can i see jazz'],
    ['any of em were i can win smth', 'any of them where i can win something'],
    ['when r the doggos comin', 'when are the dogs coming'],
    ['early mornin yoga nxt week', 'early morning yoga next week'],
    ['need sum quick money', 'need some quick money'],
    ['anything free tn', 'anything free tonight'],
    ['new yrs day concerts', "new year's day concerts"],
  ])('"%s" is read as "%s"', (typed, plain) => expect(understandLast(typed)).toEqual(understandLast(plain)));
});

it('is a phrase where a slip in it is put right', () =>
  expect(
    understand({ text: 'pottery class for a beginer', local: LOCAL, earlier: [] }, [
      { written: 'beginer', read: 'beginner' },
    ]),
  ).toMatchObject({ filters: { topics: [{ said: 'pottery class' }, { said: 'class' }] } }));

describe('what is told or wished in other words', () => {
  it.each<[string, object]>([
    ["what gigs don't start before noon", { type: 'GIG', hours: 'after 12:00 PM' }],
    ["can't do mornings, any gigs?", { type: 'GIG', hours: 'not in the morning' }],
    ['i can only work weekends. any gigs', { type: 'GIG', hours: 'on a weekend' }],
    ['only free weekends, any jazz', { topics: ['jazz'], hours: 'on a weekend' }],
    ["what's going on right this second", { type: 'EVENT', when: '2026-11-18T10:00/2026-11-18T10:01' }],
    ['gigs with 3+ spots', { type: 'GIG', people: 3 }],
    ['anything on campus', { campus: 'ON' }],
    [
      'any event with halal food the comming week?',
      { topics: ['halal'], when: '2026-11-18T10:00/2026-11-26T00:00' },
    ],
    ['classical music on 5 and 6 december', { when: '2026-12-05T00:00/2026-12-07T00:00' }],
    ['where can I volunteer next week? got fridays free', { topics: ['COMMUNITY_SERVICE'] }],
    [
      'a quick job for just one afternoon',
      { type: 'GIG', hours: 'in the afternoon', lasts: 'of at most 6 hours' },
    ],
    [
      'Does someone offer maths tutoring for my daughter',
      { topics: expect.arrayContaining([expect.stringContaining('math')]) },
    ],
    [
      'someone who reads my thesis chapter and helps with my english writing',
      { topics: [expect.stringContaining('writing center')] },
    ],
    [
      'can i borrow a jacket and tie for a job interview somewhere?',
      { topics: expect.arrayContaining(['closet', 'blazer']) },
    ],
    ['who can i talk to when i feel really down?', { topics: [expect.stringContaining('counseling')] }],
    [
      'is there still something for diwali, i missed the one in november',
      { topics: [expect.stringContaining('diwali')] },
    ],
    [
      "I'm retired and would like to volunteer, with trees or a garden maybe",
      { topics: ['COMMUNITY_SERVICE'], wished: expect.arrayContaining([expect.stringContaining('garden')]) },
    ],
    ['any jobs that pay 20 bucks an hr or more', { type: 'GIG', pay: '>=20 USD HOURLY' }],
    [
      'need like 5 volunteer hours by next friday',
      { topics: ['COMMUNITY_SERVICE'], wished: [expect.stringContaining('service hours')] },
    ],
    [
      'i need volunteer hours signed off for my scholarship',
      { topics: ['COMMUNITY_SERVICE'], wished: [expect.stringContaining('service hours')] },
    ],
    [
      'smth for my grandma on friday, nothing loud, she likes museums',
      { topics: [expect.stringContaining('museum')] },
    ],
    [
      'dec 13 is my bday, im turning 20. what can 8 of us do that evening',
      { when: '2026-12-13T17:00/2026-12-14T00:00' },
    ],
    [
      'my parents are visiting this sat + sun and they like classical music, any ideas',
      { topics: [expect.stringContaining('classical')], when: '2026-11-21T00:00/2026-11-23T00:00' },
    ],
    [
      'freshman here, dont really know anyone. any clubs i could join?',
      { topics: [expect.stringContaining('student organization')] },
    ],
    [
      'wanna learn to dance but im a total beginner w no partner',
      { wished: [expect.stringContaining('beginner')] },
    ],
    [
      'what to do on new years eve, friends visiting from cleveland',
      { when: '2026-12-31T00:00/2027-01-01T00:00' },
    ],
    [
      'new years eve, anything on at night?',
      { when: '2026-12-31T17:00/2027-01-01T04:00', themes: 'new year' },
    ],
    [
      'so stressed rn r there any dogs to pet before finals',
      { topics: ['therapy dogs|puppy'], when: '2026-11-18T10:00/2026-12-07T00:00' },
    ],
    [
      'job w no experience, bonus if they feed me',
      { type: 'GIG', wished: [expect.stringContaining('free food'), expect.stringContaining('beginner')] },
    ],
    [
      'need quick cash b4 xmas but im only free saturdays',
      { type: 'GIG', hours: expect.stringContaining('Saturday') },
    ],
    [
      'volunteer hrs i can get next wk',
      { topics: ['COMMUNITY_SERVICE'], wished: [expect.stringContaining('service hours')] },
    ],
    ['Did the comics exhibit at the library close already?', { place: 'library' }],
    [
      'comedy shows that arent super late',
      { topics: [expect.stringContaining('comedy')], hours: 'before 9:00 PM' },
    ],
    ['whats at drumlin arena in the week of dec 7', { when: '2026-12-07T00:00/2026-12-14T00:00' }],
    [
      'im broke and have next saturday free, any gig that day?',
      { type: 'GIG', when: '2026-11-28T00:00/2026-11-29T00:00' },
    ],
    [
      'can i volunteer somewhere friday? need my hours signed',
      { topics: ['COMMUNITY_SERVICE'], wished: [expect.stringContaining('service hours')] },
    ],
    [
      'I am very stressed from the thesis, where can i talk with someone',
      { topics: [expect.stringContaining('counseling')] },
    ],
    ["valentine's day, something romantic with music", { topics: ['MUSIC'] }],
    ['weekend jobs only, i work mon-fri', { type: 'GIG', hours: 'on a weekend' }],
    [
      'yoga for someone who has never done it, evenings please',
      { topics: ['yoga'], hours: 'in the evening' },
    ],
    ['when do the girls play basketball next', { topics: ["women's basketball"] }],
    ['python help pls my script doesnt run', { topics: expect.not.arrayContaining(['run']) }],
    ['standup that doesnt start super late', { hours: 'before 9:00 PM' }],
    ['cheap plays to see im broke', { priced: true, topics: [expect.stringContaining('theatre')] }],
    ['live jazz in the next week but not too late', { topics: ['jazz'], hours: 'before 9:00 PM' }],
    [
      'my desk lamp is broken, can someone here help me fix it',
      { topics: [expect.stringContaining('repair'), 'lamp'] },
    ],
    [
      'my bike is broken where can i get it fixed cheap',
      { topics: [expect.stringContaining('repair'), expect.stringContaining('bike')] },
    ],
    [
      'we want to volunteer as a family, whats coming up',
      { topics: ['COMMUNITY_SERVICE'], wished: [expect.stringContaining('famil')] },
    ],
    ['anything on new years eve', { when: '2026-12-31T00:00/2027-01-01T00:00' }],
    [
      'where can i volunteer, need service hours',
      { topics: ['COMMUNITY_SERVICE'], wished: [expect.stringContaining('service hour')] },
    ],
    [
      'feeling kinda homesick, is there anything chill where i can meet people',
      { topics: [expect.stringContaining('meet people')] },
    ],
    ['things to do off campus this weekend', { campus: 'OFF' }],
    ['anything that is not on campus', { campus: 'OFF' }],
    ['lunar new year', { topics: [expect.stringContaining('lunar new year')] }],
    [
      'something gentle on sunday to stretch',
      { topics: [expect.stringContaining('restorative'), expect.stringContaining('yoga')] },
    ],
    ['i love old stage costumes, is there a show of them anywhere', { topics: ['stage', 'costumes'] }],
    ['classical music in the middle of the day, i do not drive after dark', { hours: 'in the daytime' }],
    [
      'finals are killing me, can i pet a dog somewhere',
      { topics: [expect.stringContaining('therapy dogs')] },
    ],
    ['any chekhov', { topics: [expect.stringContaining('cherry orchard')] }],
    ['what could i do tomorrow between lunch and 5', { when: '2026-11-19T13:00/2026-11-19T17:00' }],
    ['a gig for two friends', { type: 'GIG', people: 2 }],
    ['rent is due, which gig pays the most per hour', { type: 'GIG', order: 'BEST_PAID' }],
    ['i need 300 for rent, what can i do', { type: 'GIG' }],
    ['homesick, is there someone i can just talk to', { topics: [expect.stringContaining('counseling')] }],
    ['pottery for a beginner?', { topics: expect.arrayContaining([expect.stringContaining('pottery')]) }],
    ['bored in the dorm, anything today', { when: TODAY }],
    ['what happened to the picnic', { topics: ['picnic'] }],
    [
      'my bike is busted and im broke lol',
      { topics: [expect.stringContaining('repair'), expect.stringContaining('bike')] },
    ],
    [
      'i got a gap tmrw 12 to 2, anything on campus',
      { when: '2026-11-19T12:00/2026-11-19T14:00', campus: 'ON' },
    ],
    ['any jobs that pay good per hour?? whats the highest', { type: 'GIG', order: 'BEST_PAID' }],
    ['what can we do saturday daytime', { when: '2026-11-21T08:00/2026-11-21T17:00' }],
    ['free help with calculus before the final, cant pay a tutor', { type: 'EVENT', free: true }],
    ['womens games', { topics: [expect.stringContaining("women's basketball")] }],
    ['somewhere to go where nobody has to talk much', { unwanted: [expect.stringContaining('mixer')] }],
    ['our club is broke, any grants for it?', { topics: ['grants'] }],
    [
      'plays in the evening between dec 1 and dec 5',
      { when: '2026-12-01T00:00/2026-12-06T00:00', hours: 'in the evening' },
    ],
    ['yoga, mornings if there is', { topics: ['yoga'], hours: 'in the morning' }],
    [
      'where can i just play some bball, not watch',
      { topics: [expect.stringContaining('pickup basketball')] },
    ],
    [
      'volunteering next week where they sign off on my hours',
      { topics: ['COMMUNITY_SERVICE'], wished: [expect.stringContaining('service hour')] },
    ],
    [
      'beginner coding stuff i have 0 experience',
      { topics: [expect.stringContaining('coding')], wished: [expect.stringContaining('beginner')] },
    ],
    ['free food next wek', { when: '2026-11-23T00:00/2026-11-30T00:00' }],
    [
      'where to give away old clothes, i have bags of kids clothes',
      { topics: [expect.stringContaining('clothing swap')] },
    ],
    [
      'museum or exhibit with a guide on sunday',
      { topics: [expect.stringContaining('guided tour'), expect.stringContaining('museum')] },
    ],
    [
      'I learn English. Where can I practise speaking with people?',
      { topics: [expect.stringContaining('english conversation')] },
    ],
    ['student price for the shakespeare play', { topics: [expect.stringContaining('shakespeare')] }],
    ['Is the picnic at the river still on?', { topics: ['picnic', 'river'] }],
    ['next mens basketball game', { topics: ["men's basketball"] }],
    [
      'volunteering where i get service hours',
      { topics: ['COMMUNITY_SERVICE'], wished: [expect.stringContaining('service hour')] },
    ],
    [
      'career fair for cs majors',
      {
        topics: [expect.stringContaining('career fair')],
        wished: [expect.stringContaining('computer science'), 'majors'],
      },
    ],
    ['i wanna paint something', { type: 'EVENT', topics: [expect.stringContaining('painting')] }],
    ['i want to learn something new', { topics: ['WORKSHOP'] }],
    ['i want to get in shape', { topics: ['HEALTH_WELLNESS'] }],
    ['im tired, nothing loud today', { unwanted: ['loud'], when: TODAY }],
  ])('"%s" is read as %j', (text, expected) => expect(read(text)).toMatchObject(expected));

  it.each<[string, object]>([
    [
      'something in the morning next week',
      { when: '2026-11-23T00:00/2026-11-30T00:00', hours: 'in the morning' },
    ],
    [
      'something chill early morning before class next week',
      { when: '2026-11-23T00:00/2026-11-30T00:00', hours: expect.stringMatching(/morning|before 9/) },
    ],
    [
      'my bike chain keeps falling off who can fix it for me cheap',
      { topics: [expect.stringContaining('repair'), expect.stringContaining('bike')] },
    ],
    ['when are the dogs coming to campus im so stressed', { topics: ['dogs'] }],
    [
      'im on F1 visa, where can i ask about work authorization when i look for companies',
      { topics: [expect.stringContaining('work authorization')] },
    ],
    [
      'Where to get help with writing my master thesis',
      { topics: [expect.stringContaining('writing center')] },
    ],
    [
      'Can I attend a PhD defense as audience? when is the next',
      { topics: [expect.stringContaining('dissertation defense')], order: 'SOONEST' },
    ],
    [
      'where on campus i can meditate or sit in silence at mid day',
      { topics: ['meditate', 'silence'], hours: 'at lunchtime', campus: 'ON' },
    ],
    ['i eat only halal, what is there for me', { topics: ['halal'] }],
    ['is there a theatre play this weekend that students can afford', { priced: true }],
    ['im failing calc lol where can i get help', { topics: expect.arrayContaining(['calculus']) }],
    [
      'can someone look at my resume before i apply for internships',
      { topics: [expect.stringContaining('resume')] },
    ],
    [
      'im an international student and dont know anyone, where can i meet ppl',
      {
        topics: expect.arrayContaining([expect.stringContaining('meet people')]),
        wished: expect.arrayContaining([expect.stringContaining('international student')]),
      },
    ],
  ])('"%s" is read as %j', (text, expected) => expect(read(text)).toMatchObject(expected));
});

describe('what only looks like a paraphrase', () => {
  it.each<[string, object]>([
    ['the next game', { order: 'SOONEST' }],
    ['is there a place where I can borrow a suit', { topics: expect.arrayContaining(['blazer']) }],
    ['what will be on the calendar friday', { when: '2026-11-20T00:00/2026-11-21T00:00' }],
    ['can anyone look over my essay tomorrow', { when: '2026-11-19T00:00/2026-11-20T00:00' }],
    ['looking for an evening yoga class', { topics: expect.arrayContaining(['yoga']) }],
    ['thanksgiving weekend gigs', { type: 'GIG', when: expect.any(String) }],
    [
      'do you know what time and where is the career fair',
      { topics: [expect.stringContaining('career fair')] },
    ],
    ['is there a student rate for the play', { topics: expect.any(Array) }],
    [
      'who do I talk to about low pay',
      { topics: expect.not.arrayContaining([expect.stringContaining('counseling')]) },
    ],
    ['yoga saturday mornings please', { topics: ['yoga'] }],
    ['need 4 students for a gig', { type: 'GIG' }],
    ['concerts on 5 and 12 december', { topics: ['MUSIC'] }],
    ['tote bag workshop', { topics: expect.arrayContaining([expect.stringContaining('bag')]) }],
    ['is there nothing on campus tonight?', { when: TONIGHT }],
  ])('"%s" is read as %j', (text, expected) => {
    const found = read(text);
    expect(found).toMatchObject(expected);
    expect(found).not.toHaveProperty('lasts');
    expect(found?.campus).not.toBe('OFF');
  });
});

describe('what is asked further in few words', () => {
  it.each<[string, string, object]>([
    ['study tables', 'what room n do i gotta sign up', { kind: 'RECALL', about: ['ADDRESS', 'SIGN_UP'] }],
    ['resume review', 'need appointment?', { kind: 'RECALL', thing: 'appointment' }],
    ['language tables', 'im only beginner, is that ok?', { kind: 'RECALL', about: ['AUDIENCE'] }],
    ['trivia', 'any of them where i can win something', { kind: 'RECALL', thing: 'win' }],
    [
      'plays',
      'from when can you buy rush tickets',
      { kind: 'RECALL', thing: 'rush tickets', onlyWithThing: true },
    ],
    ['hockey next week', 'where do i get tickets', { kind: 'RECALL', thing: 'tickets' }],
    ['sunrise yoga', 'can i come a bit late', { kind: 'RECALL', thing: 'late' }],
    [
      'pantry',
      'what do you do at the pantry one and when does it end',
      { kind: 'RECALL', about: ['SUBJECT', 'END'] },
    ],
    [
      'can i take back my application',
      'and if they already said yes?',
      { kind: 'HELP', topics: ['WITHDRAW'] },
    ],
    [
      'can i take back my application',
      'and do i get a message when they decide?',
      { kind: 'HELP', topics: ['MY_APPLICATIONS'] },
    ],
    ['resume review', 'can i borrow a blazer there too', { kind: 'RECALL', thing: 'blazer' }],
    ['mixer', 'and until what time does it go?', { kind: 'RECALL', about: ['END'] }],
    ['date wed evening', 'we cant make it before 7', { hours: 'after 7:00 PM' }],
    ['hockey', 'at which of these do you get a scarf', { kind: 'RECALL', thing: 'scarf' }],
    ['gigs', 'the fence one, till when can i apply', { named: ['fence'], about: ['APPLY_BY'] }],
    ['concerts saturday', 'whats the classical one cost and where is it', { named: ['classical'] }],
    ['museum', 'is there an entrance fee', { kind: 'RECALL', about: ['PRICE'] }],
    ['help with homework sunday', 'is it every wk', { kind: 'RECALL', again: true }],
    ['board games friday', 'is there food at any of those?', { kind: 'RECALL', thing: 'food' }],
    ['resume review', 'must i make an appointment', { kind: 'RECALL', thing: 'appointment' }],
    [
      'gigs',
      'how many people do they need and where do i have to be',
      { about: expect.arrayContaining(['POSITIONS', 'ADDRESS']) },
    ],
    [
      'hockey on saturday',
      'and after that when do they play next',
      { topics: ['hockey'], when: '2026-11-22T00:00/..' },
    ],
    ['hockey on saturday', 'and the next one?', { topics: ['hockey'], when: '2026-11-22T00:00/..' }],
    [
      'comedy next week',
      'ok what else can two of us do thursday evening',
      { when: '2026-11-19T17:00/2026-11-20T00:00' },
    ],
    ['career fairs', 'im not an engineer can i still go to the first one', { which: 1, about: ['AUDIENCE'] }],
    ['talk at noon', 'can i join remotely', { kind: 'RECALL', thing: 'online' }],
    ['mixer', 'do i have to be a student for the mixer?', { about: ['AUDIENCE'] }],
    [
      'jazz on friday',
      'just the evening pls',
      { topics: ['jazz'], when: '2026-11-20T17:00/2026-11-21T00:00' },
    ],
    ['webinar', 'will there be a recording?', { kind: 'RECALL', thing: 'recording' }],
    ['webinar', 'how do i get the zoom link', { kind: 'RECALL', thing: 'zoom link' }],
    [
      'soccer on sunday',
      'when do they play next after that',
      { topics: ['soccer'], when: '2026-11-23T00:00/..' },
    ],
    ['badminton', 'i dont own a racket', { kind: 'RECALL', thing: 'racket' }],
    ['how do i apply', 'and do they pay me thru the app?', { kind: 'HELP', topics: ['PAY'] }],
    [
      'hello',
      'can i get my money back if i cant make it to a concert',
      { kind: 'HELP', topics: ['TICKETS'] },
    ],
    ['comics exhibit', 'is there a tour', { kind: 'RECALL', thing: 'tour' }],
    ['jazz tonight', 'which of those are free', { topics: ['jazz'], free: true }],
    [
      'any comedy this week?',
      'anything like that by students tho, on campus',
      { topics: [expect.stringContaining('comedy'), 'students'], campus: 'ON' },
    ],
    ['language tables', 'ok for total beginner?', { kind: 'RECALL', about: ['AUDIENCE'] }],
    ['brown bag talk', 'can I follow it from home? my kid is sick', { kind: 'RECALL', thing: 'follow' }],
    ['hockey', 'whats the one after that', { kind: 'RECALL', which: 2 }],
    ['basketball', 'can I bring my handbag', { kind: 'RECALL', thing: 'handbag' }],
    ['jazz', "How do I get these into my phone's calender", { kind: 'HELP', topics: ['CALENDARS'] }],
    ['how do i post an event', 'can i change the room afterwards', { kind: 'HELP', topics: ['EDIT'] }],
  ])('of "%s" is "%s"', (first, then, expected) => expect(readLast(first, then)).toMatchObject(expected));

  it('of the only one that was shown is the next', () => {
    const shown = { text: 'hockey game saturday', at: LOCAL.now, eventIds: ['a'] };
    expect(understand({ text: 'n the one after that', local: LOCAL, earlier: [shown] })).toMatchObject({
      kind: 'SEARCH',
      filters: { topics: [{ said: 'hockey' }], when: { to: null } },
    });
  });

  it('is one of those that were shown', () =>
    expect(understandLast('christmas eve', 'anything of that thats free and has food')).toMatchObject({
      ofShown: true,
      filters: { free: true },
    }));

  it('is beside what was shown', () =>
    expect(understandLast('career fairs', 'where can someone look over my resume before that')).toMatchObject(
      {
        beside: { side: 'BEFORE', named: null },
      },
    ));

  it('looks for the same on other days', () =>
    expect(readLast('writing center', 'which other days in december?')).toMatchObject({
      topics: [expect.stringContaining('writing center')],
      when: DECEMBER,
    }));
});

it.each([
  ['jazz on weekends', -7],
  ['jobs on weekends', 0],
])('of "%s", the weekend begins at hour %i of Saturday', (text, begins) =>
  expect(understandLast(text)).toMatchObject({ filters: { hours: { begins } } }));

describe('what is asked further', () => {
  it.each<[string, string, object]>([
    ['jazz friday', 'anything later that night?', { topics: ['jazz'], order: 'LATEST' }],
    ['jazz friday', 'something earlier that day?', { topics: ['jazz'], order: 'SOONEST' }],
    ['kids stuff sunday', "he's 4", { topics: [expect.stringContaining('kids')] }],
    ['volunteering', 'outdoors', { topics: ['COMMUNITY_SERVICE', expect.stringContaining('outdoor')] }],
    ['gigs', 'only remote', { type: 'GIG', topics: [expect.stringContaining('remote')] }],
    ['yoga in the mornings', "i'm more of an evening person", { topics: ['yoga'], hours: 'in the evening' }],
    ['volunteering tomorrow', "i'd rather be outside", { when: '2026-11-19T00:00/2026-11-20T00:00' }],
    ['next ironbacks game', 'when do they play the gulls', { topics: ['ironbacks', 'gulls'] }],
    [
      'my parents are here sunday, what can we do',
      'they are more into art',
      { when: '2026-11-22T00:00/2026-11-23T00:00' },
    ],
    [
      'anything tonight',
      'something to laugh',
      { topics: [expect.stringContaining('comedy')], when: TONIGHT },
    ],
    ['anything tonight', 'closer to campus', { campus: 'ON' }],
  ])('of "%s" is "%s"', (first, then, expected) => expect(readLast(first, then)).toMatchObject(expected));

  it('asks how many are needed', () =>
    expect(understandLast('how many stage hands do they need')).toMatchObject({ about: ['POSITIONS'] }));

  it.each<[string, string, object]>([
    ['gigs', 'which ones are near campus', { ofShown: true }],
    [
      'gigs',
      'the tutor one is it online or do I have to go somewhere',
      { named: ['tutor'], thing: 'online' },
    ],
    ['gigs', 'do i need experience for the sound one', { named: ['sound'], thing: 'experience' }],
    ['gigs', 'what street is that on and how long will it take', { about: ['ADDRESS', 'DURATION'] }],
    ['mixers', 'I come alone, is it ok?', { kind: 'RECALL', thing: 'alone' }],
    ['pickup basketball', 'im not on a team tho', { kind: 'RECALL', thing: 'team' }],
    ['career fair', 'can freshmen go', { kind: 'RECALL', about: ['AUDIENCE'] }],
    ['career fair', 'are grad students allowed?', { kind: 'RECALL', about: ['AUDIENCE'] }],
    ['how do i save an event', 'can it go in my google calendar', { kind: 'HELP', topics: ['CALENDARS'] }],
    [
      'hockey game on saturday',
      'and when is the next home game after that?',
      { kind: 'SEARCH', carriesOn: true, filters: { when: { to: null } } },
    ],
    [
      'hockey on saturday',
      'is there another one after that',
      { kind: 'SEARCH', filters: { when: { to: null } } },
    ],
    ['gigs', 'do i need experience for any of these', { kind: 'RECALL', thing: 'experience' }],
    ['yoga', "what if i'm a beginner", { kind: 'RECALL', about: ['AUDIENCE'] }],
    ['career fair', 'what companies will be there', { kind: 'RECALL', thing: 'companies' }],
    ['concerts', 'which one is cheapest', { kind: 'SEARCH', ofShown: true, filters: { priced: true } }],
    ['concerts', "what's the cheapest one?", { kind: 'SEARCH', ofShown: true, filters: { priced: true } }],
    ['jazz', "and which one's the cheapest", { kind: 'SEARCH', ofShown: true, filters: { priced: true } }],
    [
      'gigs',
      'which of them could my roommate and me do together',
      { kind: 'SEARCH', ofShown: true, about: ['POSITIONS'] },
    ],
    ['comedy', 'is one of them ok with kids', { kind: 'RECALL', about: [], thing: 'kids' }],
    [
      'gigs',
      'does the fence one need two people',
      { kind: 'RECALL', about: ['POSITIONS'], named: ['fence'] },
    ],
    ['gigs', "what's the latest i can apply to the sound one", { about: ['APPLY_BY'], named: ['sound'] }],
    ['concerts', 'who are the openers', { kind: 'RECALL', about: ['ORGANIZER'] }],
    ['museum stuff', 'is the tour free', { kind: 'RECALL', about: ['PRICE'] }],
    ['bike repair', 'i need it before friday', { kind: 'SEARCH', carriesOn: true }],
    [
      'career fair',
      'can they help with work authorization there',
      { kind: 'RECALL', thing: 'work authorization' },
    ],
    ['startup events', 'which one has prize money', { kind: 'RECALL', thing: 'prize money' }],
    ['craft room', 'until when is it open', { kind: 'RECALL', about: ['HOURS'] }],
    ['museum tour', 'do we have to book it', { kind: 'RECALL', about: ['SIGN_UP'] }],
    ['gigs', 'which one needs no experience', { kind: 'RECALL', thing: 'experience' }],
    ['webinar on renting', 'can i watch it later', { kind: 'RECALL', thing: 'recording' }],
    ['art exhibitions', 'which of them are open late', { kind: 'RECALL', about: ['HOURS'] }],
    ['movie night', 'what movie', { kind: 'RECALL', thing: 'movie' }],
    ['jazz', 'what workshops', { kind: 'SEARCH' }],
  ])('of "%s" by "%s" is meant', (first, then, expected) =>
    expect(understandLast(first, then)).toMatchObject(expected));
});
