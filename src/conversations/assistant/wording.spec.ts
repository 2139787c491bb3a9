import type { FoundEvent, NamedEvent } from './found.js';
import { type Asked, type Group, type Loosening, PLAIN_SEARCH, type Search } from './interpreter.js';
import { filtersOf } from './offline/understand.js';
import { sayAgain, wordFinding } from './wording.js';
import { Zone } from './zone.js';

/** Wednesday, 10:00 in New York. */
const LOCAL = { now: Date.parse('2026-11-18T15:00:00Z'), zone: new Zone('America/New_York') };
const EVENT: FoundEvent = {
  ...{
    id: 'a',
    title: 'Regatta',
    type: 'EVENT',
    place: 'Boathouse',
    compensation: null,
    summary: 'Eight rows.',
    isTaken: false,
    closes: null,
    isTicketed: false,
  },
  ...{ startAt: '2026-11-20T18:00:00.000Z', endAt: '2026-11-20T20:00:00.000Z' },
};

const NAMED: NamedEvent = {
  ...EVENT,
  description: 'Bring a towel. Hosted by the Crew Club.',
  ...{
    creatorId: null,
    address: '1 River Road',
    tags: [],
    positions: null,
    applyBy: null,
  },
};

/** An answer with these events, of which there are more or not. */
function answer(question: string, group: Group, changes: Partial<Search> = {}): string {
  const filters = filtersOf(question, LOCAL)!;
  const search: Search = {
    ...PLAIN_SEARCH,
    filters,
    ...changes,
  };
  return wordFinding({ search, cancelled: [], groups: [group] }, LOCAL);
}

/** The first line of an answer with one event, once these are given up. */
function lead(question: string, without: Loosening[], changes?: Partial<Search>): string {
  return answer(question, { events: [EVENT], without, more: 0 }, changes).split('\n')[0]!;
}

describe('an answer says', () => {
  it.each([
    [false, 'all day'],
    [true, 'time to be announced'],
  ])('of a whole day, sold by a ticket shop (%s): "%s"', (isTicketed, wholeDay) => {
    const event = {
      ...{ ...EVENT, isTicketed, summary: null },
      ...{ startAt: '2026-11-20T05:00:00.000Z', endAt: '2026-11-21T05:00:00.000Z' },
    };
    expect(answer('polo', { events: [event], without: [], more: 0 })).toContain(
      `1. “Regatta”: Fri, Nov 20, ${wholeDay}, at Boathouse`,
    );
  });

  it('that one can no longer register', () => {
    const event = { ...EVENT, closes: 'November 17' };
    expect(answer('polo', { events: [event], without: [], more: 0 })).toContain(
      ', at Boathouse, but registration closed on November 17',
    );
  });

  it.each<[string, Loosening[], string]>([
    ['polo tomorrow', [], 'Here is what fits tomorrow (Thu, Nov 19):'],
    [
      'polo tomorrow',
      ['near'],
      'I found nothing about “polo” tomorrow (Thu, Nov 19). The closest, in sports:',
    ],
    ['polo tomorrow', ['when'], 'I found nothing about “polo” tomorrow (Thu, Nov 19). At other times:'],
    [
      'polo tomorrow',
      ['near', 'when'],
      'I found nothing about “polo” tomorrow (Thu, Nov 19). The next in sports:',
    ],
    ['polo at the union', ['place'], 'I found nothing about “polo” at that place. Elsewhere:'],
    [
      'polo at the union',
      ['near', 'place'],
      'I found nothing about “polo”. The closest, in sports, elsewhere:',
    ],
    ['polo at the union', ['topics'], 'I found nothing about “polo” at that place. What else there is:'],
    ['jazz brunch', ['most'], 'Here is what comes closest:'],
    ['gigs over $90', ['price'], 'Nothing fits with that pay. Without regard to the pay:'],
    ['free polo', ['price'], 'Nothing that fits says it is free. Otherwise:'],
    ['polo yesterday', ['when'], 'That time is past. The next ones are:'],
    ['music tomorrow', ['when'], 'I found nothing about “music” tomorrow (Thu, Nov 19). At other times:'],
  ])('for "%s" that %j was given up', (question, without, said) =>
    expect(lead(question, without)).toBe(said));

  it('what it kept of the question before, and which words it took for others', () => {
    expect(lead('polo', [], { carriesOn: true })).toBe('For “polo”, here is what fits:');
    expect(lead('polo', [], { carriesOn: true, more: true })).toBe('For “polo”, here is more that fits:');
    const corrections = [{ written: 'pollo', read: 'polo' }];
    expect(lead('polo', [], { corrections })).toBe('I took “pollo” for “polo”.');
  });

  it('of which part of the days, of itself where it is alone, and that there is more', () => {
    expect(lead('polo next week in the evening', [])).toBe(
      'Here is what fits from Mon, Nov 23 to Sun, Nov 29 in the evening:',
    );
    expect(lead('polo tomorrow, not in the morning', [])).toBe(
      'Here is what fits tomorrow (Thu, Nov 19), not in the morning:',
    );
    const withMore = (more: number) => answer('polo', { events: [EVENT, EVENT], without: [], more });
    expect(withMore(12)).toMatch(/\n2\. [^\n]+\nThere are 12 more: say “more” to see them\.$/);
    expect(withMore(1)).toMatch(/\nThere is 1 more: say “more” to see it\.$/);
    expect(withMore(Number.POSITIVE_INFINITY)).toMatch(/\nThere are more: say “more” to see them\.$/);
    expect(answer('polo', { events: [EVENT], without: ['when'], more: 3 })).toMatch(
      /\nFrom its text: “Eight rows\.”$/,
    );
  });

  it('again what was named, with its own summary where it is one', () => {
    expect(sayAgain([NAMED], { about: [], thing: null, isGuess: false }, LOCAL)).toBe(
      'Here it is again:\n1. “Regatta”: Fri, Nov 20, 1:00 PM to 3:00 PM, at Boathouse\nThe address is “1 River Road”.\nFrom its text: “Eight rows.”',
    );
    expect(sayAgain([NAMED, NAMED], { about: ['PRICE'], thing: null, isGuess: false }, LOCAL)).toMatch(
      /^Here they are again:\n1\. .*\n2\. .*\nNone of their texts says what it costs\. See their own pages\.$/,
    );
    const asked = (about: Asked, description: string) =>
      sayAgain([{ ...NAMED, description }], { about: [about], thing: null, isGuess: true }, LOCAL);
    expect(asked('ORGANIZER', 'Come row. It is hosted by the Crew Club. Bring a towel.')).toBe(
      'I take it that you mean the first one:\n1. “Regatta”: Fri, Nov 20, 1:00 PM to 3:00 PM, at Boathouse. It says: “It is hosted by the Crew Club.”',
    );
    expect(asked('BRING', 'Come row.')).toMatch(
      /at Boathouse\nIts text does not say what to bring or to wear/,
    );
    expect(asked('END', '')).toMatch(/\. It ends Fri, Nov 20, 3:00 PM\.$/);
    expect(asked('DURATION', '')).toMatch(/\. It lasts 2 hours\.$/);
    expect(sayAgain([], { about: [], thing: null, isGuess: false }, LOCAL)).toMatch(
      /^That is no longer there/,
    );
  });
});
