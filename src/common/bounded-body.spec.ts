import { Readable } from 'node:stream';
import { readBody } from './bounded-body.js';

const TOO_LARGE = new Error('Too large.');
const bodyOf = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
const read = (body: Readable, maxBytes: number) => readBody(body, maxBytes, () => TOO_LARGE);

describe('a body that is read up to a number of bytes', () => {
  it('comes whole where it has just so many', async () => {
    expect(String(await read(bodyOf('ab', '', 'cde'), 5))).toBe('abcde');
    expect(await read(bodyOf(), 0)).toHaveLength(0);
  });

  it('is refused where it has one more, and destroyed', async () => {
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
