import { HELP } from './help.js';

describe('the answer to somebody who may harm themselves', () => {
  it('names who helps, in the United States and elsewhere, in a few sentences', () => {
    expect(HELP.CRISIS).toMatch(/In the United States, call or text 988 at any hour\./);
    expect(HELP.CRISIS).toMatch(/Elsewhere, or in immediate danger, call your local emergency number\.$/);
    expect(HELP.CRISIS.length).toBeLessThan(250);
  });
});
