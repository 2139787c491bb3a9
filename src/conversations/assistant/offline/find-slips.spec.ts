import { Spelling } from '../../../events/search/spelling.js';
import { findSlips } from './find-slips.js';

/** Words of events to come. */
const EVENTS = new Spelling(new Map(Object.entries({ arena: 9, camping: 3, kayaking: 2, weekday: 1 })));

describe('a slip', () => {
  it.each([
    ['kayakin trips', 'kayaking'],
    ['the new arrena', 'arena'],
    ['volunteering oppurtunities', 'opportunity'],
    ['on wensday', 'wednesday'],
    // A common word that means nothing, where it is nearer than any that does.
    ['is there a hackathon comming up', 'coming'],
  ])('in "%s" is of "%s"', (text, read) =>
    expect(findSlips(text, EVENTS)).toEqual([expect.objectContaining({ read })]));

  it.each([
    "concerts that aren't jazz",
    "I haven't seen and couldn't find any",
    'jazz tmrw',
    'anything quieter, without strangers',
    'quidnunc',
  ])('is not in "%s"', (text) => expect(findSlips(text, EVENTS)).toEqual([]));
});
