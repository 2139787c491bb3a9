/** Sends one request to the service and answers what came; never throws on a status. */
export type Send = (
  method: string,
  path: string,
  token: string,
  body?: unknown,
) => Promise<{ status: number; body: unknown }>;

const HOUR_MS = 3_600_000;

const GIGS = [
  {
    title: 'Stage hands for the spring concert',
    description:
      'Help us set up the stage, the lights and two hundred chairs on the Oval, and take it all down again at night. No experience needed; lunch is on us.',
    location: { name: 'The Oval', address: '1800 Neil Ave, Columbus, OH' },
    compensation: { amount: 18.5, currency: 'USD', type: 'HOURLY' },
    inHours: 74,
  },
  {
    title: 'Move a sofa and twelve boxes',
    description:
      'From a third floor without a lift to a ground floor six blocks away. I have the van; you bring two strong arms. About two hours.',
    location: { name: 'Chittenden Avenue', address: '120 E Chittenden Ave, Columbus, OH' },
    compensation: { amount: 22, currency: 'USD', type: 'HOURLY' },
    inHours: 30,
  },
  {
    title: 'Calculus tutor before the finals',
    description:
      'Two evenings a week until the exam, integrals and series above all. In the library or online, as you like.',
    location: { name: 'Thompson Library' },
    compensation: { amount: 25, currency: 'USD', type: 'HOURLY' },
    inHours: 120,
  },
];

const APPLICANTS = [
  {
    userId: 'bob',
    name: 'Bob Builder',
    headline: 'Stage hand, second year',
    message: 'I have done set-up for two years.',
  },
  {
    userId: 'carla',
    name: 'Carla Cortez',
    headline: 'Strong, punctual, cheerful',
    message: 'I can bring my own gloves.',
  },
  {
    userId: 'deng',
    name: 'Deng Li',
    headline: 'Physics, third year',
    message: 'Free all day, and I know the sound desk.',
  },
];

/**
 * Gives the demo some life: gigs of the caller's, people who apply to the first, one of them accepted. Where the caller
 * has gigs already, an earlier demo has done so.
 * @returns the id of the gig with the applications, or null where the service would not have it
 */
export async function enliven(send: Send, token: string, userId: string, now: Date): Promise<string | null> {
  const { body: before } = await send('GET', `/gigs?creatorId=${userId}&sort=createdAt&limit=1`, token);
  const [known] = (before as { data?: { id: string }[] } | null)?.data ?? [];
  if (known) return known.id;

  let first: string | null = null;
  for (const { inHours, ...gig } of GIGS) {
    const startAt = new Date(now.getTime() + inHours * HOUR_MS).toISOString();
    const { status, body } = await send('POST', '/gigs', token, { ...gig, startAt });
    if (status === 201) first ??= (body as { id: string }).id;
  }
  if (first === null) return null;

  for (const [index, { userId: applicant, name, headline, message }] of APPLICANTS.entries()) {
    const { body } = await send('POST', '/auth/token', token, { userId: applicant, name });
    const { accessToken } = body as { accessToken: string };
    await send('PATCH', '/users/me', accessToken, { headline });
    const application = await send('POST', `/gigs/${first}/applications`, accessToken, { message });
    if (index === 0 && application.status === 201)
      await send('PATCH', `/gigs/${first}/applications/${(application.body as { id: string }).id}`, token, {
        status: 'ACCEPTED',
      });
  }
  return first;
}
