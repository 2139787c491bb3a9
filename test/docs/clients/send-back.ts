/** A client can send back what it reads: each resource unchanged, without a cast, and nothing changes. */
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const baseUrl = process.argv[2] ?? 'http://127.0.0.1:3000';
const { data: token } = await createClient<paths>({ baseUrl }).POST('/auth/token', {
  body: { userId: 'alice' },
});
const alice = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token?.accessToken}` } });

function got<Resource>(data: Resource | undefined): Resource {
  if (data === undefined) throw new Error('It is not there.');
  return data;
}

/** Prints the status, and the changes besides `updatedAt`. */
function report(what: string, { status }: Response, before: object, now: object | undefined): void {
  const [was, is] = [before, now].map((resource) => JSON.stringify({ ...resource, updatedAt: null }));
  console.log(`${what}: ${status}, ${is === was ? 'nothing changed' : `now ${is}`}`);
}

const body = {
  title: 'Stage hands for the spring concert',
  description: 'Help us set up the stage, the lights and two hundred chairs.',
  location: { name: 'Ohio Union', floor: 2 },
  startAt: '2031-04-12T09:00:00-04:00',
};
const compensation = { amount: 18.5, currency: 'USD', type: 'HOURLY' } as const;
const gig = got((await alice.POST('/gigs', { body: { ...body, compensation } })).data);
const event = got((await alice.POST('/events', { body: { ...body, type: 'EVENT' } })).data);
for (const { id } of [gig, event]) {
  const params = { path: { id } };
  const before = got((await alice.GET('/events/{id}', { params })).data);
  const { response } = await alice.PATCH('/events/{id}', { params, body: before });
  report(before.type, response, before, (await alice.GET('/events/{id}', { params })).data);
}

{
  const { id } = got((await alice.POST('/collections', { body: { name: 'Spring weekends' } })).data);
  const params = { path: { id } };
  await alice.POST('/collections/{id}/items', { params, body: { eventId: event.id } });
  const before = got((await alice.GET('/collections/{id}', { params })).data);
  const { response } = await alice.PATCH('/collections/{id}', { params, body: before });
  report('COLLECTION', response, before, (await alice.GET('/collections/{id}', { params })).data);
}

{
  const { id } = got((await alice.POST('/conversations')).data); // no body is needed
  const params = { path: { id } };
  const before = got((await alice.GET('/conversations/{id}', { params })).data);
  const { response } = await alice.PATCH('/conversations/{id}', { params, body: before });
  report('CONVERSATION', response, before, (await alice.GET('/conversations/{id}', { params })).data);
}

const before = got((await alice.GET('/users/me')).data);
const { response } = await alice.PATCH('/users/me', { body: before });
report('PROFILE', response, before, (await alice.GET('/users/me')).data);
