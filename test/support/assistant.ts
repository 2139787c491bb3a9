import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '../../src/common/instant.js';
import type { TestApp } from './app.js';
import type { Client } from './client.js';
import { completes } from './model-server.js';

/** The members of a query without filters, and of an intent without a query, as the model returns them. */
export const QUERY = {
  words: null,
  type: null,
  category: null,
  when: null,
  from: null,
  to: null,
  minPay: null,
};
export const NOTHING = { kind: 'OTHER', query: null, which: null, help: null };
/** The model searches with these filters. */
export const searches = (query: object) =>
  completes({ ...NOTHING, kind: 'SEARCH', query: { ...QUERY, ...query } });

/** An answer of the event assistant. */
export interface AssistantAnswer {
  content: string;
  eventIds: string[];
}

/** Stores an event of one hour with these columns. By default it begins in an hour. */
export async function insertEvent(
  { database }: TestApp,
  title: string,
  {
    place = 'Ohio Union',
    startAt = Date.now() + HOUR_MS,
    hours = 1,
    ...columns
  }: Record<string, unknown> = {},
): Promise<string> {
  const row = {
    id: randomUUID(),
    title,
    description: '',
    type: 'EVENT',
    location: JSON.stringify({ name: place }),
    start_at: new Date(startAt as number),
    end_at: new Date((startAt as number) + (hours as number) * HOUR_MS),
    ...columns,
  };
  const parameters = Object.keys(row).map((_, index) => `$${index + 1}`);
  await database.query(`INSERT INTO events (${Object.keys(row)}) VALUES (${parameters})`, Object.values(row));
  return row.id;
}

/** Begins a conversation. @returns a function that sends a message and returns the answer of the assistant */
export async function converse(client: Client): Promise<(content: string) => Promise<AssistantAnswer>> {
  const { body: conversation } = await client.post('/conversations');
  return async (content) => {
    const { status, body } = await client.post(`/conversations/${conversation.id}/messages`, { content });
    if (status !== 201) throw new Error(`The message was refused: ${JSON.stringify(body)}`);
    return body.answer;
  };
}
