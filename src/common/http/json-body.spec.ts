import fc from 'fast-check';
import { Problem } from '../problem.js';
import { parseJsonBody, parseQuery } from './json-body.js';

const LONE = '\ud800';

/** What a body is read as, or the code of its refusal. */
function read(body: string | Uint8Array): unknown {
  try {
    return parseJsonBody(Buffer.from(body as string));
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('a JSON body', () => {
  it('is read as JSON.parse reads it, where it is an object of at most 20 levels', () => {
    const objects = fc.dictionary(
      fc.string({ unit: 'binary' }),
      fc.jsonValue({ maxDepth: 30, stringUnit: 'binary' }),
    );
    fc.assert(
      fc.property(objects, (object) => {
        const text = JSON.stringify(object);
        expect(read(text)).toEqual(depthOf(object) > 20 ? 'MALFORMED_JSON' : JSON.parse(text));
      }),
    );
  });

  it('is refused where it is any other value', () => {
    const others = fc
      .jsonValue()
      .filter((value) => typeof value !== 'object' || !value || Array.isArray(value));
    fc.assert(fc.property(others, (value) => read(JSON.stringify(value)) === 'MALFORMED_JSON'));
  });

  it('is read or refused, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        const body = read(bytes);
        expect(body === 'MALFORMED_JSON' || (typeof body === 'object' && body !== null)).toBe(true);
      }),
    );
  });

  it.each([
    [19, 'objects', '{"a":', '}'],
    [20, 'objects', '{"a":', '}'],
    [21, 'objects', '{"a":', '}'],
    [20, 'lists', '[', ']'],
    [21, 'lists', '[', ']'],
    [300_000, 'lists', '[', ']'],
  ])('of %i levels in %s is read up to 20', (depth, _what, open, close) => {
    const body = read(`{"x":${open.repeat(depth - 1)}${open === '[' ? '' : '0'}${close.repeat(depth - 1)}}`);
    if (depth > 20) expect(body).toBe('MALFORMED_JSON');
    else expect(depthOf(body)).toBe(depth);
  });

  it('is undefined where there is none', () => {
    expect(read('')).toBeUndefined();
  });

  it('keeps __proto__ as a member of its own, so that validation sees it', () => {
    const body = read('{"__proto__":{"polluted":true}}') as object;
    expect(Object.keys(body)).toEqual(['__proto__']);
    expect((body as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('a query string', () => {
  it('comes back from its encoded form', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(fc.dictionary(names, fc.string({ unit: 'grapheme' })), (parameters) => {
        expect({ ...parseQuery(new URLSearchParams(Object.entries(parameters)).toString()) }).toEqual({
          ...parameters,
        });
      }),
    );
  });

  it('is read as URLSearchParams reads it, where it decodes', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'ab=&+%20é') }).filter((text) => {
      try {
        return typeof decodeURIComponent(text) === 'string';
      } catch {
        return false;
      }
    });
    fc.assert(
      fc.property(texts, (text) => {
        const expected = new URLSearchParams(text);
        const query = parseQuery(text);
        expect(Object.keys(query).sort()).toEqual([...new Set(expected.keys())].sort());
        for (const [name, value] of Object.entries(query))
          expect([value].flat()).toEqual(expected.getAll(name));
      }),
    );
  });

  it('never throws, and is never longer than what came', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const values = Object.values(parseQuery(text)).flat();
        expect(values.join('').length).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it.each([
    ['', {}],
    ['&&', {}],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['=a', { '': 'a' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['a=1+2%2B', { a: '1 2+' }],
    ['a[b]=1&c.d=2', { 'a[b]': '1', 'c.d': '2' }],
    ['a=%', { a: LONE }],
    ['a=%zz', { a: LONE }],
    ['a=%ff', { a: LONE }],
    ['a=%ED%A0%80', { a: LONE }],
    ['%zz=1', { [LONE]: '1' }],
    ['a=%00', { a: '\0' }],
  ])('%j is read', (text, expected) => {
    expect({ ...parseQuery(text) }).toEqual(expected);
  });

  it('has no prototype that a parameter could name', () => {
    const query = parseQuery('__proto__=1&__proto__=2&constructor=3');
    expect(Object.getPrototypeOf(query)).toBeNull();
    expect(Object.entries(query)).toEqual([
      ['__proto__', ['1', '2']],
      ['constructor', '3'],
    ]);
  });
});
