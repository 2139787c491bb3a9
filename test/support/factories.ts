import type { Client } from './client.js';

/** The complete body of an event. A test overrides what matters to it. */
export function eventBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    title: 'Board games in the lounge',
    description: 'Bring a friend and a game. Snacks are on us.',
    type: 'EVENT',
    location: { name: 'Union lounge' },
    startAt: '2031-03-01T18:00:00.000Z',
    endAt: '2031-03-01T21:00:00.000Z',
    ...overrides,
  };
}

/** The body of a gig. */
export function gigBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return eventBody({
    title: 'Move two sofas',
    description: 'Two sofas, one flight of stairs, an hour of work.',
    type: 'GIG',
    compensation: { amount: 20, currency: 'USD', type: 'HOURLY' },
    ...overrides,
  });
}

/** Creates an event as the client's user. */
export async function createEvent(client: Client, overrides: Record<string, unknown> = {}) {
  const { status, body } = await client.post('/events', eventBody(overrides));
  if (status !== 201) throw new Error(`The event was refused: ${JSON.stringify(body)}`);
  return body;
}
