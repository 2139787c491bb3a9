import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const tool = (path: string, ...args: string[]) =>
  run(process.execPath, [resolve('node_modules', path), ...args]).catch((error) => {
    throw new Error(`${path} failed:\n${error.stdout}${error.stderr}`);
  });

/** The compiler options of a strict frontend. Generated code is checked, libraries are not. */
const RULES = {
  compilerOptions: {
    ...{ module: 'NodeNext', target: 'ES2022', lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'] },
    ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: true, types: ['node'] },
    ...{ allowJs: true, checkJs: true, outDir: 'built' },
  },
};

/** The programs of test/docs/clients with clients generated from the document, compiled in a temporary folder. */
export class GeneratedClients {
  private constructor(private readonly folder: string) {}

  /**
   * @param files further files to compile
   * @throws Error with the output of the generator or the compiler
   */
  static async build(files: Record<string, string> = {}): Promise<GeneratedClients> {
    const folder = mkdtempSync(join(tmpdir(), 'events-and-gigs-clients-'));
    const clients = new GeneratedClients(folder);
    try {
      cpSync('test/docs/clients', folder, { recursive: true });
      symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(RULES));
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      await Promise.all([
        tool('openapi-typescript/bin/cli.js', 'test/openapi.json', '--output', join(folder, 'schema.ts')),
        tool(
          '@hey-api/openapi-ts/bin/run.js',
          ...['--input', './test/openapi.json', '--output', join(folder, 'hey-api'), '--silent'],
        ),
      ]);
      await tool('typescript/bin/tsc', '--project', folder);
    } catch (error) {
      clients.remove();
      throw error;
    }
    return clients;
  }

  /** Runs a program with the service. @returns the lines that it prints */
  async run(program: string, url: string): Promise<string[]> {
    const { stdout } = await run(process.execPath, [join(this.folder, 'built', program), url], {
      timeout: 60_000,
    });
    return stdout.trim().split('\n');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
