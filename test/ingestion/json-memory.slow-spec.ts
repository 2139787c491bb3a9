import { readJson } from '../../src/ingestion/reading/json.js';

/** 32 MiB of a document with a repeated text in its middle. */
async function* repeated(start: string, text: string, end: string) {
  const block = Buffer.from(text.repeat(2 ** 16 / text.length));
  yield Buffer.from(start);
  for (let size = 0; size < 32 * 2 ** 20; size += block.length) yield block;
  yield Buffer.from(end);
}

describe('the JSON of a feed', () => {
  it.each([
    ['number', '[9', '9', ']'],
    ['string', '["', '\\u0041', '"]'],
    ['name', '[{"', 'k', '":1}]'],
  ])('takes little memory with a %s of 32 MiB', async (_, start, text, end) => {
    const before = process.memoryUsage().rss;
    expect(await readJson(repeated(start, text, end))).toHaveLength(1);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20);
  });
});
