import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const tool = (path: string, ...args: string[]) =>
  run(process.execPath, [resolve('node_modules', path), ...args]).catch((error) => {
    throw new Error(`${path} failed:\n${error.stdout}${error.stderr}`);
  });

/** Installs the client of the project as users get it, from `npm pack`. */
async function installClient(folder: string): Promise<void> {
  const shell = process.platform === 'win32';
  const packed = await run('npm', ['pack', '-w', 'client', '--json', '--pack-destination', folder], {
    shell,
  });
  const [{ name, filename }] = Object.values<{ name: string; filename: string }>(
    JSON.parse(packed.stdout),
  ) as [{ name: string; filename: string }];
  const installed = join(folder, 'app/node_modules', name);
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', installed]);
}

/** The compiler options of a strict frontend. Generated code is checked, libraries are not. */
const RULES = {
  compilerOptions: {
    ...{ module: 'NodeNext', target: 'ES2022', lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'] },
    ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: true, types: ['node'] },
    outDir: 'built',
  },
};

/** The programs of test/docs/clients with our client and generated ones, compiled in a temporary folder. */
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
      const app = join(folder, 'app');
      cpSync('test/docs/clients', app, { recursive: true });
      symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
      writeFileSync(join(app, 'package.json'), JSON.stringify({ type: 'module' }));
      writeFileSync(join(app, 'tsconfig.json'), JSON.stringify(RULES));
      for (const [name, text] of Object.entries(files)) writeFileSync(join(app, name), text);
      await Promise.all([
        installClient(folder),
        tool('openapi-typescript/bin/cli.js', 'test/openapi.json', '--output', join(app, 'schema.ts')),
        tool(
          '@hey-api/openapi-ts/bin/run.js',
          ...['--input', './test/openapi.json', '--output', join(app, 'hey-api'), '--silent'],
        ),
      ]);
      await tool('@typescript/native/bin/tsc', '--project', app);
    } catch (error) {
      clients.remove();
      throw error;
    }
    return clients;
  }

  /** Runs a program with the service. @returns the lines that it prints */
  async run(program: string, url: string): Promise<string[]> {
    const { stdout } = await run(process.execPath, [join(this.folder, 'app/built', program), url], {
      timeout: 60_000,
    });
    return stdout.trim().split('\n');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
