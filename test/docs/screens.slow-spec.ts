import { startApp, type TestApp } from '../support/app.js';
import { createEvent, gigBody } from '../support/factories.js';
import { tableOf } from './markdown.js';

const PAGE = 'docs/calling.md';
const screens = tableOf(PAGE, 'Screen', 'Requests', 'How many').map(([screen, requests, count]) => ({
  screen,
  requests: [...requests!.matchAll(/`GET ([^`]+)`/g)].map(([, path]) => path!),
  count: Number.parseInt(count!, 10),
}));

describe(`the screens of ${PAGE}`, () => {
  let service: TestApp;
  /** By the first segment of the path of their `{id}`, or by their own names. */
  let ids: Record<string, string>;

  beforeAll(async () => {
    service = await startApp();
    const [alice, bob] = [service.as('alice'), service.as('bob')];
    const startAt = new Date(Date.now() + 3_600_000).toISOString();
    const gig = await createEvent(alice, gigBody({ startAt, endAt: null }));
    await bob.post(`/gigs/${gig.id}/applications`);
    await alice.post(`/events/${gig.id}/interactions`, { action: 'SAVE' });
    const [notification] = (await alice.get('/notifications')).body.data;
    ids = {
      ...{ events: gig.id, gigs: gig.id, users: 'alice', notifications: notification.id },
      ...{ gigIds: gig.id, userId: 'alice' },
    };
  });
  afterAll(() => service.close());

  it('exist', () => expect(screens.length).toBeGreaterThan(5));

  it.each(screens)('$screen takes so many requests, which all succeed', async ({ requests, count }) => {
    expect(requests).toHaveLength(count);
    for (const template of requests) {
      const path = template.replace(/(?<=\/(\w+)\/)\{id\}|\{(\w+)\}/g, (_, of, name) => ids[of ?? name]!);
      const { status, body } = await service.as('alice').get(path);
      expect({ path, status }).toEqual({ path, status: 200 });
      if (path.includes('when=week')) expect(body.data).toHaveLength(1);
    }
  });
});
