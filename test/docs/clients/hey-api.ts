/**
 * The service by the SDK that Hey API makes from the document:
 *
 *     npx @hey-api/openapi-ts --input http://127.0.0.1:3000/openapi.json --output hey-api
 */
import { createClient } from './hey-api/client/index.js';
import {
  applyToGig,
  createDevelopmentToken,
  createGig,
  listGigs,
  streamNotifications,
} from './hey-api/index.js';

const baseUrl = process.argv[2] ?? 'http://127.0.0.1:3000';

/** A client for one user. In production your identity provider gives the token. */
async function signIn(userId: string, name: string) {
  const client = createClient({ baseUrl });
  const { data, error } = await createDevelopmentToken({ client, body: { userId, name } });
  if (error) throw new Error(error.detail);
  return createClient({ baseUrl, auth: data.accessToken });
}

const alice = await signIn('alice', 'Alice Liddell');
const bob = await signIn('bob', 'Bob Builder');

// Create. A refusal has a stable code, and names the members at fault.
async function postGig(title: string) {
  const { data, error } = await createGig({
    client: alice,
    headers: { 'Idempotency-Key': crypto.randomUUID() },
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
    const { data, error } = await listGigs({
      client: bob,
      query: { status: ['OPEN', 'IN_PROGRESS'], sort: '-createdAt', limit: 2, cursor },
    });
    if (error) throw new Error(error.detail);
    console.log(`A page of ${data.data.length} of ${data.total}`);
    yield* data.data;
    cursor = data.nextCursor ?? undefined;
  } while (cursor);
}

for await (const { title } of openGigs()) console.log(`- ${title}`);

// Listen before something happens: the stream connects on the first read, and greets when it is open.
let greeted = () => {};
const open = new Promise<void>((resolve) => {
  greeted = resolve;
});
const listening = new AbortController();
const { stream } = await streamNotifications({
  client: alice,
  signal: listening.signal,
  onSseEvent: () => greeted(),
});
async function firstNotification() {
  for await (const notification of stream) return notification;
  throw new Error('The stream has ended.');
}
const coming = firstNotification();
await open;

// Apply, twice.
const apply = () =>
  applyToGig({
    client: bob,
    path: { gigId: gig.id },
    body: { message: 'I have done stage work for two years.' },
  });
const { data: application } = await apply();
console.log(`Applied: ${application?.status}, ${application?.applicant.name}`);

const { error } = await apply();
if (error?.code === 'ALREADY_APPLIED') console.log(`Refused: ${error.detail}`);
// @ts-expect-error This operation never returns NOT_OWNER, and the compiler knows.
if (error?.code === 'NOT_OWNER') console.log('This cannot be.');

const { type, data } = await coming;
if ('gigTitle' in data) console.log(`Notified: ${type}, ${data.gigTitle}, ${data.applicantName}`);
listening.abort();
