import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const PACKAGE = { name: 'left-pad', version: '1.3.0' };

describe('the check of signatures in CI', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'signatures-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs the check with an npm that has this output and exit code. */
  function check(said: string, code: number) {
    const npm = join(folder, 'npm');
    writeFileSync(join(folder, 'said'), said);
    writeFileSync(npm, `#!/bin/sh\ncat '${folder}/said'\nexit ${code}\n`);
    chmodSync(npm, 0o755);
    const env = { PATH: `${folder}${delimiter}${process.env.PATH}` };
    const { status, stdout } = spawnSync(process.execPath, ['.ci/signatures.js'], { env, encoding: 'utf8' });
    return { status, stdout };
  }

  it('passes if all are valid', () => {
    expect(check('{"invalid": [], "missing": []}', 0)).toEqual({
      status: 0,
      stdout: 'All signatures hold.\n',
    });
  });

  it.each([
    ['invalid', { invalid: [PACKAGE], missing: [] }],
    ['missing', { invalid: [], missing: [PACKAGE] }],
  ])('fails on one that is %s, and names it', (kind, response) => {
    const { status, stdout } = check(JSON.stringify(response), 1);
    expect(status).toBe(1);
    expect(stdout).toContain(`left-pad@1.3.0: ${kind} signature`);
  });

  it.each([
    [
      'cannot be reached',
      '{"error": {"code": "ENOTFOUND", "summary": "getaddrinfo ENOTFOUND"}}',
      'ENOTFOUND',
    ],
    [
      'signs nothing',
      '{"error": {"code": null, "summary": "found no dependencies"}}',
      'found no dependencies',
    ],
    ['is cut off', '{"inv', 'nothing within'],
    ['says nothing', '', 'nothing within'],
  ])('passes if the registry %s, and says so', (_what, said, why) => {
    const { status, stdout } = check(said, 1);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^The registry does not answer/);
    expect(stdout).toContain(why);
  });
});
