import { DECEMBER, read, readLast, understandLast } from '../../../../test/support/understood.js';

describe('what is typed in haste', () => {
  it.each<[string, string]>([
    ['how much 4 students', 'how much for students'],
    ['any gigs were u dont need expirience', "any gigs where you don't need experience"],
    ['were can i see jazz', 'where can i see jazz'],
    ['any of em were i can win smth', 'any of them where i can win something'],
    ['when r the doggos comin', 'when are the dogs coming'],
    ['early mornin yoga nxt week', 'early morning yoga next week'],
    ['need sum quick money', 'need some quick money'],
  ])('"%s" is read as "%s"', (typed, plain) => expect(understandLast(typed)).toEqual(understandLast(plain)));
});

describe('what is told or wished in other words', () => {
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
      { topics: [expect.stringContaining('dissertation'), 'defense'], order: 'SOONEST' },
    ],
    [
      'where on campus i can meditate or sit in silence at mid day',
      { topics: ['meditate', 'silence'], hours: 'at lunchtime', onCampus: true },
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
    ['how do i post an event', 'can i change the room afterwards', { kind: 'HELP', topics: ['EDIT'] }],
  ])('of "%s" is "%s"', (first, then, expected) => expect(readLast(first, then)).toMatchObject(expected));

  it('looks for the same on other days', () =>
    expect(readLast('writing center', 'which other days in december?')).toMatchObject({
      topics: [expect.stringContaining('writing center')],
      when: DECEMBER,
    }));
});
