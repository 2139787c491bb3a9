import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

describe('the build', () => {
  it.each(['start', 'demo', 'job', 'bench', 'trials'])('precedes npm run %s', (name) => {
    expect(scripts[name]).toMatch(/^(node tools\/check-port\.js && )?npm run --silent build && node /);
  });

  it('is announced on stderr, since stdout is for the result of a job', () => {
    const { stdout, stderr } = spawnSync('npm', ['run', '--silent', 'job'], {
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    expect(stderr).toMatch(/^Building .*\.\.\.\n/m);
    expect(stderr).toMatch(/^usage: npm run job -- NAME/m);
    expect(stdout).toBe('');
  });
});
