import {
  BEGINNERS,
  COMEDY,
  DECEMBER,
  FRIDAY,
  LOCAL,
  MIXERS,
  NEXT_WEEK,
  NOW,
  NOW_ONLY,
  read,
  readLast,
  SATURDAY,
  STUDY,
  THANKSGIVING,
  TOMORROW,
  TONIGHT,
  understandLast,
  WEEKEND,
} from '../../../../test/support/understood.js';
import { namesSameDay } from './same-day.js';
import { understand } from './understand.js';

const KIDS = 'kids|family|families|children';
const SUNDAY_OR_SATURDAY = 'on a Saturday or Sunday';

describe('whole sentences', () => {
  it.each<[string, object | null]>([
    // What is told of oneself, and when.
    [
      'I plan an outing on Friday evening. What could we do together?',
      { type: 'EVENT', when: '2026-11-20T17:00/2026-11-21T00:00' },
    ],
    ['I fly home on Friday. What can I do on Saturday?', { type: 'EVENT', when: SATURDAY }],
    ['I was there on Friday. Any jazz?', { topics: ['jazz'] }],
    ['My shift is on Friday. Any jazz?', { topics: ['jazz'] }],
    [
      'what can i do before my flight on friday',
      { type: 'EVENT', when: '2026-11-18T10:00/2026-11-20T00:00' },
    ],
    [
      'My class ends at 5 on Wednesday, what is on after?',
      { type: 'EVENT', when: '2026-11-18T17:00/2026-11-19T00:00' },
    ],
    [
      'i get off work at 6 friday any live music',
      { type: 'EVENT', topics: ['MUSIC'], when: '2026-11-20T18:00/2026-11-21T00:00' },
    ],
    [
      'I have class in the morning. Any yoga in the afternoon?',
      { topics: ['yoga'], hours: 'in the afternoon' },
    ],
    [
      'I never programmed before. Is there a class for me?',
      { type: 'EVENT', topics: ['coding|programming|software|python|javascript|git'], wished: [BEGINNERS] },
    ],
    ['I have never been to a game. Any hockey?', { type: 'EVENT', topics: ['hockey'] }],
    // Since when somebody is here, and who is away.
    ['I am here since August. Is there any jazz?', { topics: ['jazz'] }],
    [
      'What can I do on Thursday, it is Thanksgiving and everybody is away',
      { type: 'EVENT', when: THANKSGIVING, themes: 'thanksgiving' },
    ],
    // What a place is not, and the name of a play.
    [
      'Can somebody help me with my writing, I am writing my first paper in English',
      expect.not.objectContaining({ place: expect.anything() }),
    ],
    ['Twelfth Night on Friday', { topics: ['twelfth night|twelfth'], when: FRIDAY }],
    ['where can I find halal food', { topics: ['halal'] }],
    [
      'Where can I take my daughter (4 years) on Saturday?',
      { type: 'EVENT', topics: [KIDS], when: SATURDAY },
    ],
    [
      'anything about work permits?',
      { topics: ['visa|work authorization|international student|immigration'] },
    ],
    [
      'I work till 8 on weekdays. any comedy next week after that?',
      { type: 'EVENT', topics: [COMEDY], when: NEXT_WEEK, hours: 'after 8:00 PM on a weekday' },
    ],
    [
      'my calculus final is coming up and im totally lost, any help?',
      expect.objectContaining({ topics: expect.arrayContaining([STUDY, 'calculus']) }),
    ],
    ['jazz on wednesday in the evening', { topics: ['jazz'], when: '2026-11-18T17:00/2026-11-19T00:00' }],
    ['jazz on December 2 in the morning', { topics: ['jazz'], when: '2026-12-02T05:00/2026-12-02T12:00' }],
    // Who asks, and how many.
    [
      'What can I do with my two kids (6 and 9) this weekend?',
      { type: 'EVENT', topics: [KIDS], when: '2026-11-20T17:00/2026-11-23T00:00' },
    ],
    [
      'My colleagues have children. What can families do on Saturday?',
      { topics: ['family|families|kids|children'], when: SATURDAY },
    ],
    ['jazz for the three of us', { topics: ['jazz'] }],
    ['jazz for my wife, who is a teacher', { topics: ['jazz'] }],
    ['dinner for two', { topics: ['dinner'] }],
    // What is not needed, and not wanted.
    ['jazz without an appointment', { topics: ['jazz'] }],
    ['gigs that require no experience on Saturday', { type: 'GIG', wished: [BEGINNERS], when: SATURDAY }],
    [
      'What is on Friday that is not a sports event?',
      { type: 'EVENT', unwanted: ['SPORTS_RECREATION'], when: FRIDAY },
    ],
    [
      'I not like loud music. Something with games?',
      { type: 'EVENT', topics: ['game|match|tournament'], unwanted: ['loud', 'MUSIC'] },
    ],
    ['jazz, I do not like rock', { topics: ['jazz'], unwanted: ['rock'] }],
    // Times.
    [
      'jazz on Friday after seven that is free',
      { type: 'EVENT', topics: ['jazz'], free: true, when: '2026-11-20T19:00/2026-11-21T00:00' },
    ],
    [
      'hockey games in December on a Saturday or Sunday',
      { type: 'EVENT', topics: ['hockey'], when: DECEMBER, hours: SUNDAY_OR_SATURDAY },
    ],
    [
      'hockey games that are on a weekend in December',
      { type: 'EVENT', topics: ['hockey'], when: DECEMBER, hours: 'on a weekend' },
    ],
    ['yoga on a Friday evening', { topics: ['yoga'], hours: 'on a Friday evening' }],
    ['jazz but not on a friday', { topics: ['jazz'], hours: 'not on Fridays' }],
    [
      'Christmas or holiday concerts in December',
      { type: 'EVENT', topics: ['MUSIC', 'christmas|holiday|tree lighting|holiday'], when: DECEMBER },
    ],
    [
      'im stressed rn, any yoga next week',
      {
        topics: ['yoga'],
        wished: ['counseling|counselor|mental health|stress|therapy dogs|mindfulness|meditation'],
        type: 'EVENT',
        when: NEXT_WEEK,
      },
    ],
    ['Twelfth Night next week', { topics: ['twelfth night|twelfth'], when: NEXT_WEEK }],
    [
      'trivia night this week',
      { topics: ['trivia night|trivia'], when: '2026-11-16T00:00/2026-11-23T00:00' },
    ],
    ['trivia night friday', { topics: ['trivia night|trivia'], when: '2026-11-20T17:00/2026-11-21T04:00' }],
    ['anything at night this week', { when: '2026-11-16T00:00/2026-11-23T00:00', hours: 'at night' }],
    ['whats on weds', { type: 'EVENT', when: '2026-11-18T00:00/2026-11-19T00:00' }],
    ['somethin fun tnite', { type: 'EVENT', unwanted: ['ACADEMIC', 'CAREER_NETWORKING'], when: TONIGHT }],
    [
      'Trivia Night this week',
      { topics: ['trivia night|trivia'], when: '2026-11-16T00:00/2026-11-23T00:00' },
    ],
    ['Any Jazz Tomorrow Night?', { topics: ['jazz'], when: '2026-11-19T17:00/2026-11-20T04:00' }],
    [
      'Are there Sat Night parties?',
      { type: 'EVENT', topics: ['party|dance party'], when: '2026-11-21T17:00/2026-11-22T04:00' },
    ],
    ['gigs that are not on a weekend', { type: 'GIG', hours: 'not on Saturdays or Sundays' }],
    ['jazz, never on a Sunday', { topics: ['jazz'], hours: 'not on Sundays' }],
    ["What's on right now? I have class at 5.", { type: 'EVENT', when: NOW_ONLY }],
    ['anything right now or tonight', { when: '2026-11-18T10:00/2026-11-19T04:00' }],
    ["I'm done 12/10, any gigs?", { type: 'GIG', when: '2026-12-10T00:00/2026-12-11T00:00' }],
    [
      'My class ends at 5 on Friday. What is on after?',
      { type: 'EVENT', when: '2026-11-20T17:00/2026-11-21T00:00' },
    ],
    [
      'I get off work at 6. Any live music?',
      { type: 'EVENT', topics: ['MUSIC'], when: '2026-11-18T18:00/2026-11-19T00:00' },
    ],
    [
      'What is on in the evening of Thanksgiving Day?',
      { type: 'EVENT', themes: 'thanksgiving', when: '2026-11-26T17:00/2026-11-27T00:00' },
    ],
    [
      'What is on in the evening of December 2?',
      { type: 'EVENT', when: '2026-12-02T17:00/2026-12-03T00:00' },
    ],
    [
      'jazz on Wednesday, the second of December',
      { topics: ['jazz'], when: '2026-12-02T00:00/2026-12-03T00:00' },
    ],
    [
      'My guest arrives on the 2nd of December. What music is there that evening?',
      { type: 'EVENT', topics: ['MUSIC'], when: '2026-12-02T17:00/2026-12-03T00:00' },
    ],
    ['jazz in the first half of December', { topics: ['jazz'], when: '2026-12-01T00:00/2026-12-16T00:00' }],
    ['jazz in the second half of December', { topics: ['jazz'], when: '2026-12-16T00:00/2027-01-01T00:00' }],
    ['trivia night tomorrow', { topics: ['trivia night|trivia'], when: TOMORROW }],
    ['salsa night tomorrow', { topics: ['salsa'], when: '2026-11-19T17:00/2026-11-20T04:00' }],
    ['We are in Columbus on Saturday. What can we do?', { type: 'EVENT', when: SATURDAY }],
    [
      "I'm broke right now, show me free events tomorrow",
      { type: 'EVENT', free: true, priced: true, when: TOMORROW },
    ],
    ["I'm done at 4 on Fri. Any jazz?", { topics: ['jazz'], when: '2026-11-20T16:00/2026-11-21T00:00' }],
    ['weekend plans for someone who hates crowds', { type: 'EVENT', unwanted: ['crowds'], when: WEEKEND }],
    ['events near Short North tonight', { type: 'EVENT', place: 'short north', when: TONIGHT }],
    ["what's good at the Ohio Union tonight", { type: 'EVENT', place: 'ohio union', when: TONIGHT }],
    ['anything at the Science Library', { place: 'science library' }],
    // No times of what is wanted.
    ['I graduate in May. Any career fairs?', { type: 'EVENT', topics: ['career fair|job fair|career expo'] }],
    ['My rent is due on Friday. Any quick gigs?', { type: 'GIG' }],
    // Not the other way round.
    ['do not show me sports', { unwanted: ['SPORTS_RECREATION'] }],
    ['I never liked jazz, any rock?', { topics: ['rock'], unwanted: ['jazz'] }],
    ['not the gym or the pool', { unwanted: ['gym', 'pool'] }],
    ['gigs near the stadium or the oval', { type: 'GIG', topics: ['oval'], place: 'stadium' }],
    ['need 2 tickets', { type: 'EVENT', topics: ['ticket'] }],
    [
      'the evening of Wednesday, 2 December, nothing to do with sports',
      { unwanted: ['SPORTS_RECREATION'], when: '2026-12-02T17:00/2026-12-03T00:00' },
    ],
    ['I no have much money. What is free on friday?', { type: 'EVENT', free: true, when: FRIDAY }],
    ['I search work with more than 20 dollar for one hour', { type: 'GIG', pay: '>20 USD HOURLY' }],
    ['My son loves soccer. When is the next game?', { type: 'EVENT', topics: ['soccer'], order: 'SOONEST' }],
    ['Would you kindly list what takes place at the Main Library?', { place: 'main library' }],
    ['anything tonight? just finished my last class', { when: TONIGHT }],
    [
      'Where can I get better at Excel, preferably during working hours?',
      { topics: ['excel'], hours: 'between 9:00 AM and 5:00 PM' },
    ],
    [
      'My bicycle is broken. Who can help me and does it cost money?',
      { topics: ['repair|fix|mend|tune up', 'bicycle|bike|cycling'], priced: true },
    ],
    [
      'When is the next career fair for public service jobs?',
      { type: 'EVENT', topics: ['career fair|job fair|career expo', 'public', 'service'], order: 'SOONEST' },
    ],
    ['where can I get my resume checked?', { type: 'EVENT', topics: ['resume|résumé|career coaching'] }],
    ['Where can I get my bike fixed?', { topics: ['repair|fix|mend|tune up', 'bike|bicycle|cycling'] }],
    ['jazz for 15 kids', { topics: ['jazz', KIDS] }],
    ['yoga before work, say before 9 am', { topics: ['yoga'], hours: 'before 9:00 AM' }],
    [
      'I am vegetarian. What food event is there?',
      { type: 'EVENT', topics: ['FOOD_DRINK'], wished: ['vegetarian'] },
    ],
    ['We are a retired couple and love jazz.', { topics: ['jazz'] }],
    // Who asks.
    ['i am exchange student from brazil, where i can speak portuguese?', { topics: ['portuguese'] }],
    [
      'My visitor is interested in history and law. Any lectures?',
      { type: 'EVENT', topics: ['lecture|talk|seminar|colloquium|symposium|speaker', 'history|law'] },
    ],
    ['what i can do tonight, i have no money', { type: 'EVENT', priced: true, when: TONIGHT }],
    [
      'Which plays can we see on Saturday?',
      { type: 'EVENT', topics: ['theatre|theater|drama'], when: SATURDAY },
    ],
    // Food and help.
    [
      'What is free to eat tonight?',
      {
        type: 'EVENT',
        topics: [
          'free food|free pizza|free snack|free lunch|free dinner|free coffee|refreshment|snack|soup|potluck|bagels|donuts',
        ],
        when: TONIGHT,
      },
    ],
    ['any yoga that is not super early, i cant do 7am', { topics: ['yoga'], hours: 'after 10:00 AM' }],
    ['anything going on right now or later tonight', { when: '2026-11-18T10:00/2026-11-19T04:00' }],
    [
      "i'm broke lol where can i get free food today",
      { type: 'EVENT', topics: [expect.stringContaining('free food')], when: expect.any(String) },
    ],
    ["I'm only free on Saturday, any work?", { type: 'GIG', when: SATURDAY }],
    ['im broke af, any gigs on Saturday', { type: 'GIG', when: SATURDAY }],
    ['I do event photography. Any gigs for me?', { type: 'GIG', topics: ['photography'] }],
    ['I heard about a jazz night. Who hosts it?', { topics: ['jazz night|jazz'] }],
    [
      'Practice runs till 7. What can I still catch on Wednesday evening?',
      { when: '2026-11-18T19:00/2026-11-19T00:00' },
    ],
    ['need help w my calc hw', { type: 'EVENT', topics: [STUDY, 'calculus'] }],
  ])('"%s"', (question, expected) => expect(read(question)).toEqual(expected));

  it.each([
    'How I can apply for a job here?',
    'How can I apply for a job here?',
  ])('"%s", in whichever order the words are', (question) =>
    expect(understandLast(question)).toEqual({ kind: 'HELP', topics: ['APPLY'] }));

  it('asks a detail of an event by its name in capitals', () => {
    const question = 'When does Twelfth Night play next week and what does a student ticket cost?';
    expect(understandLast(question)).toMatchObject({
      kind: 'SEARCH',
      about: ['PRICE'],
      otherwise: { kind: 'HELP', topics: ['TICKETS'] },
    });
    expect(readLast(question)).toMatchObject({ topics: ['twelfth night|twelfth'], when: NEXT_WEEK });
    expect(understandLast('When does Kid Meridian play?')).toMatchObject({ kind: 'SEARCH', about: [] });
  });

  it('compares two by their titles, even if these sound like a day', () => {
    expect(readLast("Sunrise Yoga or Sunday Restorative Yoga, what's the difference?")).toEqual({
      topics: ['sunrise yoga', 'sunday restorative yoga'],
      match: 'ANY',
    });
  });

  it.each<[string, string[], string[]]>([
    ['karaoke or silent disco - which one is sooner, are both free?', ['karaoke', 'silent disco'], ['PRICE']],
    [
      'Lantern Festival or Heritage Night, I can go only to one. Can you compare?',
      ['lantern festival', 'heritage night'],
      ['SUBJECT'],
    ],
  ])('compares two: "%s"', (question, topics, about) => {
    expect(readLast(question)).toEqual({ topics, match: 'ANY' });
    expect(understandLast(question)).toMatchObject({ about });
  });

  it('compares two on a day, and by the place of one', () => {
    expect(readLast('swing dance or karaoke on thu, which one starts earlier and which is free?')).toEqual({
      topics: ['swing dance', 'karaoke'],
      match: 'ANY',
      when: TOMORROW,
    });
    expect(
      readLast(
        "Which would suit us better tonight, the swing dance or the jazz at the Copper Cellar? We're 70.",
      ),
    ).toEqual({ topics: ['swing dance', 'jazz'], match: 'ANY', when: TONIGHT });
  });

  it('compares each of them on a day of its own, or which of two comes first', () => {
    const question =
      'Which is cheaper for a student, the symphony orchestra this Saturday or the jazz ensemble next Wednesday?';
    expect(readLast(question)).toMatchObject({
      topics: ['symphony orchestra', 'jazz ensemble'],
      match: 'ANY',
    });
    expect(readLast(question)).not.toHaveProperty('when');
    expect(
      readLast('My granddaughter wants either the dinosaurs or the circus. Which one comes first?'),
    ).toEqual({ topics: ['dinosaurs', 'circus'], match: 'ANY' });
    expect(readLast('dog walking or tutoring, which one pays more?')).toMatchObject({ type: 'GIG' });
  });

  it.each([
    ['my parents are in town saturday night, somewhere to take them?', 'EVENT'],
    ['is anyone looking for a dog sitter or babysitter', 'GIG'],
    ['anyone need a drummer', 'GIG'],
    ['any gigs for a designer', 'GIG'],
    ['looking for a photographer job', 'GIG'],
  ])('knows whether "%s" wants events or gigs', (text, type) =>
    expect(readLast(text)).toMatchObject({ type }));

  it('takes art for what one looks at, and arts and culture for all of it', () => {
    expect(readLast('art events')).toMatchObject({ topics: [expect.stringContaining('exhibition')] });
    expect(readLast('arts and culture')).toMatchObject({ topics: [expect.stringContaining('ARTS_CULTURE')] });
  });

  it('takes talks on one thing or talks on another for either', () => {
    expect(readLast('machine learning talks or research seminars')).toMatchObject({ match: 'ANY' });
    expect(readLast('any talks or art workshops')).toMatchObject({ match: 'ANY' });
  });

  it('takes a DJ night for no DJ to hire', () =>
    expect(readLast('looking for a dj night')).toHaveProperty('topics'));

  it('takes no parking that is free for an event that is free', () =>
    expect(readLast('events with free parking')).not.toHaveProperty('free'));

  it('takes the weather for a condition where it is none of its own', () =>
    expect(readLast('outdoor stuff this weekend weather permitting')).toEqual(
      readLast('outdoor stuff this weekend'),
    ));

  it('takes two days for no titles', () =>
    expect(readLast('Saturday or Sunday, which is better for jazz?')).toMatchObject({ topics: ['jazz'] }));

  it.each([
    'Can my 3 year old come along to The Cherry Orchard tonight?',
    'is The Cherry Orchard ok for a 4 year old?',
  ])('asks who may come of a child, however old: "%s"', (question) =>
    expect(understandLast(question)).toMatchObject({ about: ['AUDIENCE'], thing: null }));

  it('asks of the event that stands before a dash', () => {
    const question = 'painting the fence - when do i have to apply by and how many people do they want';
    expect(understandLast(question)).toMatchObject({
      about: ['POSITIONS', 'APPLY_BY'],
      otherwise: { kind: 'HELP', topics: ['APPLY'] },
    });
    expect(readLast(question)).toEqual({ topics: ['painting', 'fence'] });
    expect(readLast('free tonight - what can i do?')).toMatchObject({ when: TONIGHT });
  });

  it.each<[string, string | undefined]>([
    ['any gigs this week? i work mornings til 1', 'after 1:00 PM'],
    ['any gigs this week? I work every evening', 'not in the evening'],
    ['any gigs this week? i have labs in the mornings', 'not in the morning'],
    ['any gigs this week? I work mornings til 11:30', 'after 11:30 AM'],
    ['any gigs this week? I work nights til 6', 'not at night'],
    ['any gigs this week where i work evenings only?', 'in the evening'],
    ['any gigs this week? I have class in the morning.', undefined],
  ])('leaves out the hours that are taken each day: "%s"', (question, hours) =>
    expect(readLast(question)).toMatchObject({ type: 'GIG', ...(hours && { hours }) }));

  it.each<[string, object]>([
    [
      'thursday after 7 anything that isnt a talk',
      {
        unwanted: ['talk|lecture|seminar|colloquium|symposium|speaker'],
        when: '2026-11-19T19:00/2026-11-20T00:00',
      },
    ],
    ['yoga thats not at 7am lol', { topics: ['yoga'], hours: 'not at 7am' }],
    ['yoga after 5pm but not at 7pm', { topics: ['yoga'], hours: 'after 5:00 PM' }],
    [
      "any jazz while I'm here? I fly home on Sunday",
      { topics: ['jazz'], when: '2026-11-18T10:00/2026-11-23T00:00' },
    ],
    ['where should we go saturday while we are in town?', { when: SATURDAY }],
    [
      'i only have lunchtime free on friday, anything between 12 and 2?',
      { when: '2026-11-20T12:00/2026-11-20T14:00' },
    ],
    ['what do you have this weekend free?', { type: 'EVENT', free: true, when: WEEKEND }],
    ['any gigs, our club has no money', { type: 'GIG' }],
    [
      'anything outdoors? mine are climbing the walls',
      { type: 'EVENT', topics: [expect.stringContaining('outdoor')] },
    ],
    ['Freelancer here, looking for paid work.', { type: 'GIG', pay: '>0' }],
    ['yoga? Nothing too strenuous please.', { topics: ['yoga'] }],
    ['nothing that costs money', { type: 'EVENT', priced: true }],
    ['im not strong lol any yoga', { topics: ['yoga'] }],
    [
      'can someone look over my resume before the engineering career fair',
      { type: 'EVENT', topics: [expect.stringMatching('resume')] },
    ],
    ['jazz for high school students', { topics: ['jazz'] }],
    ['jazz under $20', { topics: ['jazz'], priced: true, price: '<20' }],
    ['at most 20 dollars for jazz', { topics: ['jazz'], priced: true, price: '<=20' }],
    [
      'My shift starts at 7pm so I have to be out by 6:30. Any yoga classes that fit?',
      { type: 'EVENT', topics: ['yoga'], lasts: 'over by 6:30 PM' },
    ],
    ['I arrived two weeks ago. Where could I hear jazz?', { topics: ['jazz'] }],
    [
      'my nephew is 6 and visits this weekend, any jazz',
      { topics: ['kids|family|families|children', 'jazz'], when: WEEKEND },
    ],
  ])('"%s" names that and no more', (question, expected) => expect(readLast(question)).toEqual(expected));

  it.each([
    'do you know if the hockey game is cancelled?',
    'can you tell me if the swing dance is cancelled?',
  ])('"%s" asks of an event and for no help', (question) =>
    expect(understandLast(question)).toMatchObject({ kind: 'SEARCH', asksIfOn: true }));

  it('keeps no limit that is given up', () => {
    const concerts = ['concerts under $20', "doesn't have to be cheap"];
    expect(readLast(...concerts)).not.toHaveProperty('price');
    expect(readLast('jobs up to $20 an hour', 'what about concerts?')).not.toHaveProperty('price');
  });

  it('keeps the children of whom a sentence tells, for what they would enjoy', () =>
    expect(readLast("I've got two kids, 4 and 7. What's on that they'd enjoy?")).toMatchObject({
      topics: ['kids|family|families|children'],
    }));

  it.each<[string, object]>([
    ['where does the trail run meet and how far do they go', { thing: 'miles' }],
    ['whats at the tannery tonite n can i bring a backpack', { thing: 'backpack' }],
    ["what's at the tannery tonight? can i bring a backpack?", { thing: 'backpack' }],
    ['how much is the cheese tasting and could i bring like 30 ppl', { about: ['COUNT', 'PRICE'] }],
    ['Do I still have time to apply for the fence painting job?', { about: ['APPLY_BY'] }],
  ])('"%s" asks a second thing', (question, expected) =>
    expect(understandLast(question)).toMatchObject({ kind: 'SEARCH', ...expected }));

  it.each<[string, object, object]>([
    ['can students get into twelfth night for free', ['PRICE'], { topics: ['twelfth night|twelfth'] }],
    ['is our town free w student id?', ['PRICE'], { topics: ['town'] }],
    [
      'opening hours of the printed dress exhibition',
      ['HOURS'],
      { topics: ['printed', 'dress', 'exhibition|exhibit|museum|gallery'] },
    ],
    ['how do i get to drumlin arena', ['ADDRESS'], { place: 'drumlin arena' }],
    ['am i allowed to sign up late for the open mic', ['SIGN_UP'], { type: 'EVENT', topics: ['open mic'] }],
    ['who is speaking at the pottery workshop', ['ORGANIZER'], { topics: ['pottery'] }],
    ['how many hours is the stage hands gig', ['DURATION'], { topics: ['stage hand|stagehand|stage crew'] }],
    ['can i bring a friend to trivia', ['AUDIENCE'], { topics: ['trivia'] }],
    ['how many spots are left for pottery', ['COUNT'], { topics: ['pottery'] }],
    ['tell me about the stage hands gig', ['SUBJECT'], { topics: ['stage hand|stagehand|stage crew'] }],
    ['what is the repair cafe about?', ['SUBJECT'], { topics: ['repair|fix|mend|tune up', 'cafe'] }],
  ])('"%s" asks %j of what it names', (question, about, filters) => {
    expect(understandLast(question)).toMatchObject({ kind: 'SEARCH', about });
    expect(readLast(question)).toMatchObject(filters);
  });

  it.each<[string, object]>([
    [
      'the brakes on my bike are broken, can somebody help me fix them',
      { topics: ['repair|fix|mend|tune up', 'bike|bicycle|cycling'] },
    ],
    [
      'Are there any public lectures in the next two weeks? I am a retired teacher and not a member of the university.',
      {
        type: 'EVENT',
        topics: ['lecture|talk|seminar|colloquium|symposium|speaker'],
        when: '2026-11-18T10:00/2026-12-03T00:00',
      },
    ],
    [
      'I work nights this week at the hospital. is there any yoga?',
      { topics: ['yoga'], hours: 'not at night', when: '2026-11-16T00:00/2026-11-23T00:00' },
    ],
    [
      'im visiting campus fri dec 4, still in high school. what jazz could i hear that night',
      { topics: ['jazz'], when: '2026-12-04T17:00/2026-12-05T04:00' },
    ],
    [
      'Looking for some quick cash next week, nothing in the mornings, I open the cafe',
      { type: 'GIG', when: NEXT_WEEK, hours: 'not in the morning' },
    ],
    [
      "We're both free Sunday afternoon, any jazz?",
      { topics: ['jazz'], when: '2026-11-22T12:00/2026-11-22T18:00' },
    ],
    [
      'i wanna take my whole dorm floor (like 25 ppl) to jazz, what would work?',
      { type: 'EVENT', topics: ['jazz'] },
    ],
    ['where can i perform a song i wrote', { type: 'EVENT', topics: ['open mic'] }],
    [
      'rowing practice is off on sunday. any jazz that day?',
      { topics: ['jazz'], when: '2026-11-22T00:00/2026-11-23T00:00' },
    ],
    [
      'any jazz on thanksgiving or is campus dead',
      { topics: ['jazz'], when: '2026-11-26T00:00/2026-11-27T00:00', themes: 'thanksgiving' },
    ],
    [
      'Which exhibitions are closing soon?',
      { type: 'EVENT', topics: ['exhibition|exhibit|museum|gallery'], order: 'ENDING' },
    ],
    [
      'My son is 15 and loves coding. Is there anything for beginners he could try in the next two weeks?',
      {
        topics: ['coding|programming|software|python|javascript|git'],
        wished: [BEGINNERS],
        when: '2026-11-18T10:00/2026-12-03T00:00',
      },
    ],
    [
      "Just moved here for work and don't know anybody yet. What's a good way to meet people tomorrow night?",
      {
        type: 'EVENT',
        topics: [expect.stringMatching('^meet people')],
        wished: [MIXERS],
        unwanted: ['expo', 'expo'],
        when: '2026-11-19T17:00/2026-11-20T04:00',
      },
    ],
    ['events with halal or vegan food', { type: 'EVENT', topics: ['halal', 'vegan'], match: 'ANY' }],
    ['jazz, no loud concerts', { topics: ['jazz'], unwanted: ['loud'] }],
  ])('"%s" is what people say', (question, filters) => expect(readLast(question)).toEqual(filters));

  it('looks for something in the daytime of several days', () =>
    expect(readLast('where could I volunteer during the day next week?')).toMatchObject({
      when: NEXT_WEEK,
      hours: 'in the daytime',
    }));

  it('wants the writing center for a chapter', () =>
    expect(readLast("I'm writing my thesis, can somebody look over a chapter?")).toEqual({
      topics: ['writing center'],
    }));

  it('asks what an event costs students, and who speaks there', () => {
    expect(understandLast('how much is twelfth night for students')).toMatchObject({ about: ['PRICE'] });
    expect(understandLast('who is speaking at the coyote talk')).toMatchObject({ about: ['ORGANIZER'] });
    expect(readLast('who is speaking at the coyote talk')).toMatchObject({ topics: ['coyote'] });
    expect(understandLast('is the flyer job on Thursday still open?')).toMatchObject({ about: ['APPLY_BY'] });
  });

  it('asks for the address of what it names', () => {
    expect(understandLast('whats the address of the repair cafe')).toMatchObject({ about: ['ADDRESS'] });
    expect(readLast('whats the address of the repair cafe')).toMatchObject({
      topics: ['repair|fix|mend|tune up', 'cafe'],
    });
  });

  it('hears when a child goes to bed, and does not look for it', () =>
    expect(
      readLast('Is there a dinosaur show on a weekend during the daytime? She goes to bed at 7.'),
    ).toMatchObject({ hours: 'in the daytime on a weekend' }));

  it('asks for jobs and until when one can apply', () => {
    const question = 'Which paid jobs are there this weekend, and until when do I have to apply?';
    expect(understandLast(question)).toMatchObject({ kind: 'SEARCH', about: ['APPLY_BY'] });
  });

  it('hears of a crisis wherever it is told', () => {
    const text = 'are there any events tonight and how do I kill myself';
    expect(understandLast(text)).toEqual({ kind: 'HELP', topics: ['CRISIS'] });
    expect(understandLast('Which events are on tonight and how do I get notified of new ones?')).toEqual({
      kind: 'HELP',
      topics: ['NOTIFICATIONS'],
    });
  });

  it('looks for the event that somebody wants to be told about', () => {
    const intent = understandLast('Tell me about the Pantry Volunteer Shift.');
    expect(intent).toMatchObject({ filters: { type: null, topics: [{ said: 'pantry volunteer shift' }] } });
    expect(intent).toMatchObject({ otherwise: { kind: 'SEARCH' } });
  });

  it('asks a second thing of what is looked for', () => {
    const question = 'Where can I practice Spanish? Is it for beginners too?';
    expect(understandLast(question)).toMatchObject({ kind: 'SEARCH', about: ['AUDIENCE'] });
  });

  it('asks of two events by their titles', () => {
    const question = 'Should we take the kids to the Planetarium Show or to Stargazing on the roof?';
    expect(understandLast(question)).toMatchObject({ about: ['AUDIENCE'], otherwise: { kind: 'SEARCH' } });
    expect(readLast(question)).toEqual({
      topics: ['planetarium', 'stargazing on the roof'],
      match: 'ANY',
    });
  });
});

describe('what is asked of those that were shown', () => {
  it.each<[string, object]>([
    ['Which of them closes first?', { endsFirst: true, about: ['END'] }],
    ['which one ends the soonest', { endsFirst: true }],
    ['How do we get tickets?', { thing: 'tickets', otherwise: { kind: 'HELP', topics: ['TICKETS'] } }],
    ["I haven't registered. Can I still go?", { about: ['SIGN_UP'] }],
    ['how much would I earn in total?', { about: ['PRICE'] }],
    ['which closes first?', { endsFirst: true }],
    ['can I do it without a car?', { thing: 'car', onlyWithThing: true }],
    ['which one is wheelchair accessible?', { thing: 'wheelchair accessible' }],
    ['til when can i apply 4 that', { about: ['APPLY_BY'] }],
    ['It have food there?', { thing: 'food' }],
    [
      'The one about punctuality sounds good. Who is speaking?',
      { about: ['ORGANIZER'], named: ['punctuality'] },
    ],
    ['which one has snacks', { thing: 'snacks', onlyWithThing: true, otherwise: { kind: 'SEARCH' } }],
    ['which of the two can sign off my service hours', { thing: 'sign service hours', onlyWithThing: true }],
    ['Will my service hours be confirmed?', { thing: 'service hours confirmed', onlyWithThing: true }],
    ['do i need 2 sign up or can i just show up', { about: ['SIGN_UP'], onlyWithThing: false }],
    ['Would it be suitable for all twelve of us?', { about: ['COUNT', 'AUDIENCE'] }],
    ['what does a student ticket cost?', { about: ['PRICE'] }],
    ['How much it pays?', { about: ['PRICE'] }],
    ['can i bring my 4 year old', { about: ['AUDIENCE'] }],
  ])('"%s"', (question, expected) =>
    expect(understandLast('jazz', question)).toMatchObject({ kind: 'RECALL', ...expected }));

  it.each<[string, object]>([
    ['which ones are on saturday', { topics: ['jazz'], when: SATURDAY }],
    ['can we see something else', { topics: ['jazz'], more: true }],
    ['which ones are outdoors', { topics: ['jazz', expect.stringMatching(/^outdoor/)] }],
    ['which ones are not loud', { topics: ['jazz'], unwanted: ['loud'] }],
    ['which one has free food', { topics: [expect.stringMatching(/^free food/)] }],
    ['is there a party after that?', { topics: ['party|dance party'] }],
    ['are there good places for the four of us to have dinner on Saturday', { when: SATURDAY }],
    ['which one is more money total', { type: 'GIG' }],
    ['can we dance salsa somewhere?', { topics: ['dance|dancing|disco|dj night|dance party', 'salsa'] }],
    ['any concerts on saturday for four of us?', { topics: ['MUSIC'], when: SATURDAY }],
    ['what exhibitions end next week?', { topics: [expect.stringMatching(/^exhibition/)], when: NEXT_WEEK }],
  ])('"%s" is a condition', (question, expected) =>
    expect(readLast('jazz', question)).toMatchObject(expected));

  it('asks two things of one event', () => {
    expect(
      understand({
        text: 'Must I bring my own mat for sunrise yoga on Friday and when should I be there?',
        local: LOCAL,
        earlier: [],
      }),
    ).toMatchObject({
      about: ['BRING'],
      thing: 'arrive',
      filters: { topics: [{ said: 'sunrise' }, { said: 'yoga' }] },
    });
  });

  it('asks until when one can apply', () => {
    expect(
      understand({ text: 'how late can I apply for the stage hands gig?', local: LOCAL, earlier: [] }),
    ).toMatchObject({ about: ['APPLY_BY'] });
  });

  it.each([
    'Can I take my application back after I applied?',
    'can my application be undone?',
  ])('"%s" asks how to withdraw', (text) =>
    expect(understand({ text, local: LOCAL, earlier: [] })).toEqual({ kind: 'HELP', topics: ['WITHDRAW'] }));

  it('asks whether it is outside', () => {
    expect(understandLast('dj night', 'is it outside? gonna be cold')).toMatchObject({
      kind: 'RECALL',
      thing: 'outside',
    });
  });

  it.each([
    ['can i bring a bag to kid meridian', 'bag'],
    ['Can I bring my own mat to sunrise yoga on Friday?', 'mat'],
    ['does the wellness fair offer massages', 'massages'],
    ['is the trail run canceled if it rains', 'rain'],
    ['is the coyote talk recorded', 'recorded'],
    ['is there a vegetarian option at the chili cook off', 'vegetarian'],
    ['how far is the trail run', 'miles'],
  ])('"%s" asks for a thing of what it names', (text, thing) =>
    expect(understand({ text, local: LOCAL, earlier: [] })).toMatchObject({
      kind: 'SEARCH',
      about: [],
      thing,
    }));

  it.each([
    ['can i bring my little brother to the comic expo', 'AUDIENCE'],
    ['is the country jam 18+', 'AUDIENCE'],
    ['does neon ferry have an opener', 'ORGANIZER'],
  ])('"%s" asks of what it names: %s', (text, about) =>
    expect(understand({ text, local: LOCAL, earlier: [] })).toMatchObject({
      kind: 'SEARCH',
      about: [about],
      thing: null,
    }));

  it.each([
    ['how heavy is it', 'heavy'],
    ['which has food', 'food'],
  ])('"%s" asks for a thing of what was shown', (text, thing) =>
    expect(understandLast('jazz this weekend', text)).toMatchObject({ kind: 'RECALL', about: [], thing }));

  it('asks until when one can apply for one of those that were shown', () => {
    expect(understandLast('gigs', 'the second one, when do i have to apply')).toMatchObject({
      kind: 'RECALL',
      which: 2,
      about: ['APPLY_BY'],
    });
  });

  it('asks what happens to an application', () => {
    expect(understand({ text: 'what if i get rejected', local: LOCAL, earlier: [] })).toEqual({
      kind: 'HELP',
      topics: ['MY_APPLICATIONS'],
    });
  });

  it.each(['entry fee?', 'price?', 'and admission'])('"%s" asks what it costs', (text) =>
    expect(understandLast('jazz this weekend', text)).toMatchObject({ kind: 'RECALL', about: ['PRICE'] }));

  it('asks who opens', () => {
    expect(understandLast('neon ferry', 'who opens')).toMatchObject({ kind: 'RECALL', about: ['ORGANIZER'] });
  });

  it('asks where one parks', () => {
    expect(understandLast('the next basketball game', 'where do i park')).toMatchObject({
      kind: 'RECALL',
      thing: 'parking',
    });
  });

  it.each([
    'is there parking at the ohio union',
    'where do i park for the ohio union',
  ])('takes a venue of which something is asked for a place: "%s"', (text) => {
    expect(understand({ text, local: LOCAL, earlier: [] })).toMatchObject({
      filters: { topics: [], place: ['ohio', 'union'] },
      thing: 'parking',
    });
  });

  it('takes a gig that is named first for what is asked of', () => {
    const text = 'fence painting gig, when is the deadline to apply';
    expect(understand({ text, local: LOCAL, earlier: [] })).toMatchObject({
      filters: { topics: [{ said: 'fence' }, { said: 'painting' }] },
      about: ['APPLY_BY'],
    });
  });

  it('takes no name for what is asked', () => {
    const text = 'kid meridian or neon ferry on friday, which starts earlier and where';
    expect(understand({ text, local: LOCAL, earlier: [] })).toMatchObject({ about: ['SUBJECT'] });
  });

  it('asks whether one may come alone', () => {
    expect(understandLast('board games on Friday', 'can i come alone? i dont know many games')).toMatchObject(
      { kind: 'RECALL', thing: 'alone' },
    );
  });

  it('asks who may come along', () => {
    expect(understandLast('jazz', 'Can I bring my husband to this?')).toMatchObject({
      kind: 'RECALL',
      about: ['AUDIENCE'],
      thing: null,
    });
  });

  it('reads again what was asked in whole words', () => {
    const long = `I would very much like to meet other people here, and to see ${'a lot of '.repeat(6)}a jamboree`;
    expect(long.slice(0, 120)).toMatch(/ jam$/);
    expect(readLast(long, 'and tomorrow?')).not.toMatchObject({ topics: expect.arrayContaining(['jam']) });
  });

  it('means the one of a day, of those that were shown or else of what was asked for', () => {
    const intent = understandLast('Twelfth Night', 'Could we bring our 4 year old to the one on December 3?');
    expect(intent).toMatchObject({
      kind: 'RECALL',
      about: ['AUDIENCE'],
      starts: { from: expect.any(Number) },
      otherwise: { kind: 'SEARCH', about: ['AUDIENCE'], filters: { topics: [{ said: 'twelfth night' }] } },
    });
  });

  it('means the day of what was shown', () => {
    const shownAt = Date.parse('2026-12-03T21:00:00Z');
    const earlier = [{ text: 'a lecture', at: NOW, eventIds: ['a'] }];
    const read = (text: string) => understand({ text, local: LOCAL, earlier, shownAt });
    expect(read('Is there live music that same evening?')).toMatchObject({
      filters: { topics: [{ category: 'MUSIC' }], when: { from: Date.parse('2026-12-03T22:00:00Z') } },
    });
    expect(read('any jazz that day?')).toMatchObject({
      filters: { when: { from: Date.parse('2026-12-03T05:00:00Z'), to: Date.parse('2026-12-04T05:00:00Z') } },
    });
    expect(namesSameDay('any jazz on friday that same evening')).toBe(false);
  });

  it('goes on from a weekend to the one after it', () => {
    const said = [
      'kids this weekend',
      'And is there something on Sunday?',
      'And what about the weekend after?',
    ];
    expect(readLast(...said)).toMatchObject({ when: '2026-11-27T17:00/2026-11-30T00:00' });
  });

  it('keeps what was asked for before, and not what was asked of them', () => {
    expect(readLast('jazz this week', 'which one has snacks', 'and on friday?')).toEqual({
      topics: ['jazz'],
      when: FRIDAY,
    });
    expect(
      readLast('volunteering this week', 'I have class in the morning. Which of these are in the afternoon?'),
    ).toMatchObject({ topics: ['COMMUNITY_SERVICE'], hours: 'in the afternoon' });
  });
});
