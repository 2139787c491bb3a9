import { titleIn } from './title-in.js';

describe('the title that a message may be', () => {
  it.each([
    ['family fun day', 'family fun day'],
    ['when is the family fun day?', 'family fun day'],
    ['Is Family Fun Day free?', 'Family Fun Day'],
    ['ok and where is open house', 'open house'],
    ['git and github without tears', 'git and github without tears'],
  ])('"%s": %s', (text, title) => expect(titleIn(text)).toBe(title));

  it.each([
    'live music',
    'jazz',
    'is jazz free',
    '',
    'where is it? and when?',
    'x'.repeat(200),
  ])('"%s": none', (text) => expect(titleIn(text)).toBeUndefined());
});
