import { NotificationStream } from '../../src/notifications/notification.stream.js';
import type { Client } from '../support/client.js';
import { EventStream } from '../support/event-stream.js';
import { createEvent, eventBody, gigBody } from '../support/factories.js';
import type { InsideApp } from '../support/inside.js';

export interface Options {
  body?: unknown;
  headers?: Record<string, string>;
  /** Distinguishes the request from others of its operation. */
  variant?: string;
  /** Whether the service may have cached the events. */
  isCached?: boolean;
  /** Replaces the request, if it is not a plain one. */
  work?: () => Promise<unknown>;
}

/** Sends a request such as `GET /events?q=jazz`, records its statements, and returns the body. */
// biome-ignore lint/suspicious/noExplicitAny: bodies have every shape
export type Send = (client: Client, request: string, options?: Options) => Promise<any>;

/** Sends each operation of the document, and the variants of those whose statements differ. */
export async function sendAll(service: InsideApp, send: Send): Promise<void> {
  const names = ['olga', 'ann', 'ben', 'cleo', 'newcomer', 'nora', 'newt'] as const;
  const [olga, ann, ben, cleo, newcomer, nora, newt] = names.map((name) => service.as(name)) as Client[] &
    Record<0 | 1 | 2 | 3 | 4 | 5 | 6, Client>;
  const nobody = service.as(null);
  for (const user of [olga, ann, ben, cleo]) await user.get('/users/me');
  const gigOf = async (...applicants: Client[]) => {
    const { id } = await createEvent(olga, gigBody({ positions: 5 }));
    const applications: string[] = [];
    for (const applicant of applicants)
      applications.push((await applicant.post(`/gigs/${id}/applications`)).body.id);
    return { id: id as string, applications };
  };

  // The service itself
  for (const path of ['/health/live', '/health/ready', '/metrics', '/.well-known/oauth-protected-resource'])
    await send(nobody, `GET ${path}`);
  await send(nobody, 'GET /.well-known/oauth-protected-resource/mcp');
  await send(nobody, 'POST /auth/token', { body: { userId: 'olga' } });

  // Users
  await send(olga, 'GET /users/me');
  await send(newcomer, 'GET /users/me', { variant: 'a new user' });
  await send(olga, 'PATCH /users/me', { body: { headline: 'Here' } });
  await send(ann, 'GET /users/olga');

  // Events and gigs
  const key = { 'idempotency-key': 'a' };
  const event = await send(olga, 'POST /events', { body: eventBody({ title: 'Jazz' }) });
  await send(olga, 'POST /events', { body: eventBody(), headers: key, variant: 'with an Idempotency-Key' });
  await send(olga, 'POST /events', { body: eventBody(), headers: key, variant: 'with a known key' });
  await send(nora, 'POST /events', { body: eventBody(), variant: 'a new user' });
  const gig = await send(olga, 'POST /gigs', { body: gigBody() });
  await createEvent(
    ann,
    eventBody({ title: 'Jazz again', location: { name: 'Union', latitude: 40, longitude: -83 } }),
  );

  for (const [path, one] of [
    ['/events', event.id],
    ['/gigs', gig.id],
  ]) {
    await send(ann, `GET ${path}/${one}`);
    await send(ann, `GET ${path}/${one}`, { variant: 'cached', isCached: true });
    await send(ann, `GET ${path}/${one}?include=creator,viewer,counts`);
    await send(ann, `GET ${path}`);
    await send(ann, `GET ${path}`, { variant: 'cached', isCached: true });
    await send(ann, `GET ${path}?include=creator,viewer,counts`);
    await send(ann, `GET ${path}?q=${path === '/events' ? 'jazz' : 'sofas'}`);
  }
  await send(ann, 'GET /events?q=jazz', { variant: 'cached', isCached: true });
  await send(ann, 'GET /events?q=jaz lounge', { variant: 'no event has the words' });
  await send(ann, 'GET /events?type=EVENT&category=MUSIC,SOCIAL&status=OPEN&tag=jazz');
  await send(ann, 'GET /events?from=2031-03-01&to=2031-03-02');
  await send(ann, 'GET /events?near=40,-83&radius=1000&sort=distance');
  await send(ann, `GET /events?ids=${event.id},${gig.id}`);
  await send(ann, 'GET /gigs?takesApplications=true&payType=HOURLY&minPay=10');
  await send(ann, 'GET /events/facets');
  await send(ann, 'GET /events/facets?q=jazz');
  await send(ann, `GET /events/${event.id}/similar`);
  await service.runJob('suggestions');
  await send(ann, 'GET /suggestions?q=ja');
  await send(ann, 'GET /suggestions?q=loange', { variant: 'misspelled' });
  await send(ann, 'GET /categories');
  await send(ann, 'GET /categories', { variant: 'cached', isCached: true });
  const draft = { title: 'Jazz by the river', description: 'Bring a blanket.', type: 'EVENT' };
  await send(ann, 'POST /tagging/preview', { body: draft });

  await send(olga, `PATCH /events/${event.id}`, { body: { title: 'Jazz at night' } });
  await send(olga, `PATCH /events/${event.id}`, {
    body: { title: 'More jazz', tags: ['jazz'] },
    headers: { 'if-match': '"2"' },
    variant: 'two members, with If-Match',
  });
  await send(olga, `PATCH /events/${event.id}`, { body: { title: 'More jazz' }, variant: 'nothing differs' });
  const startAts = ['2031-04-01T18:00:00Z', '2031-05-01T18:00:00Z'];
  const copies = (options: Options) =>
    send(olga, `POST /events/${event.id}/copies`, { body: { startAts }, ...options });
  await copies({ variant: 'the first' });
  await copies({ headers: { 'idempotency-key': 'b' }, variant: 'with an Idempotency-Key' });
  await copies({ headers: { 'idempotency-key': 'b' }, variant: 'with a known key' });
  await send(olga, `POST /gigs/${gig.id}/copies`, { body: { startAts } });
  const { seriesId } = (await olga.get(`/events/${event.id}`)).body;
  await send(ann, `GET /events?seriesId=${seriesId}`, { variant: 'seriesId' });
  const applied = await gigOf(ann, ben);
  await send(olga, `PATCH /gigs/${applied.id}`, { body: { title: 'Move three sofas' } });
  const raise = { amount: 30, currency: 'USD', type: 'HOURLY' };
  await send(olga, `PATCH /gigs/${applied.id}`, {
    body: { compensation: raise },
    variant: 'terms that two have applied to',
  });
  await send(olga, `PATCH /gigs/${applied.id}`, {
    body: { status: 'CANCELLED' },
    variant: 'cancelled, two have applied',
  });
  await send(olga, `DELETE /events/${(await createEvent(olga)).id}`);
  await send(olga, `DELETE /gigs/${(await gigOf(ann, ben)).id}`, { variant: 'two have applied' });

  // Applications
  const open = await gigOf(cleo);
  const path = `/gigs/${open.id}/applications`;
  const byAnn = await send(ann, `POST ${path}`, { body: { message: 'Gladly' } });
  await send(newt, `POST ${path}`, { variant: 'a new user' });
  const byBen = (await ben.post(path)).body;
  await send(olga, `GET ${path}`, { variant: 'the owner' });
  await send(ann, `GET ${path}`, { variant: 'an applicant' });
  await send(olga, `GET ${path}?limit=2&status=PENDING`);
  await send(olga, `GET ${path}/${byAnn.id}`);
  await send(ann, `PUT ${path}/${byAnn.id}/withdrawal`);
  await send(ann, `DELETE ${path}/${byAnn.id}/withdrawal`);
  await send(olga, `PATCH ${path}/${byAnn.id}`, { body: { status: 'ACCEPTED' }, variant: 'accepted' });
  await send(olga, `PATCH ${path}/${byBen.id}`, { body: { status: 'REJECTED' }, variant: 'rejected' });
  const many = await gigOf(ann, ben);
  await send(olga, `PATCH /gigs/${many.id}/applications`, {
    body: { ids: many.applications, status: 'ACCEPTED' },
    variant: 'two accepted',
  });
  await send(ann, 'GET /applications');
  await send(ann, 'GET /applications?include=creator,viewer,counts');
  await send(olga, 'GET /applications/received');

  // Interactions
  await send(ann, `POST /events/${event.id}/interactions`, { body: { action: 'SAVE' } });
  await send(ann, `POST /events/${event.id}/interactions`, { body: { action: 'SAVE' }, variant: 'again' });
  await send(ann, `POST /events/${event.id}/interactions`, { body: { action: 'VIEW' }, variant: 'a view' });
  await send(olga, `GET /events/${event.id}/interactions/summary`);
  await send(ann, 'GET /interactions?action=SAVE');
  await send(ann, 'GET /interactions?include=creator,viewer,counts');
  await ann.post(`/events/${event.id}/interactions`, { action: 'BOOKMARK' });
  await send(ann, `DELETE /events/${event.id}/interactions/BOOKMARK`);
  await send(ann, `POST /events/${event.id}/reports`, { body: { reason: 'SPAM' } });
  await send(ann, `POST /events/${event.id}/reports`, { body: { reason: 'WRONG' }, variant: 'again' });

  // Notifications
  const { data } = await send(olga, 'GET /notifications');
  const last = data[0].id as string;
  await send(olga, 'GET /notifications?unread=true&limit=2');
  await send(olga, 'GET /notifications/unread-count');
  await send(olga, `GET /notifications/${last}`);
  await send(olga, `PATCH /notifications/${last}`, { body: { read: true } });
  await send(olga, 'PATCH /notifications', { body: { read: true } });
  const streams: EventStream[] = [];
  const stream = async (headers = {}) => streams.push(await EventStream.open(olga, headers));
  await send(olga, 'GET /notifications/stream', { work: () => stream(), variant: 'at the start' });
  const resume = () => stream({ 'last-event-id': last });
  await send(olga, 'GET /notifications/stream', { work: resume, variant: 'with Last-Event-ID' });
  const poll = () => service.app.get(NotificationStream, { strict: false }).poll(true);
  await send(olga, 'GET /notifications/stream', { work: poll, variant: 'twice a second, for all streams' });
  for (const each of streams) each.close();

  // Collections
  const body = { name: 'Weekends', visibility: 'PUBLIC' };
  const collection = `/collections/${(await send(ann, 'POST /collections', { body })).id}`;
  await send(ann, `POST ${collection}/items`, { body: { eventId: event.id } });
  await ann.post(`${collection}/items`, { eventId: gig.id });
  await send(ann, 'GET /collections');
  await send(olga, 'GET /collections?ownerId=ann', { variant: "another user's" });
  await send(ann, `GET ${collection}`);
  await send(olga, `GET ${collection}?include=creator,viewer,counts`, { variant: "another user's" });
  await send(ann, `PATCH ${collection}`, { body: { name: 'Holidays' } });

  // Calendars
  const tokens: string[] = [];
  for (const kind of ['EVENTS', 'COLLECTION', 'SAVED', 'APPLICATIONS']) {
    const collectionId = kind === 'COLLECTION' ? { collectionId: collection.split('/')[2] } : {};
    const calendar = await send(ann, 'POST /calendars', { body: { kind, ...collectionId }, variant: kind });
    tokens.push(/([\w-]+)\.ics$/.exec(calendar.icsUrl)![1]!);
    await send(nobody, `GET /calendars/${tokens.at(-1)}.ics`, { variant: kind });
  }
  await send(nobody, `GET /calendars/${tokens[0]}.rss`, { variant: 'EVENTS' });
  const [calendar] = (await send(ann, 'GET /calendars')).data;
  await send(ann, `POST /calendars/${calendar.id}/rotate`);
  await send(ann, `DELETE /calendars/${calendar.id}`);
  await send(ann, `GET /events/${event.id}/ics`);

  // Conversations and agents
  const conversation = `/conversations/${(await send(ann, 'POST /conversations')).id}`;
  const ask = { body: { content: 'jazz' } };
  await send(ann, `POST ${conversation}/messages`, ask);
  await send(ann, `POST ${conversation}/messages`, {
    body: { content: 'the first' },
    variant: 'one of the list',
  });
  await send(ann, 'GET /conversations');
  await send(ann, `GET ${conversation}`);
  await send(ann, `PATCH ${conversation}`, { body: { title: 'Plans' } });
  await send(ann, `DELETE ${conversation}`);
  const message = (method: string, params?: object) => ({ body: { jsonrpc: '2.0', id: 1, method, params } });
  const call = (name: string, args: object) => message('tools/call', { name, arguments: args });
  await send(ann, 'POST /mcp', { ...message('tools/list'), variant: 'tools/list' });
  await send(ann, 'POST /mcp', { ...call('search_events', { q: 'more jazz' }), variant: 'search_events' });
  const toAgents = await gigOf();
  await send(ann, 'POST /mcp', { ...call('apply_to_gig', { gigId: toAgents.id }), variant: 'apply_to_gig' });
  await send(ann, 'GET /ingestion/runs');

  // Deletions
  await send(ann, `DELETE ${collection}/items/${event.id}`);
  await send(ann, `DELETE ${collection}`);
  await send(ann, 'GET /users/me/export');
  await send(ann, 'DELETE /users/me');
}
