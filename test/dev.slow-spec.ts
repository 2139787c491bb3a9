import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../src/database/embedded/embedded-process.js';
import { closeAfterTest } from './support/close-after-test.js';
import { createTestDatabase } from './support/database.js';
import { startNode } from './support/node-process.js';
import { until } from './support/until.js';

const COPIED = ['bench', 'dist', 'docs', 'migrations', 'sandbox', 'src', 'tools', 'trials'];
const FILES = ['ormconfig.ts', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];

/** The processes that work in a folder. */
const processesIn = (folder: string) =>
  readdirSync('/proc').filter((id) => {
    try {
      return readlinkSync(`/proc/${id}/cwd`) === folder;
    } catch {
      return false; // it has ended, or is no process
    }
  });

describe('npm run dev', () => {
  it('serves each change, also after one that cannot start, and ends all that it has started', async () => {
    const database = await createTestDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'events-and-gigs-dev-'));
    for (const name of [...COPIED, ...FILES]) cpSync(name, join(folder, name), { recursive: true });
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    const PORT = `${await freePort()}`;
    const dev = startNode(['dist/sandbox/dev.js'], database.url, { PORT }, folder);
    closeAfterTest({
      close: async () => {
        dev.child.kill('SIGTERM');
        await dev.exit;
        rmSync(folder, { recursive: true });
        await database.drop();
      },
    });

    const header = async () =>
      fetch(`http://127.0.0.1:${PORT}/health/live`).then(
        ({ headers }) => headers.get('referrer-policy'),
        () => 'unreachable',
      );
    const path = join(folder, 'src/common/http/headers.ts');
    const text = readFileSync(path, 'utf8');
    await until(async () => (await header()) === 'no-referrer');
    await until(() => dev.stdout.includes('Watching for file changes'));
    writeFileSync(path, text.replace("'no-referrer'", "'origin'"));
    await until(async () => (await header()) === 'origin');
    writeFileSync(path, `${text}\nthrow new Error('Broken');\n`);
    await until(() => dev.stderr.includes('Error: Broken'));
    writeFileSync(path, text);
    await until(async () => (await header()) === 'no-referrer');

    dev.child.kill('SIGTERM');
    await dev.exit;
    expect(await header()).toBe('unreachable');
    await until(() => processesIn(folder).length === 0);
  });
});
