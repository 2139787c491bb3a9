import { inOrder } from './in-order.js';

const failure = (code: string) => Object.assign(new Error(code), { code });
const failing = (code: string) => Promise.reject(failure(code));

describe('statements that go out together', () => {
  it('answer in their order', async () => {
    expect(await inOrder(Promise.resolve(1), Promise.resolve('two'))).toEqual([1, 'two']);
  });

  it('throw the first failure of the list', async () => {
    const late = new Promise((_, reject) => setTimeout(reject, 1, failure('57014')));
    await expect(inOrder(late, failing('23505'))).rejects.toMatchObject({ code: '57014' });
  });

  it('throw what made the transaction fail, not what that refused', async () => {
    await expect(inOrder(failing('25P02'), failing('57014'))).rejects.toMatchObject({ code: '57014' });
    await expect(inOrder(failing('25P02'), Promise.resolve())).rejects.toMatchObject({ code: '25P02' });
  });
});
