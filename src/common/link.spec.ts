import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { leastProcessorTime } from '../../test/support/processor-time.js';
import { normalizeLink } from './link.js';

const ajv = new Ajv2020();
addFormats.default(ajv);
const isUri = ajv.compile({ type: 'string', format: 'uri' });

describe('a link', () => {
  it.each([
    ['https://a.example/b|c^d', 'https://a.example/b%7Cc%5Ed'],
    ['https://a.example/[b]?c={d}#e|f', 'https://a.example/%5Bb%5D?c=%7Bd%7D#e%7Cf'],
    ['https://a.example/%zz', 'https://a.example/%25zz'],
    ['HTTP://[::1]:8080/%7Eb', 'http://[::1]:8080/%7Eb'],
    ['https://bücher.example/ä?b=1&c=%20', 'https://xn--bcher-kva.example/%C3%A4?b=1&c=%20'],
  ])('"%s" is normalized as in RFC 3986', (sent, written) => expect(normalizeLink(sent)).toBe(written));

  it('with an umlaut is accepted each time', () => {
    const link = 'https://bücher.example/ä';
    for (let n = 0; n < 50_000; n += 1)
      if (normalizeLink(link) === undefined) throw new Error(`refused at ${n}`);
  });

  it('is a URI once accepted, and does not change when sent again', () => {
    const part = fc.string({ unit: fc.constantFrom(...'ab/?#[]{}|^`\\"<>%& =é:@!'), maxLength: 30 });
    fc.assert(
      fc.property(part, (end) => {
        const link = normalizeLink(`https://a.example/${end}`);
        if (link === undefined) return;
        expect([link, isUri(link), normalizeLink(link)]).toEqual([link, true, link]);
      }),
      { numRuns: 500 },
    );
  });

  it.each(['#', '#%', '#[', '?#', '%', '[', '%2', 'a#'])('takes linear time: %j', (unit) => {
    const timeOf = (length: number) =>
      leastProcessorTime(() => {
        for (let n = 0; n < 100_000 / length; n += 1)
          normalizeLink(`https://a.example/#${unit.repeat(length / unit.length)}`);
      });
    timeOf(100); // compiled
    expect(timeOf(1_900)).toBeLessThan(5 * timeOf(190) + 10);
  });

  it.each(['', 'ftp://a.example', 'https://me:secret@a.example', 'javascript:1', 'https://a.example/\n', 7])(
    'is refused: %j',
    (value) => expect(normalizeLink(value)).toBeUndefined(),
  );
});
