import fc from 'fast-check';
import { FeedError } from './feed-error.js';
import { JsonElements, valueAt } from './json-elements.js';

const PATH = ['data', 'events'];
const bytes = (text: string) => new TextEncoder().encode(text);

/** The elements of a document that comes in pieces of these lengths, and then in one. */
function read(document: string | Uint8Array, lengths: number[] = []): unknown[] {
  const elements = new JsonElements(PATH, 'No array.');
  let rest = typeof document === 'string' ? bytes(document) : document;
  const places = lengths.flatMap((length) => {
    const piece = rest.slice(0, length);
    rest = rest.slice(length);
    return elements.take(piece);
  });
  return [...places, ...elements.take(rest), ...elements.end()].map(valueAt);
}

const pieces = fc.array(fc.nat({ max: 40 }));

describe('the elements of an array in a JSON document', () => {
  it.each([
    ['nothing else', '{"data":{"events":[]}}', []],
    ['white space everywhere', ' { "data" :\n{ "events" :\t[ 1 , {} \r\n, [ ] ] } } ', [1, {}, []]],
    ['all that stands around it', '{"a":[{"events":[0]}],"data":{"x":"]","events":[1],"y":{}},"z":1e9}', [1]],
    [
      'scalars of every kind',
      '{"data":{"events":[null,true,-1.5e3,"a,]}\\"",""]}}',
      [null, true, -1500, 'a,]}"', ''],
    ],
    [
      'strings that end in backslashes',
      '{"data":{"events":["\\\\","\\\\\\"","\\\\\\\\"]}}',
      ['\\', '\\"', '\\\\'],
    ],
    ['a name that is written in escapes', '{"d\\u0061ta":{"events":[1]}}', [1]],
    ['a byte order mark', '\uFEFF{"data":{"events":[1]}}', [1]],
  ])('come with %s', (_what, document, elements) => {
    expect(read(document)).toEqual(elements);
  });

  it.each([
    ['cut off in an element', '{"data":{"events":[{"a":1},{"b":'],
    ['cut off in a string', '{"data":{"events":["abc'],
    ['cut off after an element', '{"data":{"events":[1'],
    ['cut off after the array', '{"data":{"events":[1]'],
    ['cut off before it', '{"data":{"eve'],
    ['with a comma too many', '{"data":{"events":[1,]}}'],
    ['with a comma too few', '{"data":{"events":[1 2]}}'],
    ['with an element that is none', '{"data":{"events":[1,x]}}'],
    ['with brackets that do not match', '{"data":{"events":[{"a":[1}]]}}'],
    ['with something after its end', '{"data":{"events":[1]}} x'],
    ['with nonsense before', '{"a":nonsense,"data":{"events":[1]}}'],
    ['with nonsense behind', '{"data":{"events":[1],"a":nonsense}}'],
    ['of nothing', ''],
    ['of HTML', '<!doctype html><title>Sign in</title>'],
    ['that is not in UTF-8', new Uint8Array([...bytes('{"data":{"events":["'), 0xff, ...bytes('"]}}')])],
  ])('of a document %s are no JSON', (_what, document) => {
    expect(() => read(document as string)).toThrow(new FeedError('The feed did not answer JSON.'));
  });

  it.each([
    ['null', 'null'],
    ['a list', '[{"data":{"events":[]}}]'],
    ['text', '"data"'],
    ['an object without it', '{"data":{"event":[]}}'],
    ['an object in its place', '{"data":{"events":{}}}'],
    ['one whose data is a list', '{"data":[{"events":[]}]}'],
    ['one that names data again', '{"data":{"events":[1]},"data":5}'],
  ])('are missing from %s', (_what, document) => {
    expect(() => read(document)).toThrow(new FeedError('No array.'));
  });

  it('are what JSON.parse reads, whatever stands in and around them and however it comes', () => {
    const around = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 });
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        around,
        around,
        fc.constantFrom(undefined, 1, '\t'),
        pieces,
        (events, a, b, indent, lengths) => {
          const text = JSON.stringify({ ...a, data: { ...b, events }, z: [1] }, undefined, indent);
          expect(read(text, lengths)).toEqual(JSON.parse(text).data.events);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('are none of an empty array, wherever it is cut', () => {
    const document = '{"data":{"events":[ ]},"z":[1]}';
    for (let length = 0; length < document.length; length += 1) expect(read(document, [length])).toEqual([]);
  });

  it('are the same where some are longer than the pieces that they come in', () => {
    const length = fc.oneof(fc.nat({ max: 100 }), fc.nat({ max: 50_000 }));
    const lengths = fc.array(fc.nat({ max: 40_000 }), { maxLength: 20 });
    fc.assert(
      fc.property(fc.array(length, { maxLength: 20 }), lengths, (contents, cuts) => {
        const events = contents.map((characters, id) => ({ id, content: 'ü"}'.repeat(characters / 3) }));
        expect(read(JSON.stringify({ data: { events } }), cuts)).toEqual(events);
      }),
    );
  });

  it('are read or refused as JSON.parse does, wherever a document is broken', () => {
    const document = JSON.stringify({
      a: ['"', {}],
      data: { events: [{ b: '\\"}]' }, [], null, 1.5, 'ü😀'] },
      z: 1,
    });
    const place = fc.nat({ max: document.length });
    fc.assert(
      fc.property(
        place,
        place,
        fc.constantFrom('', '"', '\\', ',', ']', '}', '[', '{', ':', '1', ' '),
        pieces,
        (from, to, put, lengths) => {
          const [head, tail] = [document.slice(0, Math.min(from, to)), document.slice(Math.max(from, to))];
          const broken = (head + put + tail).toWellFormed(); // as UTF-8 has it
          expect(outcome(() => read(broken, lengths))).toEqual(
            outcome(() => {
              const events = JSON.parse(broken)?.data?.events;
              if (!Array.isArray(events)) throw new FeedError('No array.');
              return events;
            }),
          );
        },
      ),
      { numRuns: 5000 },
    );
  });
});

function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error instanceof FeedError && error.message === 'No array.' ? 'no array' : 'no JSON';
  }
}
