import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { startApp, type TestApp } from '../support/app.js';
import { eventBody } from '../support/factories.js';
import { completes, ModelServer } from '../support/model-server.js';
import { ALERTS, namesIn, type Scrape, scrape } from '../support/prometheus.js';

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
/** Prometheus has it by itself. */
const OF_PROMETHEUS = 'up';
const dashboard = JSON.parse(readFileSync('deploy/dashboard.json', 'utf8'));

describe('the metrics', () => {
  let model: ModelServer;
  let service: TestApp;
  let read: Scrape;

  beforeAll(async () => {
    model = await ModelServer.start();
    model.behave = completes({ tags: ['x'], category: null, summary: null });
    const webhook = { WEBHOOK_URL: 'http://127.0.0.1:9/', WEBHOOK_SECRET: `whsec_${'A'.repeat(43)}=` };
    service = await startApp({ ...model.environment(), ...webhook, INSTANCE_NAME: 'events-7' });
    await service.runJob('purge');
    read = await scrape(service.url);
  });
  afterAll(async () => {
    await service.close();
    await model.close();
  });

  const sampleOf = (name: string, labels: object = {}) =>
    read.samples.find(
      (each) => each.name === name && Object.entries(labels).every(([key, of]) => each.labels[key] === of),
    )?.value;

  it.each([
    ['an alert', ALERTS.map(({ expr }) => expr)],
    [
      'the dashboard',
      dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
        targets.map(({ expr }) => expr),
      ),
    ],
  ])('are all that %s uses', (_what, expressions: string[]) => {
    const used = expressions.flatMap(namesIn).filter((name) => name !== OF_PROMETHEUS);
    const isKnown = (name: string) =>
      read.names.includes(name.replace(/_(?:bucket|sum|count)$/, '')) || read.names.includes(name);
    expect(used.filter((name) => !isKnown(name))).toEqual([]);
    expect(used.length).toBeGreaterThan(10);
  });

  it('name the instance, and say that it is ready and migrated', () => {
    expect(sampleOf('service_info', { name: 'events-7' })).toBe(1);
    expect(sampleOf('service_ready')).toBe(1);
    expect(sampleOf('database_migrations', { state: 'pending' })).toBe(0);
    expect(sampleOf('database_migrations', { state: 'unknown' })).toBe(0);
  });

  it('have the last run of a job, on each instance', async () => {
    const other = await startApp({}, service.database);
    read = await scrape(other.url);
    await other.close();
    expect(sampleOf('job_last_outcome', { name: 'purge', outcome: 'SUCCEEDED' })).toBe(1);
    expect(sampleOf('job_last_outcome', { name: 'purge', outcome: 'FAILED' })).toBe(0);
    expect(sampleOf('job_last_success_timestamp_seconds', { name: 'purge' })).toBeGreaterThan(1.7e9);
    expect(sampleOf('job_last_duration_seconds', { name: 'purge' })).toBeGreaterThanOrEqual(0);
    expect(sampleOf('job_last_items', { name: 'purge', outcome: 'events' })).toBe(undefined);
    expect(sampleOf('job_last_items', { name: 'purge', outcome: 'job_claims' })).toBe(0);
  });

  it('time statements by name', async () => {
    await service.as('alice').post('/events', {});
    await service.as('alice').get('/users/me');
    await service.as('alice').get('/events');
    read = await scrape(service.url);
    const names = read.samples
      .filter(({ name }) => name === 'database_statement_duration_seconds_count')
      .map(({ labels }) => labels.statement);
    expect(names).toEqual(expect.arrayContaining(['unnamed', 'commit']));
    expect(names.some((name) => name?.startsWith('events?'))).toBe(true);
  });

  it('count calls of the model, which have the trace of their request, if it is valid', async () => {
    const headers = {
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      tracestate: 'vendor=1',
    };
    for (const [sent, passed] of [
      [headers, headers],
      [{ traceparent: 'no trace' }, { traceparent: undefined }],
    ] as const) {
      expect((await service.as('alice').post('/events', eventBody(), sent)).status).toBe(201);
      expect(model.requests.at(-1)!.headers.traceparent).toBe(passed.traceparent);
    }
    read = await scrape(service.url);
    for (const queue of ['writers', 'searches', 'own_data', 'model'])
      expect(sampleOf('queue_waiting', { queue })).toBe(0);
  });

  it('count streams and refused ones', async () => {
    const streams = new AbortController();
    const open = () => service.as('reader').fetch('/notifications/stream', { signal: streams.signal });
    for (let count = 0; count < 5; count += 1) expect((await open()).status).toBe(200);
    expect((await open()).status).toBe(429);
    read = await scrape(service.url);
    streams.abort();
    expect(sampleOf('notification_streams')).toBe(5);
    expect(sampleOf('http_failures_total', { cause: 'streams' })).toBe(1);
  });

  it('have an action for each alert in docs/operating.md', () => {
    const page = readFileSync('docs/operating.md', 'utf8');
    const documented = [...page.matchAll(/`([A-Z][a-zA-Z]+)`/g)].map(([, name]) => name!);
    const missing = ALERTS.filter(({ alert }) => !documented.includes(alert));
    expect(missing.map(({ alert }) => alert)).toEqual([]);
  });

  // Debian's package `prometheus` has promtool.
  (hasPromtool ? it : it.skip)('have alerts that promtool accepts', () => {
    expect(spawnSync('promtool', ['check', 'rules', 'deploy/alerts.yaml'])).toMatchObject({ status: 0 });
  });
});
