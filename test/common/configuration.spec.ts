import { readFileSync } from 'node:fs';
import { VARIABLE_NAMES } from '../../src/common/config.js';

describe('the configuration', () => {
  it('is documented by variable in .env.example', () => {
    const documented = [...readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z_]+)=/gm)].map(
      ([, name]) => name,
    );
    expect(documented.sort()).toEqual([...VARIABLE_NAMES].sort());
  });

  it('is documented by variable in the table for operators', () => {
    const documented = [...readFileSync('docs/operating.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(
      ([, name]) => name,
    );
    expect(documented.sort()).toEqual([...VARIABLE_NAMES].sort());
  });
});
