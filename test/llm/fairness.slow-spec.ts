import { startApp, type TestApp } from '../support/app.js';
import { closeAfterTest } from '../support/close-after-test.js';
import { createTestDatabase } from '../support/database.js';
import { createEvent, eventBody } from '../support/factories.js';
import { CAMPUS, startFeeds } from '../support/feeds.js';
import { runByHand } from '../support/job.js';
import { type Behaviour, completes, hangs, ModelServer, returns } from '../support/model-server.js';
import { Service } from '../support/service.js';
import { until } from '../support/until.js';

const GOOD = { tags: ['jazz'], category: 'MUSIC', summary: 'A trio plays standards.' };
const NONE = { tags: [], category: null, summary: null };
const SIX = Array.from({ length: 6 }, (_, n) => `mallory ${n}`);

/** The model works, except on texts with "Hang". */
const failingOnTexts =
  (behaviour: Behaviour): Behaviour =>
  (response, request) =>
    (JSON.stringify(request.data).includes('Hang') ? behaviour : completes(GOOD))(response, request);

describe('a language model that fails on the texts of some users', () => {
  let model: ModelServer;
  let service: Pick<TestApp, 'as' | 'patientlyAs'>;
  const settings = () => model.environment({ TAGGER_TIMEOUT_MS: '3000' });

  beforeEach(async () => {
    model = closeAfterTest(await ModelServer.start());
  });
  const start = async () => {
    service = closeAfterTest(await startApp(settings()));
  };
  /** Starts the service as a process, with a log. */
  const startLogging = async () => {
    const database = await createTestDatabase();
    closeAfterTest({ close: () => database.drop() });
    const process = await Service.start(database.url, settings());
    closeAfterTest({ close: () => process.stop() });
    service = process;
    return process;
  };

  /** The number of calls by outcome. */
  const outcomes = async (): Promise<Record<string, number>> => {
    const { text } = await service.as('operator').get('/metrics');
    const counts: Record<string, number> = {};
    for (const [, outcome, count] of text.matchAll(/^language_model_call\S*_count\{.*"(\w+)"\} (\d+)$/gm))
      counts[outcome!] = (counts[outcome!] ?? 0) + Number(count);
    return counts;
  };
  const hang = (userId: string) =>
    createEvent(service.patientlyAs(userId), { title: `Hang, says ${userId}` });
  /** The lines of the log about pauses. */
  const breaks = ({ output }: Service) =>
    output.split('\n').filter((line) => line.includes('is not called for'));
  /** Running calls, by author. */
  const running = (): string[] => [...model.waiting.values()].flatMap(({ data }) => data.title ?? []).sort();

  it('tags the texts of others while six users hang it, from their first text on', async () => {
    const process = await startLogging();
    model.behave = failingOnTexts(hangs);
    const alice = service.patientlyAs('alice');
    const first = SIX.flatMap((userId) => [hang(userId), hang(userId)]);
    await until(() => model.waiting.size === 12);
    for (let n = 0; n < 3; n += 1) expect(await createEvent(alice)).toMatchObject(GOOD);
    for (const event of await Promise.all(first)) expect(event).toMatchObject(NONE);

    model.reset(failingOnTexts(hangs));
    const second = SIX.flatMap((userId) => [hang(userId), hang(userId), hang(userId)]);
    await until(() => model.waiting.size === 12);
    const pairs = Array.from({ length: 4 }, () => Promise.all([createEvent(alice), createEvent(alice)]));
    for (const event of (await Promise.all(pairs)).flat()) expect(event).toMatchObject(GOOD);
    for (const event of await Promise.all(second)) expect(event).toMatchObject(NONE);
    expect(await createEvent(alice)).toMatchObject(GOOD);

    expect(breaks(process)).toEqual([]);
    const { of_text, busy, answered, ...others } = await outcomes();
    // Of the second round, two calls of each were sent; the third timed out in the queue.
    expect([of_text, busy, answered]).toEqual([24, 6, 12]);
    expect(others).toEqual({});
    expect(process.output).toContain('The model did not respond in time. It responds to others');
    expect(process.output).toContain('Too many calls wait for the model.');
  });

  it('frees the slot of a user when the call ends, not when the client disconnects', async () => {
    await start();
    const ofMallory = () => running().filter((title) => title.includes('mallory')).length;
    model.behave = failingOnTexts(hangs);
    const leaving = new AbortController();
    const { signal } = leaving;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(eventBody({ title: 'Hang, says mallory' }));
    const create = () => service.as('mallory').fetch('/events', { method: 'POST', headers, body, signal });
    const left = Array.from({ length: 4 }, () => create().catch(() => 'left'));
    await until(() => ofMallory() === 2);
    leaving.abort();
    expect(await Promise.all(left)).toEqual(Array(4).fill('left'));
    expect(await createEvent(service.patientlyAs('alice'))).toMatchObject(GOOD);
    expect(ofMallory()).toBe(2);
  });

  it.each<[string, Behaviour]>([
    ['hangs', hangs],
    ['returns 500', returns('', 500)],
    ['is blocked by a filter', returns('', 403)],
  ])('keeps the breaker closed if it %s for eight users, one after the other', async (_how, behaviour) => {
    await start();
    model.behave = failingOnTexts(behaviour);
    await Promise.all(Array.from({ length: 8 }, (_, n) => hang(`mallory ${n}`)));
    for (const userId of SIX) await hang(userId);
    expect(await createEvent(service.patientlyAs('alice'))).toMatchObject(GOOD);
    const { of_text, given_up = 0 } = await outcomes();
    expect(of_text).toBeGreaterThan(0);
    expect(given_up).toBe(0);
  });

  it('is paused as soon as it fails on all texts, and its failures are distinguished from those of a text', async () => {
    const process = await startLogging();
    model.behave = hangs;
    await Promise.all(SIX.map((userId) => hang(userId)));
    expect(breaks(process)).toHaveLength(1);
    expect(await createEvent(service.patientlyAs('alice'))).toMatchObject(NONE);
    expect(Object.keys(await outcomes()).sort()).toEqual(['given_up', 'timeout']);
  });

  it("does not count a full queue as anyone's failure", async () => {
    await start();
    model.behave = hangs;
    const all = Array.from({ length: 60 }, (_, n) => hang(`user ${n % 4}`));
    await until(async () => ((await outcomes()).busy ?? 0) >= 20);
    model.behave = completes(GOOD);
    expect(await createEvent(service.patientlyAs('alice'))).toMatchObject(GOOD);
    model.release(completes(GOOD));
    await Promise.all(all);
    expect(Object.keys(await outcomes()).sort()).toEqual(['answered', 'busy']);
  });

  it('keeps the breaker closed if texts of a feed hang it', async () => {
    const feeds = closeAfterTest(await startFeeds());
    feeds.server.campus.setEvents(
      Array.from({ length: 16 }, (_, n) => CAMPUS.entry(n, { title: n < 12 ? `Hang ${n}` : `Jazz ${n}` })),
    );
    model.behave = failingOnTexts(hangs);
    const settings = model.environment({ ...feeds.settings, TAGGER_TIMEOUT_MS: '1500' });
    const result = await runByHand('campus-sync', feeds.service.database.url, settings);
    expect(result).toMatchObject({ outcome: 'SUCCEEDED', created: 16, tagged: 4, untagged: 12 });
  });
});
