import { read } from '../../../../test/support/understood.js';
import { besideOwnPlans } from './own-plans.js';

describe("what is asked for beside one's own plans", () => {
  it.each<[string, string]>([
    ["my shift starts at 6 on saturday, what's on before", '2026-11-21T00:00/2026-11-21T18:00'],
    ['i have lab at 2 tomorrow, anything before?', '2026-11-19T00:00/2026-11-19T14:00'],
    ['my train leaves at 5 on friday. any quick thing before then?', '2026-11-20T00:00/2026-11-20T17:00'],
    ['i work until 9 tonight anything after that', '2026-11-18T21:00/2026-11-19T00:00'],
    ['i work until 3 on sunday, gigs after?', '2026-11-22T15:00/2026-11-23T00:00'],
    ['class gets out at five, any yoga', '2026-11-18T17:00/2026-11-19T00:00'],
    ['anything after my 5:30 class ends at 7 on tuesday', '2026-11-24T19:00/2026-11-25T00:00'],
    ["my last final is dec 10, what's happening after", '2026-12-11T00:00/..'],
    ['done w exams on the 14th, any parties', '2026-12-15T00:00/..'],
    ["I'm leaving for home on dec 12, what should I see before", '2026-11-18T10:00/2026-12-12T00:00'],
    ['we fly out sunday, what can we see before that', '2026-11-18T10:00/2026-11-22T00:00'],
  ])('"%s" is in %s', (text, when) => expect(read(text)).toMatchObject({ when }));

  it.each([
    'i have to be there at noon',
    'gigs where i start at 5',
    'what time does my class start',
    'jazz after 6',
    'when do exams end',
  ])('"%s" tells of none', (text) => expect(besideOwnPlans(text)).toBe(text));

  it.each([
    'i have class til 3 every weekday, any gigs',
    'i got class until 3 on weekdays, gigs?',
    'i work until 3 every day so which gigs could i do',
  ])('"%s" is after it on a weekday', (text) =>
    expect(read(text)).toMatchObject({ type: 'GIG', hours: 'after 3:00 PM on a weekday' }));

  it('is on any day that the request names', () =>
    expect(read('any gigs on weeknights? my class ends at 6')).toMatchObject({
      type: 'GIG',
      hours: 'after 6:00 PM on a weeknight',
    }));
});
