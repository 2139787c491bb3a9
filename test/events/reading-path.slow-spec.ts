import { Session } from 'node:inspector/promises';
import { type InsideApp, startInside } from '../support/inside.js';

const CONTROLLER = 'src/events/events.controller.ts';
const READING = [
  ...['event-filter', 'event-list', 'event-pages', 'serialized-events'].map(
    (file) => `src/events/list/${file}.ts`,
  ),
  ...['src/common/http/serialized.ts', 'src/common/pagination.ts', 'src/database/statements.ts'],
];

/** A maintainer follows a request through these files. A new one is a new thing to learn. */
describe('the files that run for GET /events, from the controller on', () => {
  const inspector = new Session();
  let service: InsideApp;

  beforeAll(async () => {
    service = await startInside({ TAGGER: 'off' });
    inspector.connect();
    await inspector.post('Profiler.enable');
    await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  });
  afterAll(async () => {
    inspector.disconnect();
    await service.close();
  });

  /** The files that run for each of three requests, without those that poll and what these call meanwhile. */
  async function filesOf(path: string, status: number): Promise<string[]> {
    const [first, ...others] = [
      await ranFor(path, status),
      await ranFor(path, status),
      await ranFor(path, status),
    ];
    return first!.filter((file) => others.every((files) => files.includes(file)));
  }

  async function ranFor(path: string, status: number): Promise<string[]> {
    await inspector.post('Profiler.takePreciseCoverage'); // resets the counts
    expect((await service.as('reader').get(path)).status).toBe(status);
    const { result } = await inspector.post('Profiler.takePreciseCoverage');
    const ran = result.filter(
      ({ functions, url }) =>
        !/\/(notifications|webhook)\//.test(url) &&
        functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]!.count > 0),
    );
    return [...new Set(ran.flatMap(({ url }) => /src\/.*$/.exec(url)?.[0] ?? []))].sort();
  }

  it.each([
    ['no filter', 'offset=0', []],
    ['columns and times', 'type=GIG&startDate=2030-01-01', ['src/events/list/time-range.ts']],
  ])('are at most nine with %s', async (_, query, further) => {
    // A request that the pipe refuses never reaches the controller.
    const before = await filesOf(`/events?${query}&limit=0`, 400);
    const files = (await filesOf(`/events?${query}`, 200)).filter((file) => !before.includes(file));
    expect(files).toEqual([CONTROLLER, ...READING, ...further].sort());
  });
});
