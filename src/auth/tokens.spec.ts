import { mkdir, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Config } from '../common/config.js';
import { Tokens } from './tokens.js';

const AUTH_SECRET = 'a secret of 32 bytes or more, for tests';

describe('verified tokens', () => {
  /** Verifies `others` tokens after a first one. Returns whether the first is still cached: it is the same. */
  async function outlasts(others: number, name: string): Promise<boolean> {
    const tokens = new Tokens(Config.from({ AUTH_SECRET }));
    const first = await tokens.sign('alice', 'Alice');
    const caller = await tokens.verify(first);
    expect(await tokens.verify(first)).toBe(caller);
    for (let number = 0; number < others; number += 1) {
      const token = await tokens.sign(`user ${number}`, name);
      expect((await tokens.verify(token)).id).toBe(`user ${number}`);
    }
    return (await tokens.verify(first)) === caller;
  }

  it('need a readable secret, and are valid once it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'events-and-gigs-tokens-'));
    const [tokens, path] = [new Tokens(Config.from({ DATA_DIR: folder })), join(folder, 'auth-secret')];
    await mkdir(path);
    await expect(tokens.sign('alice', 'Alice')).rejects.toThrow('EISDIR');
    await expect(tokens.verify('a.b.c')).rejects.toThrow('EISDIR');
    expect(await readdir(folder)).toEqual(['auth-secret']);
    await rmdir(path);
    expect(await tokens.verify(await tokens.sign('alice', 'Alice'))).toMatchObject({ id: 'alice' });
    await rm(folder, { recursive: true });
  });

  it('are evicted 30 s after their expiry', async () => {
    const tokens = new Tokens(Config.from({ AUTH_SECRET }));
    const token = await tokens.sign('alice', 'Alice');
    const caller = await tokens.verify(token);
    const { expiresAt } = caller;
    const clock = jest.spyOn(Date, 'now');
    try {
      clock.mockReturnValue((expiresAt + 29) * 1000);
      expect(await tokens.verify(token)).toBe(caller);
      clock.mockReturnValue((expiresAt + 30) * 1000);
      expect(await tokens.verify(token)).not.toBe(caller);
    } finally {
      clock.mockRestore();
    }
  });

  it('are cached, up to a limit', async () => {
    expect(await outlasts(600, 'Bob')).toBe(true);
  });

  it('take no more memory if they are long', async () => {
    expect(await outlasts(600, 'x'.repeat(10_000))).toBe(false);
  });
});
