import fc from 'fast-check';
import { parseQuery } from './parsers.js';

const LONE = '\ud800';

describe('a query string', () => {
  it('survives encoding and parsing', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(fc.dictionary(names, fc.string({ unit: 'grapheme', minLength: 1 })), (parameters) => {
        expect({ ...parseQuery(new URLSearchParams(Object.entries(parameters)).toString()) }).toEqual({
          ...parameters,
        });
      }),
    );
  });

  it('is parsed as by URLSearchParams, if it can be decoded', () => {
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
        const sent = [...expected].filter(([, value]) => value !== '');
        expect(Object.keys(query).sort()).toEqual([...new Set(sent.map(([name]) => name))].sort());
        for (const [name, value] of Object.entries(query))
          expect([value].flat()).toEqual(expected.getAll(name).filter(Boolean));
      }),
    );
  });

  it('is parsed without an exception, and never grows', () => {
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
    ['a', {}],
    ['a=', {}],
    ['a=&a=1&a=&a', { a: '1' }],
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
  ])('%j is parsed', (text, expected) => {
    expect({ ...parseQuery(text) }).toEqual(expected);
  });

  it('has no prototype that a parameter could reach', () => {
    const query = parseQuery('__proto__=1&__proto__=2&constructor=3');
    expect(Object.getPrototypeOf(query)).toBeNull();
    expect(Object.entries(query)).toEqual([
      ['__proto__', ['1', '2']],
      ['constructor', '3'],
    ]);
  });
});
