import fc from 'fast-check';
import { FeedError } from '../feed-error.js';
import { Entries } from './entries.js';
import { FeedAnswer } from './feed-answer.js';

const NO_JSON = new FeedError('The feed did not answer JSON.');

/** What a reader is given of a document that comes in blocks of these lengths, and then in one. */
function read(document: string | Uint8Array, lengths: number[] = []): unknown {
  const answer = new FeedAnswer({ entries: new Entries(), notes: {}, read: (value) => value });
  let rest = Buffer.from(document as string);
  answer.begin();
  for (const length of lengths) {
    answer.write(rest.subarray(0, length));
    rest = rest.subarray(length);
  }
  answer.write(rest);
  return answer.end();
}

describe('the answer of a feed', () => {
  it('is what JSON.parse reads, whatever the blocks that it comes in', () => {
    const lengths = fc.array(fc.nat({ max: 9 }));
    const value = fc.jsonValue({ stringUnit: 'binary' });
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 1, '\t'), lengths, (value, indent, lengths) => {
        const text = JSON.stringify(value, undefined, indent).toWellFormed(); // as UTF-8 has it
        expect(read(text, lengths)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('forgets a document that begins again', () => {
    const answer = new FeedAnswer({ entries: new Entries(), notes: {}, read: (value) => value });
    answer.begin();
    answer.write(Buffer.from('[1,'));
    answer.begin();
    answer.write(Buffer.from('[2]'));
    expect(answer.end()).toEqual([2]);
  });

  it.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['HTML', '<!doctype html><title>Sign in</title>'],
    ['a document that is cut off', '{"data":{"events":[{"a":"b'],
    ['a document with something after its end', '{"data":{"events":[]}} x'],
    ['text in Latin-1', Buffer.from('["Caf\u00e9"]', 'latin1')],
    ['text whose last character is cut off', Buffer.from('"\u00e9').subarray(0, 2)],
    ['300 000 arrays without an end', '['.repeat(300_000)],
  ])('cannot be %s', (_what, document) => {
    expect(() => read(document)).toThrow(NO_JSON);
  });

  it('may begin with a byte order mark', () => {
    expect(read('\uFEFF[1]')).toEqual([1]);
  });

  it('may be nested deeply', () => {
    expect(read(`${'['.repeat(300_000)}${']'.repeat(300_000)}`)).toHaveLength(1);
  });

  it('has the last of two members of one name, and numbers without a bound', () => {
    expect(read('{"a":1,"a":-1e999}')).toEqual({ a: Number.NEGATIVE_INFINITY });
  });

  it('changes no prototype', () => {
    const value = read('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
    expect((value as { polluted?: number }).polluted).toBeUndefined();
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
