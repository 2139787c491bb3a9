import { Readable } from 'node:stream';
import { setImmediate as nextTick } from 'node:timers/promises';
import { FeedError } from '../../src/ingestion/reading/entries.js';
import { readJson } from '../../src/ingestion/reading/json.js';

const TOO_MANY = new FeedError('The feed returned over 2000000 values.');

/** A document of `mib` MiB that repeats one text. */
async function* repeated(start: string, text: string, end: string, mib = 32) {
  const block = Buffer.from(text.repeat(2 ** 16 / text.length));
  yield Buffer.from(start);
  for (let size = 0; size < mib * 2 ** 20; size += block.length) yield block;
  yield Buffer.from(end);
}

describe('the JSON of a feed', () => {
  it.each([
    ['objects', '[{}', ',{}'],
    ['lists', '', '['],
    ['numbers', '[0', ',0'],
  ])('is refused with too many %s, while the service responds to requests', async (_, start, text) => {
    let [ticks, longest, last, isOver] = [0, 0, performance.now(), false];
    const others = (async () => {
      for (; !isOver; ticks += 1) {
        await nextTick();
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }
    })();
    const before = process.memoryUsage().rss;
    await expect(readJson(repeated(start, text, ''))).rejects.toThrow(TOO_MANY);
    isOver = true;
    await others;
    expect(ticks).toBeGreaterThan(2);
    expect(longest).toBeLessThan(2_000); // allows for a busy machine; an idle one takes 60 ms
    expect(process.memoryUsage().rss - before).toBeLessThan(500 * 2 ** 20);
  });

  it('may have 50 000 entries', async () => {
    const document = `{"data":{"events":[${Array(50_000).fill('{}')}]}}`;
    expect(JSON.stringify(await readJson(Readable.from([Buffer.from(document)])))).toBe(document);
  });
});
