import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { Ledger } from '../../trials/ledger.js';
import { byDefault, haproxyConfig, pgbouncerConfig } from '../../trials/proxies.js';
import { markdown } from '../../trials/report.js';
import { faultsOf, type Outcome, type Result } from '../../trials/trial.js';
import { TRIALS } from '../../trials/trials.js';

const outcome = (overrides: Partial<Outcome> = {}): Outcome => ({
  ...{ acknowledged: 10, lost: 0, repeated: 0, unavailable: 0, errors: 0, broken: 0 },
  ...{ longestPause: 1_500, notes: [], ...overrides },
});

describe('the ledger of a trial', () => {
  it('counts lost, repeated, refused and unanswered writes', () => {
    const ledger = new Ledger();
    ledger.acknowledge('a', '1', 1_000);
    ledger.acknowledge('b', '2', 1_200);
    ledger.acknowledge('c', '3', 4_000);
    for (const status of [503, 503, 500, undefined]) ledger.fail(status);
    // The database has b twice, and d, which was never acknowledged.
    const rows = [
      { key: 'a', id: '1' },
      { key: 'b', id: '2' },
      { key: 'b', id: '9' },
      { key: 'd', id: '4' },
    ];
    expect(ledger.settle(rows)).toEqual({
      ...{ acknowledged: 3, lost: 1, repeated: 1, unavailable: 2, errors: 1, broken: 1 },
      ...{ longestPause: 2_800, notes: [] },
    });
  });

  it('counts a write as lost if it has another id, or if a list lacks it', () => {
    const ledger = new Ledger();
    for (const key of ['a', 'b', 'c']) ledger.acknowledge(key, `id of ${key}`, 0);
    ledger.miss('id of c');
    const rows = ['b', 'c'].map((key) => ({ key, id: `id of ${key}` }));
    expect(ledger.settle([{ key: 'a', id: 'another' }, ...rows])).toMatchObject({ lost: 2, repeated: 0 });
  });
});

describe('the result of a trial', () => {
  it('fails by the counts that have to be 0, and by no others', () => {
    expect(faultsOf(['lost', 'errors'], outcome({ unavailable: 3 }))).toEqual([]);
    expect(faultsOf(['lost', 'errors'], outcome({ lost: 2, errors: 1 }))).toEqual([
      'lost: 2',
      'other 5xx: 1',
    ]);
  });

  it('fails if a control loses nothing, and if nothing was written', () => {
    expect(faultsOf('control', outcome())).toEqual(['the control lost nothing']);
    expect(faultsOf('control', outcome({ lost: 1 }))).toEqual([]);
    expect(faultsOf(['lost'], outcome({ acknowledged: 0 }))).toEqual(['nothing was acknowledged']);
  });

  it('is in the table, with trials that could not run', () => {
    const text = markdown([
      { name: 'kill', title: 'all die', outcome: outcome({ acknowledged: 1_234 }), faults: [] },
      { name: 'failover', title: 'one dies', outcome: outcome({ lost: 1 }), faults: ['lost: 1'] },
      { name: 'pool', title: 'one connection', missing: 'no pgbouncer was found', faults: [] },
    ]);
    expect(text).toMatch(/\| kill +\| +1,234 \| +0 \|.*\| +1\.5 s \| +holds \|/);
    expect(text).toMatch(/\| failover .* \*\*fails\*\* \|/);
    expect(text).toMatch(/\| pool .* not run \|/);
    expect(text).toContain('- `pool`: one connection; not run: no pgbouncer was found.');
  });
});

describe('the proxies of a trial', () => {
  const haproxy = readFileSync('deploy/haproxy.cfg', 'utf8');
  const pgbouncer = readFileSync('deploy/pgbouncer.ini', 'utf8');

  it('are those of deploy, at other addresses', () => {
    const config = haproxyConfig(haproxy, 4711, ['127.0.0.1:1', '127.0.0.1:2', '127.0.0.1:3']);
    expect(config).toContain('bind 127.0.0.1:4711');
    expect(config.match(/^ {4}server .*$/gm)).toHaveLength(3);
    expect(config).not.toContain('events-1:3000');
    expect(byDefault(config)).not.toMatch(/inter|redispatch|retries/);
    const pool = pgbouncerConfig(pgbouncer, { default_pool_size: 1, events: 'host=$& port=2' });
    expect(pool).toContain('default_pool_size = 1\n');
    expect(pool).toContain('events = host=$& port=2\n');
    expect(pool).toContain('pool_mode = transaction\n');
  });

  it('have no setting that the file lacks', () => {
    expect(() => pgbouncerConfig(pgbouncer, { pool_sise: 1 })).toThrow('no pool_sise');
  });
});

describe('the stored results', () => {
  const results: Result[] = JSON.parse(readFileSync('bench/results/trials.json', 'utf8')).results;

  it('cover all trials, and only controls lost or repeated writes', () => {
    expect(results.map(({ name }) => name)).toEqual(Object.keys(TRIALS));
    for (const { name, outcome } of results) {
      const isControl = TRIALS[name]!.holds === 'control';
      expect([name, outcome!.lost > 0, outcome!.repeated]).toEqual([name, isControl, 0]);
    }
  });

  it('are named, trial by trial, on the way from one process to many', () => {
    const text = readFileSync('docs/operating.md', 'utf8');
    expect(results.map(({ name }) => name).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});
