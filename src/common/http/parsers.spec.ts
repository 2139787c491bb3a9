import fc from 'fast-check';
import { Problem } from '../problem.js';
import { parseJsonBody } from './parsers.js';

/** The parsed body, or the code of its refusal. */
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
  it('is parsed as by JSON.parse if it is an object of at most 20 levels', () => {
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

  it('is refused if it is any other value', () => {
    const others = fc
      .jsonValue()
      .filter((value) => typeof value !== 'object' || !value || Array.isArray(value));
    fc.assert(fc.property(others, (value) => read(JSON.stringify(value)) === 'MALFORMED_JSON'));
  });

  it('is read or refused, for any bytes', () => {
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
  ])('of %i levels in %s is accepted up to 20', (depth, _what, open, close) => {
    const body = read(`{"x":${open.repeat(depth - 1)}${open === '[' ? '' : '0'}${close.repeat(depth - 1)}}`);
    if (depth > 20) expect(body).toBe('MALFORMED_JSON');
    else expect(depthOf(body)).toBe(depth);
  });

  it('is undefined if there is none', () => {
    expect(read('')).toBeUndefined();
  });

  it('keeps __proto__ as an ordinary member, so that validation sees it', () => {
    const body = read('{"__proto__":{"polluted":true}}') as object;
    expect(Object.keys(body)).toEqual(['__proto__']);
    expect((body as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
