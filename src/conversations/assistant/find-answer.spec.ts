import { findAnswer, findThing } from './find-answer.js';
import type { Asked } from './interpreter.js';

const TEXT = `<p>Four bands play gluten-free folk with <b>free agents</b>.</p> Parking is free after 5. Free with an ID, $12 for
all others. Sign up at the door. Presented by the Folk Society. Bring a cushion, since the floor is hard. All ages are welcome.`;

describe('findAnswer', () => {
  it.each<[Asked, string | undefined]>([
    ['PRICE', 'Free with an ID, $12 for all others.'],
    ['SIGN_UP', 'Sign up at the door.'],
    ['ORGANIZER', 'Presented by the Folk Society.'],
    ['BRING', 'Bring a cushion, since the floor is hard.'],
    ['AUDIENCE', 'Free with an ID, $12 for all others.'],
    ['COUNT', undefined],
    ['END', undefined],
  ])('finds what a text says of %s', (asked, sentence) => {
    expect(findAnswer(TEXT, asked)).toBe(sentence);
  });

  it('finds nothing where the words mean something else', () => {
    expect(
      findAnswer(
        'Gluten-free snacks. Free agents are matched. Free parking. Free non-alcoholic drinks all night.',
        'PRICE',
      ),
    ).toBeUndefined();
    expect(findAnswer('', 'BRING')).toBeUndefined();
  });

  it('takes "everyone" for who may come where it says so', () => {
    expect(findAnswer('The house cheers for everyone. Free for students with an ID.', 'AUDIENCE')).toBe(
      'Free for students with an ID.',
    );
    for (const text of [
      'Everyone is welcome.',
      'It is for everyone.',
      'All are welcome.',
      'Anybody welcome!',
    ])
      expect(findAnswer(text, 'AUDIENCE')).toBe(text);
  });

  it('finds a thing by its word alone', () => {
    expect(findThing('Walk through the park. Parking is free.', 'parking')).toBe('Parking is free.');
    expect(findThing('Bring gloves. Lunch is on us.', 'food')).toBe('Lunch is on us.');
    expect(findThing('Snacks and drinks.', 'snack')).toBe('Snacks and drinks.');
    expect(findThing('Walk through the park.', 'parking')).toBeUndefined();
    expect(findThing('Four hours. I show you how.', 'experience')).toBe('I show you how.');
    expect(findThing('We fix bikes and toasters.', 'fix toaster')).toBe('We fix bikes and toasters.');
    expect(findThing('Walk in. We mend bikes.', 'fix bicycle')).toBe('We mend bikes.');
    expect(findAnswer('Popcorn is free; the talk is optional.', 'PRICE')).toBeUndefined();
    expect(findAnswer('A sample of free-floating worlds.', 'PRICE')).toBeUndefined();
    expect(findThing('A quiet room indoors, for when it gets cold.', 'outside')).toMatch(/indoors/);
    expect(findThing('Walk. The doors close at seven.', 'arrive')).toBe('The doors close at seven.');
  });

  it('finds who speaks by what they do', () => {
    const text = 'Coyotes live here. Ruth Hartmann, a biologist, explains why.';
    expect(findAnswer(text, 'ORGANIZER')).toBe('Ruth Hartmann, a biologist, explains why.');
  });

  it('names no link', () => {
    expect(findAnswer('Sign up at https://evil.example/x now.', 'SIGN_UP')).toBe('Sign up at (link) now.');
  });

  it('cuts a long sentence at a word', () => {
    const said = findAnswer(`Bring ${'cushions '.repeat(60)}`, 'BRING')!;
    expect(said).toMatch(/^Bring (?:cushions )+cushions ?…$/);
    expect(said.length).toBeLessThanOrEqual(200);
  });
});
