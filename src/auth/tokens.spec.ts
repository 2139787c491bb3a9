import { Config } from '../common/config.js';
import { Tokens } from './tokens.js';

const AUTH_SECRET = 'a secret of 32 bytes or more, for tests';

describe('verified tokens', () => {
  /** Verifies so many tokens after a first one, and answers whether the first is still remembered. */
  async function outlasts(others: number, name: string): Promise<boolean> {
    const tokens = new Tokens(Config.from({ AUTH_SECRET }));
    const first = await tokens.sign('alice', 'Alice');
    await tokens.verify(first);
    expect(tokens.recall(first)).toMatchObject({ id: 'alice' });
    for (let number = 0; number < others; number += 1) {
      const token = await tokens.sign(`user ${number}`, name);
      await tokens.verify(token);
      expect(tokens.recall(token)?.id).toBe(`user ${number}`);
    }
    return tokens.recall(first) !== undefined;
  }

  it('are remembered, as many as fit', async () => {
    expect(await outlasts(600, 'Bob')).toBe(true);
  });

  it('take no more memory where they are long', async () => {
    expect(await outlasts(600, 'x'.repeat(10_000))).toBe(false);
  });
});
