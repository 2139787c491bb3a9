import {
  FOR_OVER_21,
  read,
  readLast,
  SATURDAY,
  TOMORROW,
  TONIGHT,
  understandLast,
} from '../../../../test/support/understood.js';
import { toldIn } from './clauses.js';

const THIS_WEEKEND = '2026-11-20T17:00/2026-11-23T00:00';

describe('what somebody tells beside a request', () => {
  it.each<[string, string[]]>([
    ['my thesis is due friday so i need something chill saturday', ['my thesis is due friday']],
    ['just moved here for grad school, what could i do', ['just moved here for grad school']],
    ['I have an exam. Is there anything fun?', ['I have an exam.']],
    ['what should i wear, i dont own a blazer', ['i dont own a blazer']],
    ['my parents are visiting and my dad is into trains, what could we do', ['my parents are visiting']],
    [
      'I am 71 and live near the campus. Is there jazz that is not too late?',
      ['I am 71 and live near the campus.'],
    ],
    ['something indoors tho its freezing', ['tho its freezing']],
    ['new here from far away. where can i meet people', ['new here from far away.']],
    // What somebody likes is asked for, and so is what the request speaks of.
    ['i love jazz, what is on', []],
    ['i have a paper on whales, is there a talk on that', []],
    ['i want to hear jazz', []],
    ['any jazz on friday', []],
    ['my band plays jazz', []],
  ])('"%s" tells %j', (text, told) => expect(toldIn(text)).toEqual(told));

  it.each<[string, object]>([
    ['my thesis is due friday so i need something chill saturday', { type: 'EVENT', when: SATURDAY }],
    ["i've got an exam on monday but is there anything fun this weekend", { when: THIS_WEEKEND }],
    ['my cousin married a plumber, any jazz tomorrow', { topics: ['jazz'], when: TOMORROW }],
    ['any jazz tomorrow, my cousin married a plumber', { topics: ['jazz'], when: TOMORROW }],
    [
      'my calc final is in two weeks, is there anywhere i can do problems with people',
      { topics: [expect.stringContaining('calc')] },
    ],
    [
      'we have the car on saturday, what could we do before dinner',
      { when: '2026-11-21T00:00/2026-11-21T18:00' },
    ],
    ['my dad is into trains and my mom likes art, what could we do', { match: 'ANY' }],
    ['my car broke down, any gigs near campus', { type: 'GIG' }],
  ])('"%s" does not ask for it', (text, expected) => expect(read(text)).toMatchObject(expected));

  it('would like what a lexicon knows', () =>
    expect(read('i play guitar, any open mics next week')).toMatchObject({
      topics: [expect.stringContaining('open mic')],
      wished: ['guitar'],
    }));

  it('would like it beside a time, too', () =>
    expect(read('i play guitar, anything this weekend')).toMatchObject({
      wished: ['guitar'],
      when: THIS_WEEKEND,
    }));

  it.each<[string, object]>([
    ['im free friday, anything good?', { when: '2026-11-20T00:00/2026-11-21T00:00' }],
    ['any gigs this week? i work every evening', { hours: 'not in the evening' }],
    ['my lamp broke can someone fix it for me', { topics: [expect.stringContaining('repair'), 'lamp'] }],
    ['im 19 never coded, where do i start', { topics: [expect.stringContaining('coding')] }],
    ['i work sat n sun every week so only weekdays. any gigs', { type: 'GIG', hours: 'on a weekday' }],
    [
      'im on campus until 5 tomorrow, bus home at 530. anything free in the afternoon',
      { free: true, when: '2026-11-19T12:00/2026-11-19T18:00' },
    ],
    ['i got strong arms and a free friday, who needs help moving', { type: 'GIG' }],
    ['my toaster died and i am not buying a new one', { topics: expect.arrayContaining(['toaster']) }],
    ['calc 2 is killing me', { type: 'EVENT', topics: expect.arrayContaining(['calculus']) }],
    ["classical music that isn't too late at night", { hours: 'before 9:00 PM' }],
    ['concerts around 9ish tomorrow', { when: '2026-11-19T20:00/2026-11-20T00:00' }],
    ['volunteering i can put on my resume', { topics: ['COMMUNITY_SERVICE'] }],
    ['jazz mon-thu', { topics: ['jazz'], hours: 'on a weekday' }],
    ['petting dogs. when', { topics: [expect.stringContaining('dogs')] }],
    ['taking my 6 yr old nephew out saturday, he loves trains n space', { match: 'ANY', when: SATURDAY }],
    ['want to meet people, would be nice to speak portuguese too', { wished: ['portuguese'] }],
    [
      'what is a good jazz nite next wed',
      { topics: [expect.stringContaining('jazz')], when: '2026-11-25T17:00/2026-11-26T04:00' },
    ],
    ['hockey game sat what time', { topics: ['hockey'], when: SATURDAY }],
    ['gigs, i only have sat + sun free', { type: 'GIG', when: '2026-11-21T00:00/2026-11-23T00:00' }],
    // Who is too young, and who has no time.
    ['im 19, what jazz can i get into', { topics: ['jazz'], unwanted: [FOR_OVER_21] }],
    ['we are both 18, any comedy', { unwanted: [FOR_OVER_21] }],
    ['comedy i can see if im not 21 yet', { unwanted: [FOR_OVER_21] }],
    ['all ages jazz', { topics: ['jazz'], unwanted: [FOR_OVER_21] }],
    ['i work fridays, any concerts', { topics: ['MUSIC'], hours: 'not on Fridays' }],
    ['any concerts? i have to be at work friday', { topics: ['MUSIC'], hours: 'not on Fridays' }],
    ['i have class on tuesdays and thursdays, any yoga', { hours: 'not on Tuesdays or Thursdays' }],
    ['i work friday, anything friday night?', { when: '2026-11-20T17:00/2026-11-21T04:00' }],
    [
      'nothing sweaty but fun saturday',
      { unwanted: expect.arrayContaining(['SPORTS_RECREATION', 'HEALTH_WELLNESS']), when: SATURDAY },
    ],
    ['things to do in the snow', { topics: [expect.stringContaining('skating'), 'sledding', 'skiing'] }],
    ['D&D groups?', { topics: [expect.stringContaining('dungeons')] }],
    [
      'anything with the kids tomorrow while everyone else is out shopping',
      { topics: [expect.stringContaining('kids')], when: TOMORROW },
    ],
    // What is told that is wanted.
    [
      'my bike has a flat and im broke lol. who can help',
      { topics: [expect.stringContaining('repair'), expect.stringContaining('bike')] },
    ],
    [
      'my bike chain is busted where can i get it fixed',
      { topics: [expect.stringContaining('repair'), expect.stringContaining('bike')] },
    ],
    [
      'my paper is due monday and the intro is terrible, can someone look at it',
      { topics: ['writing center'] },
    ],
    [
      "my kid cant sit still for theatre but he'd love trains",
      {
        topics: expect.arrayContaining([expect.stringContaining('railroad')]),
        unwanted: [expect.stringContaining('theatre')],
      },
    ],
    ['i need to make like 100 bucks before wednesday what can i do', { type: 'GIG' }],
    ['tmrw afternoon? got like 2-5 free', { when: '2026-11-19T14:00/2026-11-19T17:00' }],
    ['does anyone teach pottery', { topics: expect.arrayContaining(['pottery']) }],
    [
      'I teach in sociology and would like a talk outside my field, maybe about cities',
      { topics: [expect.stringContaining('talk'), expect.stringContaining('cities')] },
    ],
    ["i love classical music but can't stay up late. any daytime concerts?", { hours: 'in the daytime' }],
    [
      "ugh every time i look it's jazz. what concerts are there that are NOT jazz",
      { topics: ['MUSIC'], unwanted: ['jazz'] },
    ],
    ['kids? they are obsessed with dinosaurs', { topics: expect.arrayContaining(['dinosaurs']) }],
    ['help with calculus?', { type: 'EVENT' }],
    ['volunteering with my church group', { topics: ['COMMUNITY_SERVICE'] }],
    ['where can i eat for free or cheap', { topics: ['FOOD_DRINK'], priced: true }],
    ['is there a meditation thing at lunch', { topics: ['meditation'], hours: 'at lunchtime' }],
    ['jazz even tho its thanksgiving', { topics: ['jazz'] }],
    ['concert with violins', { topics: ['MUSIC', expect.stringContaining('string quartet')] }],
    ['my flight lands 4pm sunday, anything after that', { when: '2026-11-22T16:00/2026-11-23T00:00' }],
    [
      "gig for someone who can't lift heavy things",
      { type: 'GIG', unwanted: [expect.stringContaining('lifting')] },
    ],
    ['my advisor says i need to network more, help', { topics: ['CAREER_NETWORKING'] }],
    ['early morning workout before 8', { when: '2026-11-19T00:00/2026-11-19T08:00' }],
    ['someone told me theres a thing with coyotes', { topics: ['coyotes'] }],
    ["what's cool for architecture nerds", { topics: ['architecture'] }],
    ['i missed the jazz tonight, whens it on again', { topics: ['jazz'], order: 'SOONEST' }],
    ['a 3 hour layover sunday noon to 3, any jazz', { when: '2026-11-22T12:00/2026-11-22T15:00' }],
    ['can i get paid for tutoring calc', { type: 'GIG' }],
    ["what's good for a rainy saturday", { unwanted: [expect.stringContaining('outdoor')], when: SATURDAY }],
    [
      'my twins are 3, is there anything for little ones tomorrow',
      { topics: [expect.stringContaining('kids')], when: TOMORROW },
    ],
    ['the kids are off school, ideas?', { topics: [expect.stringContaining('kids')] }],
    ['what museum tours can we book', { topics: [expect.stringContaining('museum'), 'tours'] }],
    ['anything low key tonight i could drag them to', { type: 'EVENT', when: TONIGHT }],
    ["i'm broke til payday, where can i get free food", { topics: [expect.stringContaining('free food')] }],
    ['i feel low and would like to talk to somebody', { topics: [expect.stringContaining('counseling')] }],
    ['where can i get a flu jab without paying', { topics: ['flu shot'], free: true }],
    [
      'my kids are climbing the walls, what can we do saturday',
      { topics: [expect.stringContaining('kids')] },
    ],
    ['jazz this month or next', { when: expect.stringMatching('/2027-01-01') }],
    ['gigs on a weekday evening', { hours: 'on a weekday evening' }],
    ['where can i buy houseplants', { topics: [expect.stringContaining('plant sale')] }],
    ['my resume is trash who can look at it', { topics: [expect.stringContaining('resume')] }],
    [
      'I work until 6 pm at the medical center. Any jazz after that next week?',
      { topics: ['jazz'], hours: 'after 6:00 PM' },
    ],
    ['what can the kids do over the holiday weekend', { when: THIS_WEEKEND }],
    ['people to play some sport with', { topics: ['SPORTS_RECREATION'], campus: 'ON' }],
  ])('"%s" is read as %j', (text, expected) => expect(read(text)).toMatchObject(expected));

  it.each(['we are 20 min away, any concerts', 'jazz with my 20 students'])('"%s" tells no age', (text) =>
    expect(read(text)).not.toHaveProperty('unwanted'));

  it('asks of what was shown, whatever is told beside', () =>
    expect(understandLast('career fair next week', 'what should i wear, i dont own a blazer')).toMatchObject({
      kind: 'RECALL',
      about: ['BRING'],
    }));

  it('reads an hour of the evening that was asked for as one of it', () =>
    expect(readLast('concerts tomorrow night', 'at 9?')).toMatchObject({
      when: '2026-11-19T21:00/2026-11-19T23:00',
    }));

  it('does not take "more chill" for more', () =>
    expect(understandLast('date ideas for saturday', 'hmm more chill, not a bar')).toMatchObject({
      carriesOn: true,
      more: false,
    }));

  it('gives up a weekend for a weekday', () =>
    expect(readLast('yoga this weekend', 'and on a weekday?')).toMatchObject({
      topics: ['yoga'],
      hours: 'on a weekday',
    }));

  it('looks for what comes before the event that was shown', () =>
    expect(understandLast('trivia', 'cool and anything else that day before it?')).toMatchObject({
      kind: 'SEARCH',
      filters: { topics: [], when: null },
      beside: { side: 'BEFORE', named: null },
    }));

  it('looks again where what was shown is excluded', () => {
    expect(understandLast('gigs', 'i suck at math lol. what else')).toMatchObject({ more: false });
    expect(readLast('gigs', 'i suck at math lol. what else')).toMatchObject({
      type: 'GIG',
      unwanted: [expect.stringContaining('math')],
    });
  });
});
