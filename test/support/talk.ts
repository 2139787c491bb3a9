import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../../src/common/instant.js';
import type { TestApp } from './app.js';
import type { Client } from './client.js';

/** Inserts an event of two hours, some days from now, with the columns that are given. */
export function inserting(service: () => TestApp, location: string) {
  return async (title: string, days: number, columns: Record<string, unknown> = {}): Promise<void> => {
    const at = Date.now() + days * DAY_MS;
    const row = {
      id: randomUUID(),
      title,
      description: '',
      type: 'EVENT',
      location: JSON.stringify({ name: location }),
      start_at: new Date(at),
      end_at: new Date(at + 2 * HOUR_MS),
      ...columns,
    };
    const parameters = Object.keys(row).map((_, index) => `$${index + 1}`);
    await service().database.query(
      `INSERT INTO events (${Object.keys(row)}) VALUES (${parameters})`,
      Object.values(row),
    );
  };
}

/** Says messages in a new conversation; what is answered to the last of them. */
export function saying(client: () => Client) {
  return async (...messages: string[]): Promise<string> => {
    const { body } = await client().post('/conversations');
    let said = '';
    for (const content of messages)
      said = (await client().post(`/conversations/${body.id}/messages`, { content })).body.answer.content;
    return said;
  };
}

/** The titles of the events that an answer names. */
export function titlesOf(said: string): (string | undefined)[] {
  return [...said.matchAll(/^\d\. “([^”]+)/gm)].map(([, title]) => title);
}
