import { readFileSync } from 'node:fs';
import { Config } from '../../src/common/config.js';
import { SCHEDULE } from '../../src/jobs/schedule.js';

/** Where a page documents other names than there are, in words. */
function differences(page: string, pattern: RegExp, names: string[]): string[] {
  const documented = [...readFileSync(page, 'utf8').matchAll(pattern)].map(([, name]) => name!);
  return [
    ...names.filter((name) => !documented.includes(name)).map((name) => `${page} does not document ${name}`),
    ...documented.filter((name) => !names.includes(name)).map((name) => `${page} documents ${name}`),
  ];
}

describe('the configuration', () => {
  it.each([
    ['.env.example', /^#?([A-Z_]+)=/gm],
    ['docs/operating.md', /^\| `([A-Z_]+)` \|/gm],
  ])('is documented variable by variable in %s', (page, pattern) => {
    expect(differences(page, pattern, Object.keys(Config.from({})))).toEqual([]);
  });
});

describe('the jobs', () => {
  it('are documented one by one in docs/operating.md', () => {
    const jobs = /^\| `[a-z-]+` \|.*`npm run job -- ([a-z-]+)` \|$/gm;
    expect(differences('docs/operating.md', jobs, Object.keys(SCHEDULE))).toEqual([]);
  });
});
