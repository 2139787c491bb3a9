/** The tasks of docs/calling.md, some in TanStack Query's observers, which all frameworks share. */
import { InfiniteQueryObserver, MutationObserver } from '@tanstack/query-core';
import { type NotificationDto, ProblemError, unwrap } from 'events-and-gigs-client';
import {
  api,
  decide,
  desk,
  editEvent,
  eventsQuery,
  everyEvent,
  faultsOf,
  follow,
  gigCreation,
  queryClient,
  readEvent,
  repeatWeekly,
  session,
} from './calling.js';

const gig = {
  description: 'Help us set up the stage.',
  location: { name: 'Ohio Union' },
  startAt: '2031-04-12T12:00:00-04:00',
};
await api
  .POST('/gigs', { body: { ...gig, title: '' } })
  .then(unwrap)
  .catch((error: unknown) => {
    for (const [pointer, detail] of Object.entries(faultsOf(error)))
      console.log(`At fault: ${pointer} ${detail}`);
  });

// The service creates these, but the first response is lost.
const lost = new Set<string>();
api.use({
  onResponse({ request }) {
    const key = request.headers.get('Idempotency-Key');
    if (!key || lost.has(key)) return;
    lost.add(key);
    throw new TypeError('The connection is lost.');
  },
});
await Promise.all(
  ['Hang lights', 'Carry chairs', 'Check tickets'].map((title) =>
    new MutationObserver(queryClient, gigCreation()).mutate({
      key: crypto.randomUUID(),
      gig: { ...gig, title },
    }),
  ),
);
console.log(`Lost ${lost.size} answers`);

// Every page, to the end.
const list = new InfiniteQueryObserver(queryClient, eventsQuery({ startDate: '2031-04-12', limit: 2 }));
let pages = await list.fetchNextPage();
while (pages.hasNextPage) pages = await list.fetchNextPage();
const [first] = pages.data?.pages.flatMap((page) => page.data) ?? [];
console.log(pages.data?.pages.map(({ data, total }) => `${data.length} of ${total}`).join(', '));
let count = 0;
for await (const _event of everyEvent({ startDate: '2031-04-12', limit: 2 })) count += 1;
console.log(`Every event: ${count}`);

// Two people change the same gig.
if (!first) throw new Error('There is no gig.');
const { id } = first;
const seen = await readEvent(id);
unwrap(await api.PATCH('/gigs/{id}', { params: { path: { id } }, body: { title: 'By somebody else' } }));
const { event } = await editEvent(seen, { summary: 'By me' });
console.log(`Merged: ${event.title}, ${event.summary}`);
await editEvent(seen, { title: 'By me' }).catch(async (error: unknown) => {
  if (!(error instanceof ProblemError)) throw error;
  console.log(`Refused: ${error.problem.code}, ${(await readEvent(id)).event.title}`);
});

// Two apply. One request decides on both, and on a user who has not applied.
for (const userId of ['bob', 'carol']) {
  Object.assign(session, { userId, token: '' });
  unwrap(await api.POST('/gigs/{gigId}/applications', { params: { path: { gigId: id } } }));
}
Object.assign(session, { userId: 'alice', token: '' });
const waiting = [];
for await (const application of desk()) waiting.push(application);
console.log(waiting.map(({ applicantId, gig: { title } }) => `${applicantId}, ${title}`).join('; '));
const left = await decide(id, { ids: [...waiting.map(({ id }) => id), 'nobody'], status: 'ACCEPTED' });
console.log(`Not decided: ${left.map(({ id, outcome }) => `${id}, ${outcome}`)}`);

// Somebody applies while the owner listens.
const listening = new AbortController();
const notified: NotificationDto[] = [];
const followed = follow((notification) => {
  notified.push(notification);
  listening.abort();
}, listening.signal);
for (let count = 1; notified.length === 0; count += 1) {
  const { accessToken } = unwrap(await api.POST('/auth/token', { body: { userId: `guest-${count}` } }));
  const headers = { Authorization: `Bearer ${accessToken}` };
  await api.POST('/gigs/{gigId}/applications', { params: { path: { gigId: id } }, headers });
  await new Promise((resolve) => setTimeout(resolve, 200));
}
await followed;
for (const { type, data } of notified)
  if ('gigTitle' in data) console.log(`Notified: ${type}, ${data.gigTitle}`);

// The clocks change on 2 November.
const body = { startAt: '2031-10-26T14:00:00Z' };
const moved = unwrap(await api.PATCH('/events/{id}', { params: { path: { id } }, body }));
const copies = await repeatWeekly(moved, 2, 'America/New_York');
console.log(`Repeated: ${copies.map(({ startAt }) => startAt).join(', ')}`);
queryClient.clear();
