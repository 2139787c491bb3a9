import { Readable } from 'node:stream';
import { readBody } from './bounded-body.js';

const TOO_LARGE = new Error('Too large.');
const bodyOf = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
const read = (body: Readable, maxBytes: number) => readBody(body, maxBytes, () => TOO_LARGE);

describe('a body with a limit', () => {
  it('is read whole if its size is the limit', async () => {
    expect(String(await read(bodyOf('ab', '', 'cde'), 5))).toBe('abcde');
    expect(await read(bodyOf(), 0)).toHaveLength(0);
  });

  it('is refused and destroyed one byte above the limit', async () => {
    const body = bodyOf('ab', 'cde', 'f');
    await expect(read(body, 4)).rejects.toBe(TOO_LARGE);
    expect(body.destroyed).toBe(true);
  });

  it('fails with its own error', async () => {
    const broken = new Error('It broke.');
    const body = Readable.from([Buffer.from('ab')]);
    body.once('data', () => body.destroy(broken));
    await expect(read(body, 9)).rejects.toBe(broken);
  });
});
