import { get, type Scenario, send, share, UNKNOWN } from './scenario.js';

const DAY = 86_400_000;

/** One event: in full, or 304 where the client has it. */
export const READS: Scenario[] = [
  {
    name: 'one-event',
    title: 'GET /events/:id',
    status: 200,
    requests: ({ ids, tokens }, connection) =>
      share(ids, tokens.length, connection).map((id) => get(`/events/${id}`)),
  },
  {
    name: 'not-modified',
    title: 'GET /events/:id (If-None-Match, 304)',
    status: 304,
    requests: ({ ids, tokens }, connection) =>
      // No event has been changed since it was loaded.
      share(ids, tokens.length, connection).map((id) => get(`/events/${id}`, { 'if-none-match': '"1"' })),
  },
];

export const CREATE: Scenario = {
  name: 'create',
  title: 'POST /events',
  status: 201,
  requests: (_, connection) =>
    [0, 1, 2, 3].map((index) => send('POST', '/events', newEvent(connection * 4 + index))),
  ownMembers: ['id', 'createdAt', 'updatedAt'],
};

/** A change of one's own event. The title differs each time, so that each change is written. */
export const UPDATE: Scenario = {
  name: 'update',
  title: 'PATCH /events/:id (own, another title)',
  status: 200,
  requests:
    ({ ownEvents }, connection, side) =>
    () => {
      const { id, change } = ownEvents[side].next(connection);
      return send('PATCH', `/events/${id}`, { title: `Stage hands for concert number ${change}` });
    },
  ownMembers: ['id', 'updatedAt'],
  refused: ({ ownEvents, external, ownClosedEvent }) => {
    const own = ownEvents.service.of(0);
    const patch = (id: string, body: object, headers?: Record<string, string>) =>
      send('PATCH', `/events/${id}`, body, headers);
    const invalid = (body: object) => ({
      ...{ request: patch(own, body), connection: 0, status: 400, code: 'VALIDATION_FAILED' },
    });
    return [
      // Those who may not change the event are refused before the body is validated.
      { request: patch(UNKNOWN, { title: '' }), connection: 0, status: 404, code: 'NOT_FOUND' },
      { request: patch('no-uuid', { title: '' }), connection: 0, status: 404, code: 'NOT_FOUND' },
      { request: patch(own, { title: '' }), connection: 1, status: 403, code: 'NOT_OWNER' },
      { request: patch(external, { title: '' }), connection: 0, status: 403, code: 'EXTERNAL_EVENT' },
      ...[{ title: '' }, { type: 'EVENT' }, { endAt: '1999-12-31T23:00:00Z' }].map(invalid),
      {
        request: patch(ownClosedEvent, { status: 'OPEN' }),
        ...{ connection: 0, status: 400, code: 'INVALID_TRANSITION' },
      },
      {
        request: patch(own, { title: 'Too late' }, { 'if-match': '"0"' }),
        ...{ connection: 0, status: 412, code: 'STALE_VERSION' },
      },
    ];
  },
};

/** The body of a new event or gig. */
function newEvent(index: number): object {
  const startAt = Date.parse('2030-01-01T17:00:00Z') + index * DAY;
  const isGig = index % 3 === 0;
  return {
    title: `Stage hands for concert number ${index}`,
    description:
      'We are setting up the stage, the lights and two hundred chairs for the spring concert and look for people ' +
      'who like to lend a hand. Work starts in the afternoon and ends when the last cable is rolled up; there are ' +
      'breaks, water and a warm meal for everybody. No experience is needed, a crew leader shows you what to do. ' +
      'Wear closed shoes and clothes that may get dusty, and bring gloves if you have some.',
    type: isGig ? 'GIG' : 'EVENT',
    location: { name: 'Ohio Union, Archie Griffin Ballroom', address: '1739 N High St, Columbus, OH' },
    startAt: new Date(startAt).toISOString(),
    endAt: new Date(startAt + 5 * 3_600_000).toISOString(),
    ...(isGig && { compensation: { amount: 18.5, currency: 'USD', type: 'HOURLY' } }),
  };
}
