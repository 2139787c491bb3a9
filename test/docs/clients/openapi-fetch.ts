/**
 * The service by openapi-fetch, with types that openapi-typescript makes from the document:
 *
 *     npx openapi-typescript http://127.0.0.1:3000/openapi.json --output schema.ts
 */
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

type Notification = components['schemas']['NotificationDto'];

const baseUrl = process.argv[2] ?? 'http://127.0.0.1:3000';

/** A client for one user. In production your identity provider gives the token. */
async function signIn(userId: string, name: string) {
  const { data, error } = await createClient<paths>({ baseUrl }).POST('/auth/token', {
    body: { userId, name },
  });
  if (error) throw new Error(error.detail);
  return createClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${data.accessToken}` },
    // A list in a query is one parameter with comma-separated values.
    querySerializer: { array: { style: 'form', explode: false } },
  });
}

const alice = await signIn('alice', 'Alice Liddell');
const bob = await signIn('bob', 'Bob Builder');

// Create. A refusal has a stable code, and names the members at fault.
async function postGig(title: string) {
  const { data, error } = await alice.POST('/gigs', {
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: {
      title,
      description: 'Help us set up the stage, the lights and two hundred chairs.',
      location: { name: 'Ohio Union', address: '1739 N High St' },
      startAt: '2031-04-12T09:00:00-04:00',
      compensation: { amount: 18.5, currency: 'USD', type: 'HOURLY' },
    },
  });
  if (error?.code === 'VALIDATION_FAILED') {
    for (const { pointer, detail } of error.errors ?? []) console.log(`${pointer} ${detail}`);
  }
  return data;
}

await postGig('');
for (const title of ['Carry chairs', 'Check tickets']) await postGig(title);
const gig = await postGig('Hang lights');
if (!gig) throw new Error('The gig was refused.');
console.log(`Posted: ${gig.title}, ${gig.status}, ${gig.compensation?.amount} ${gig.compensation?.currency}`);

// List, page by page to the end.
async function* openGigs() {
  let cursor: string | undefined;
  do {
    const { data, error } = await bob.GET('/gigs', {
      params: { query: { status: ['OPEN', 'IN_PROGRESS'], sort: '-createdAt', limit: 2, cursor } },
    });
    if (error) throw new Error(error.detail);
    console.log(`A page of ${data.data.length} of ${data.total}`);
    yield* data.data;
    cursor = data.nextCursor ?? undefined;
  } while (cursor);
}

for await (const { title } of openGigs()) console.log(`- ${title}`);

// Listen before something happens.
async function* notifications(stream: ReadableStream<Uint8Array>): AsyncGenerator<Notification> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    const messages = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const data = /^data: (.*)$/m.exec(message)?.[1];
      if (data) yield JSON.parse(data);
    }
  }
}

const { data: stream, error: noStream } = await alice.GET('/notifications/stream', { parseAs: 'stream' });
if (noStream) throw new Error(noStream.detail);

// Apply, twice.
const apply = () =>
  bob.POST('/gigs/{gigId}/applications', {
    params: { path: { gigId: gig.id } },
    body: { message: 'I have done stage work for two years.' },
  });
const { data: application } = await apply();
console.log(`Applied: ${application?.status}, ${application?.applicant.name}`);

const { error } = await apply();
if (error?.code === 'ALREADY_APPLIED') console.log(`Refused: ${error.detail}`);
// @ts-expect-error This operation never returns NOT_OWNER, and the compiler knows.
if (error?.code === 'NOT_OWNER') console.log('This cannot be.');

for await (const { type, data } of notifications(stream!)) {
  if ('gigTitle' in data) console.log(`Notified: ${type}, ${data.gigTitle}, ${data.applicantName}`);
  break;
}
