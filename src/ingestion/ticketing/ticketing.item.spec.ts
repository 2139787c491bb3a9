import fc from 'fast-check';
import { imagesOf } from './ticketing.item.js';

const TITLE = 'Scarlet Lanterns';
const picture = (name: string, ratio: string, width: number, rest = {}) => ({
  ratio,
  url: `https://images.example.com/${name}.jpg`,
  width,
  height: 100,
  fallback: false,
  ...rest,
});
const namesOf = (images: unknown) =>
  imagesOf({ images }, TITLE).map(({ url }) => /(\w+)\.jpg/.exec(url)?.[1]);

describe('the images of a ticketing event', () => {
  it('are the widest of the usual ratio first, at most five, and no placeholders', () => {
    const images = [
      picture('square', '1_1', 3000),
      picture('small', '16_9', 200),
      picture('other', '4_3', 305),
      picture('wide', '16_9', 2048),
      picture('fallback', '16_9', 4000, { fallback: true }),
      picture('middle', '16_9', 1024),
      picture('old', '3_2', 640),
    ];
    expect(namesOf(images)).toEqual(['wide', 'middle', 'small', 'square', 'old']);
  });

  it('have four members in one order, and the title as their alternative text', () => {
    const [image] = imagesOf({ images: [picture('a', '16_9', 2048)] }, 'x'.repeat(400));
    expect(JSON.stringify(image)).toBe(
      JSON.stringify({
        ...{ url: 'https://images.example.com/a.jpg', width: 2048, height: 100, alt: 'x'.repeat(300) },
      }),
    );
  });

  it.each([
    ['none', undefined],
    ['null', null],
    ['an object', { url: 'https://images.example.com/a.jpg' }],
    ['texts', ['https://images.example.com/a.jpg', null, 7, []]],
    ['one without an address', [picture('a', '16_9', 1, { url: undefined })]],
    ['a javascript link', [picture('a', '16_9', 1, { url: 'javascript:alert(1)' })]],
    ['a link with credentials', [picture('a', '16_9', 1, { url: 'https://a:b@example.com/a.jpg' })]],
  ])('are omitted if the feed has %s', (_what, images) => {
    expect(imagesOf({ images }, TITLE)).toEqual([]);
  });

  it.each([0, -1, 1.5, 20_001, '640', null, undefined])('have no width if the feed has %j', (width) => {
    const [image] = imagesOf({ images: [picture('a', '16_9', 1, { width })] }, TITLE);
    expect(image).toMatchObject({ width: null, height: 100 });
  });

  it('do not depend on the order or on duplicates in the feed', () => {
    const pictures = fc.uniqueArray(
      fc.tuple(
        fc.stringMatching(/^[a-z]{1,3}$/),
        fc.constantFrom('16_9', '3_2', '4_3'),
        fc.integer({ min: 0, max: 4 }),
      ),
      { selector: ([name]) => name, maxLength: 8 },
    );
    const shuffled = pictures.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        const made = all.map((each) => picture(...each));
        const again = other.map((each) => picture(...each));
        expect(imagesOf({ images: [...again, ...again] }, TITLE)).toEqual(imagesOf({ images: made }, TITLE));
      }),
    );
  });
});
