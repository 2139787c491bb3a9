/** The options of docs/calling.md in TanStack Query's observers, which the packages of all frameworks use. */
import { InfiniteQueryObserver, MutationObserver } from '@tanstack/query-core';
import {
  api,
  deciding,
  deskQuery,
  EditConflict,
  eventEdit,
  eventQuery,
  eventsQuery,
  gigCreation,
  onLocalDay,
  queryClient,
  session,
  toInstant,
  unwrap,
} from './calling.js';

const { accessToken } = unwrap(
  await api.POST('/auth/token', { body: { userId: 'alice', name: 'Alice Liddell' } }),
);
session.token = accessToken;

// The service creates these, but the first answer is lost.
const lost = new Set<string>();
api.use({
  onResponse({ request }) {
    const key = request.headers.get('Idempotency-Key');
    if (!key || lost.has(key)) return;
    lost.add(key);
    throw new TypeError('The connection is lost.');
  },
});
const titles = ['Hang lights', 'Carry chairs', 'Check tickets'];
await Promise.all(
  titles.map((title) =>
    new MutationObserver(queryClient, gigCreation()).mutate({
      key: crypto.randomUUID(),
      gig: {
        title,
        description: 'Help us set up the stage.',
        location: { name: 'Ohio Union' },
        startAt: toInstant('2031-04-12T12:00'),
      },
    }),
  ),
);
console.log(`Lost ${lost.size} answers`);

// Every page, to the end.
const list = new InfiniteQueryObserver(queryClient, eventsQuery({ ...onLocalDay('2031-04-12'), limit: 2 }));
let pages = await list.fetchNextPage();
while (pages.hasNextPage) pages = await list.fetchNextPage();
const [gig] = pages.data?.pages.flatMap((page) => page.data) ?? [];
console.log(pages.data?.pages.map(({ data, total }) => `${data.length} of ${total}`).join(', '));

// Two people change the same gig.
if (!gig) throw new Error('There is no gig.');
const seen = await queryClient.fetchQuery(eventQuery(gig.id));
const theirs = { title: 'By somebody else' };
unwrap(await api.PATCH('/gigs/{id}', { params: { path: { id: gig.id } }, body: theirs }));

const edit = new MutationObserver(queryClient, eventEdit());
const { event } = await edit.mutate({ seen, changes: { summary: 'By me' } });
console.log(`Merged: ${event.title}, ${event.summary}`);

await edit.mutate({ seen, changes: { title: 'By me' } }).catch((error: unknown) => {
  if (error instanceof EditConflict) console.log(`${error.message}, to ${error.theirs.event.title}`);
});

// Two apply, and both are decided on in one request, with one who never did.
for (const userId of ['bob', 'carol']) {
  session.token = unwrap(await api.POST('/auth/token', { body: { userId } })).accessToken;
  unwrap(await api.POST('/gigs/{gigId}/applications', { params: { path: { gigId: gig.id } } }));
}
session.token = accessToken;
const desk = (await new InfiniteQueryObserver(queryClient, deskQuery()).refetch()).data?.pages[0]?.data ?? [];
console.log(desk.map(({ applicantId, gig: { title } }) => `${applicantId}, ${title}`).join('; '));
const decide = new MutationObserver(queryClient, deciding(gig.id));
const ids = [...desk.map(({ id }) => id), 'nobody'];
const left = await decide.mutate({ ids, status: 'ACCEPTED' });
console.log(`Not decided: ${left.map(({ id, outcome }) => `${id}, ${outcome}`)}`);
queryClient.clear();
