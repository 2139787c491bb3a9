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
import ts from 'typescript';
import { closingCommands, follow, recipes } from './support/recipes.js';

const run = promisify(exec);
/** Milliseconds for the closing commands of the recipes on a busy machine. */
const PATIENCE = 900_000;

/** The errors of the TypeScript compiler in these files, which replace those on disk. */
function faultsOf(written: Map<string, string>): string[] {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const texts = new Map([...written].map(([path, text]) => [resolve(path), text]));
  const folders = new Set([...texts.keys()].map((path) => dirname(path)));
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, directoryExists } = host;
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.directoryExists = (path) => folders.has(path) || directoryExists!(path);
  const sources = [...texts.keys()].filter((path) => path.endsWith('.ts'));
  const program = ts.createProgram(sources, { ...options, noEmit: true }, host);
  return sources
    .flatMap((path) => ts.getPreEmitDiagnostics(program, program.getSourceFile(path)))
    .map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}

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

  it('has recipes that can be followed in sequence, and compile', () => {
    const written = new Map<string, string>();
    expect([...recipes().keys()]).toEqual(['add a field', 'add a filter', 'add a resource']);
    for (const steps of recipes().values()) for (const step of steps) follow(step, written);
    expect(faultsOf(written)).toEqual([]);
  });

  it(
    'has closing commands that pass after the recipes',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'events-and-gigs-recipes-'));
      try {
        const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
        for (const file of files.filter(existsSync)) cpSync(file, join(folder, file));
        symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
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
        for (const command of new Set([...recipes().keys()].flatMap(closingCommands))) {
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
