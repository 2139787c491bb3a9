import { startApp, type TestApp } from '../support/app.js';
import { createEvent, gigBody } from '../support/factories.js';
import { sectionsOf, tableOf } from './markdown.js';

/** A response, which has no type here. */
// biome-ignore lint/suspicious/noExplicitAny: responses of any operation
type Json = any;

const PAGE = 'docs/calling.md';
const SCREENS = ['Home', 'Search', 'Map', 'Event', 'Agenda', 'Desk', 'Inbox', 'Create'];
/** Each block `http` has requests: a line `GET /path`, and for some the lines of a JSON body. */
const screens = Object.entries(sectionsOf(PAGE, 'http')).map(([screen, block]) => ({
  screen,
  requests: block.trim().split(/\n(?=[A-Z]+ \/)/),
}));
const others = tableOf(PAGE, 'Screen', 'Requests').map(([screen, cell]) => ({
  screen,
  requests: [...cell!.matchAll(/`(GET [^`]+)`/g)].map(([, request]) => request!),
}));

describe(`the screens of ${PAGE}`, () => {
  let service: TestApp;
  let ids: Record<string, string>;

  beforeAll(async () => {
    // The gig starts in an hour, which is today in one of the two zones at any time.
    const zone = new Date().getUTCHours() < 12 ? 'UTC' : 'America/Los_Angeles';
    service = await startApp({ SERVICE_TIME_ZONE: zone });
    const [alice, bob] = [service.as('alice'), service.as('bob')];
    const startAt = new Date(Date.now() + 3_600_000).toISOString();
    const location = { name: 'Ohio Union', latitude: 39.9976, longitude: -83.0086 };
    const gig = await createEvent(alice, gigBody({ title: 'Jazz', startAt, endAt: null, location }));
    const application = (await bob.post(`/gigs/${gig.id}/applications`)).body;
    const items = [{ eventId: gig.id }];
    const collection = (await alice.post('/collections', { items })).body;
    await alice.post(`/events/${gig.id}/interactions`, { action: 'SAVE' });
    const [notification] = (await alice.get('/notifications')).body.data;
    ids = {
      ...{ eventId: gig.id, gigId: gig.id, applicationId: application.id, collectionId: collection.id },
      ...{ userId: 'alice', createdAt: notification.createdAt },
    };
  });
  afterAll(() => service.close());

  it('begin the page, each with one request or two', () => {
    expect(screens.map(({ screen }) => screen)).toEqual(SCREENS);
    expect(screens.filter(({ requests }) => requests.length > 2)).toEqual([]);
    expect(others.length).toBeGreaterThan(3);
  });

  it.each([...screens, ...others])(
    '$screen: the requests succeed as they stand there',
    async ({ screen, requests }) => {
      const found: Json[] = [];
      for (const template of requests) {
        const request = template.replace(/\{(\w+)\}/g, (_match, name) => ids[name]!);
        const [, method, path, json] = /^(\w+) (\S+)\s*(.*)$/s.exec(request)!;
        const body = json ? JSON.parse(json) : undefined;
        const response = await service.as('alice').request(method!, path!, { body });
        expect({ request, isSuccess: response.status < 300 }).toEqual({ request, isSuccess: true });
        found.push(response.body);
      }
      const [first, second] = found;
      const check: Record<string, () => void> = {
        Home: () => expect(first.data).toMatchObject([{ id: ids.eventId, viewer: { isOwner: true } }]),
        Search: () => expect(second.data).toMatchObject([{ id: ids.eventId }]),
        Map: () => expect(first.data).toMatchObject([{ coordinates: { latitude: 39.9976 } }]),
        Agenda: () => expect(second.filter).toBe('relation=SAVED,ACCEPTED,CREATED'),
        Desk: () => {
          const application = { note: 'Please be there at 8.' };
          expect(second.data).toMatchObject([{ outcome: 'DECIDED', application }]);
        },
        Create: () => expect(second).toMatchObject({ tags: ['stagehands'], category: 'EVENT_STAFFING' }),
      };
      check[screen!]?.();
    },
  );
});
