import fc from 'fast-check';
import { loosened } from './loosening.js';
import { filtersOf } from './offline/understand.js';
import { Zone } from './zone.js';

const LOCAL = { now: Date.parse('2026-11-18T15:00:00Z'), zone: new Zone('America/New_York') };
const steps = (question: string) =>
  loosened(filtersOf(question, LOCAL)!).map(({ without }) => without.join('+'));

describe('what is given up', () => {
  it('is the topic first, then the time, then the place', () => {
    expect(steps('polo match at the union tomorrow')).toEqual([
      ...['title', 'near', 'when', 'place', 'title+when', 'near+when', 'near+place', 'place+when', 'topics'],
    ]);
    expect(steps('kid meridian at lantern hall')).toEqual([
      ...['title', 'title', 'common', 'unknown', 'most', 'near', 'place', 'near+place', 'topics'],
    ]);
    expect(steps('jazz brunch')).toEqual(['title', 'most', 'near']);
    expect(steps('jazz for my boss')).toEqual(['title', 'unknown', 'most', 'near']);
    expect(steps('jazz for my building')).toEqual(['title', 'common', 'unknown', 'near']);
    expect(steps('quidnunc jazz')).toEqual(['title', 'unknown', 'most', 'near']);
    expect(steps('quidnunc talk')).toEqual(['title', 'kind', 'unknown', 'most', 'near']);
    expect(steps('free yoga')).toEqual(['price', 'near']);
    expect(steps('free yoga at the union')).toEqual([
      ...['price', 'title', 'near', 'place', 'place+price', 'near+place', 'topics'],
    ]);
    expect(steps('free jazz tonight under 2 hours').slice(0, 2)).toEqual(['price', 'length']);
    expect(loosened(filtersOf('free jazz tonight under 2 hours', LOCAL)!)[0]!.filters.lasts).not.toBeNull();
    expect(steps('concerts')).toEqual([]);
    expect(steps('gigs')).toEqual([]);
    expect(steps('events at the union')).toEqual(['type']);
    expect(steps('gigs at the union tomorrow')).toEqual(['when', 'type', 'place', 'place+when']);
    expect(steps('tomorrow')).toEqual(['when']);
  });

  it('of a topic leaves its category, of events where no gigs are asked for', () => {
    const [near] = loosened(filtersOf('polo', LOCAL)!);
    expect(near!.filters).toMatchObject({
      type: 'EVENT',
      topics: [{ words: [], category: 'SPORTS_RECREATION' }],
    });
  });

  it("of men's basketball leaves sports, other basketball first", () => {
    const [near] = loosened(filtersOf("next men's basketball game", LOCAL)!);
    expect(near!.filters).toMatchObject({
      topics: [{ words: [], category: 'SPORTS_RECREATION' }],
      wished: [{ words: ['basketball'] }],
      order: null,
    });
  });

  it('of a party on a holiday leaves the holiday first', () => {
    expect(steps("a party on New Year's Eve")).toEqual(['near', 'topics', 'when', 'near+when']);
  });

  it('of a holiday leaves what it is about', () => {
    const [later] = loosened(filtersOf('on Thanksgiving', LOCAL)!);
    expect(later!.filters).toMatchObject({
      when: null,
      topics: [{ words: ['thanksgiving', 'friendsgiving', 'turkey trot'] }],
    });
  });

  it('is something, each time', () => {
    const words = fc.constantFrom(
      ...'polo jazz free gigs over $15 tomorrow at the union no sports music'.split(' '),
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 8 }), (said) => {
        const asked = filtersOf(said.join(' '), LOCAL);
        if (asked) for (const { filters } of loosened(asked)) expect(filters).not.toEqual(asked);
      }),
    );
  });
});
