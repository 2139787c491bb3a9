import fc from 'fast-check';
import { FeedError } from './entries.js';
import { readJson } from './json.js';

const NO_JSON = new FeedError('The feed did not return JSON.');

/** Reads a document that arrives in chunks of these lengths, the rest in one. */
function read(document: string | Uint8Array, lengths: number[] = []): Promise<unknown> {
  async function* chunks() {
    let rest = Buffer.from(document as string);
    for (const length of lengths) {
      yield rest.subarray(0, length);
      rest = rest.subarray(length);
    }
    yield rest;
  }
  return readJson(chunks());
}

describe('the JSON of a feed', () => {
  it('is parsed as by JSON.parse, in any chunks', async () => {
    const lengths = fc.array(fc.nat({ max: 9 }));
    const value = fc.jsonValue({ stringUnit: 'binary' });
    const documents = fc.asyncProperty(
      value,
      fc.constantFrom(undefined, 1, '\t'),
      lengths,
      async (value, indent, lengths) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(await read(text, lengths)).toEqual(JSON.parse(text));
      },
    );
    await fc.assert(documents, { numRuns: 40 });
  });

  it.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['HTML', '<!doctype html><title>Sign in</title>'],
    ['a document that is cut off', '{"data":{"events":[{"a":"b'],
    ['a document with something after its end', '{"data":{"events":[]}} x'],
    ['two documents', '{"data":{"events":[]}}{}'],
    ['text in Latin-1', Buffer.from('["Caf\u00e9"]', 'latin1')],
    ['text whose last character is cut off', Buffer.from('"\u00e9').subarray(0, 2)],
    ['300 000 arrays without an end', '['.repeat(300_000)],
  ])('cannot be %s', async (_what, document) => {
    await expect(read(document)).rejects.toThrow(NO_JSON);
  });

  it('may begin with a byte order mark', async () => {
    expect(await read('\uFEFF[1]')).toEqual([1]);
  });

  it('may be nested deeply', async () => {
    expect(await read(`${'['.repeat(300_000)}${']'.repeat(300_000)}`)).toHaveLength(1);
  });

  it('has the last of two members with one name, and unlimited numbers', async () => {
    expect(await read('{"a":1,"a":-1e999}')).toEqual({ a: Number.NEGATIVE_INFINITY });
  });

  it('keeps lone surrogates, so that its reader can reject them', async () => {
    expect(await read('["a\\ud83d"]')).toEqual(['a\ud83d']);
  });

  it('cannot change a prototype', async () => {
    const value = await read('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
    expect((value as { polluted?: number }).polluted).toBeUndefined();
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
