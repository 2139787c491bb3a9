import { exec, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { closingCommands, follow, recipes } from './support/recipes.js';

const run = promisify(exec);
/** Milliseconds for the closing commands of the recipes on a busy machine. */
const PATIENCE = 900_000;

describe('docs/extending.md', () => {
  it('names files that exist, as docs/architecture.md does', () => {
    const [duties] = readFileSync('docs/extending.md', 'utf8').split('## The recipes');
    const text = duties + readFileSync('docs/architecture.md', 'utf8');
    const paths = [...text.matchAll(/`((?:src|test|docs|tools|migrations)\/[\w./-]+)`/g)].map(
      ([, path]) => path!,
    );
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it(
    'has recipes that can be followed in sequence, and closing commands that pass then',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'events-and-gigs-recipes-'));
      try {
        const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
        for (const file of files.filter(existsSync)) cpSync(file, join(folder, file));
        symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
        expect([...recipes().keys()]).toEqual(['add a field', 'add a filter', 'add a resource']);
        const written = new Map<string, string>();
        for (const steps of recipes().values()) for (const step of steps) follow(step, written);
        for (const [path, text] of written) {
          mkdirSync(dirname(join(folder, path)), { recursive: true });
          writeFileSync(join(folder, path), text);
        }
        const { PATH, HOME } = process.env;
        const options = {
          cwd: folder,
          env: { PATH, HOME, FUZZ_REQUESTS: '600' },
          maxBuffer: 2 ** 28,
        };
        for (const command of closingCommands()) {
          const failed = await run(command, options).then(
            () => [],
            ({ code, stdout, stderr }) => {
              const lines = `${stdout}${stderr}`.split('\n').filter((line) => /●|error|✖|×/i.test(line));
              return [`exit code ${code}`, ...lines];
            },
          );
          expect({ command, failed }).toEqual({ command, failed: [] });
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    PATIENCE,
  );
});
