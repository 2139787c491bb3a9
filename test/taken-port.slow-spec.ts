import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Service } from './support/service.js';

describe('a port that is taken', () => {
  const holder = createServer();
  const folder = mkdtempSync(join(tmpdir(), 'taken-port-'));
  let port: string;

  beforeAll(async () => {
    await once(holder.listen(0, '127.0.0.1'), 'listening');
    port = String((holder.address() as AddressInfo).port);
  });
  afterAll(() => {
    holder.close();
    rmSync(folder, { recursive: true });
  });

  it('is reported before the embedded database is created', async () => {
    const DATA_DIR = join(folder, 'data');
    const service = await Service.start('', { PORT: port, DATA_DIR }, { wait: false });
    expect((await service.exit)[0]).toBe(1);
    expect(service.output).toMatch(
      new RegExp(`^Port ${port} of 127.0.0.1 cannot be used \\(EADDRINUSE\\)\\.`, 'm'),
    );
    expect(service.output).not.toContain('    at ');
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it.each(['start', 'dev', 'demo'])('is reported by npm run %s before the build', (script) => {
    const env = { ...process.env, PORT: port, HOST: '' };
    const shell = process.platform === 'win32';
    const { status, stderr } = spawnSync('npm', ['run', script], { env, shell, encoding: 'utf8' });
    expect(status).not.toBe(0);
    expect(stderr).toContain(`Port ${port} is taken on 127.0.0.1.`);
    expect(stderr).toContain(`PORT=${Number(port) + 1} npm run ${script}`);
    expect(stderr).not.toContain('Building');
  });
});
