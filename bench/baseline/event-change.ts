import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pool } from './database.js';
import { changedEvent } from './event-body.js';
import { COLUMNS, type EventRow, findEvent, sendEvent } from './event-row.js';
import { Refusal } from './refusal.js';

/** The members that may change, and their columns. */
const MUTABLE = {
  title: 'title',
  description: 'description',
  location: 'location',
  startAt: 'start_at',
  endAt: 'end_at',
  status: 'status',
  compensation: 'compensation',
  tags: 'tags',
  category: 'category',
  summary: 'summary',
};

type Changes = Partial<EventRow> & { title?: string };

declare module 'fastify' {
  interface FastifyRequest {
    event: EventRow;
  }
}

/** Finds the event before the body is validated: 404 and 403 go before 400. */
async function findOwn(request: FastifyRequest): Promise<void> {
  const event = await findEvent((request.params as { id: string }).id);
  if (event.source !== 'USER') throw new Refusal(403, 'EXTERNAL_EVENT');
  if (event.creatorId !== request.user) throw new Refusal(403, 'NOT_OWNER');
  request.event = event;
}

/** The members of the body that may change, and that differ from the event. */
function changesOf(event: EventRow, body: Record<string, unknown>): Changes {
  const changes: Record<string, unknown> = {};
  for (const name of Object.keys(MUTABLE)) {
    const value = normal(name, body[name]);
    const stored = event[name as keyof EventRow];
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(stored)) changes[name] = value;
  }
  return changes;
}

function normal(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (name === 'title') return value.trim();
  return name === 'startAt' || name === 'endAt' ? new Date(value) : value;
}

function mayMove(from: string, to: string, endAt: Date | null): boolean {
  if (from === to || (from === 'IN_PROGRESS' && to === 'COMPLETED')) return true;
  if (from !== 'OPEN') return false;
  return to !== 'COMPLETED' || endAt === null || Date.now() < endAt.getTime();
}

function assertMayBecome(event: EventRow, changes: Changes, type: unknown): void {
  const next = { ...event, ...changes };
  const endsLater = next.endAt === null || next.endAt > next.startAt;
  const paysRightly = next.type === 'GIG' || next.compensation === null;
  if (!endsLater || !paysRightly || (type !== undefined && type !== event.type))
    throw new Refusal(400, 'VALIDATION_FAILED');
  if (!mayMove(event.status, next.status, next.endAt)) throw new Refusal(400, 'INVALID_TRANSITION');
}

/** The row after the change; undefined where somebody else has changed it since it was read. */
async function write(seen: EventRow, changes: Changes): Promise<EventRow | undefined> {
  const values: unknown[] = [seen.id, seen.version, seen.status];
  const assignments = Object.entries(changes).map(
    ([name, value]) => `${MUTABLE[name as keyof typeof MUTABLE]} = $${values.push(value)}`,
  );
  if (['tags', 'category', 'summary'].some((name) => name in changes)) assignments.push(`tagging = 'DONE'`);
  const { rows } = await pool.query<EventRow>(
    `UPDATE events SET ${assignments.join(', ')}, version = version + 1, updated_at = now()
     WHERE id = $1 AND version = $2 AND status = $3 RETURNING ${COLUMNS}, version`,
    values,
  );
  return rows[0];
}

export function eventChange(server: FastifyInstance): void {
  server.decorateRequest('event');
  server.patch<{ Params: { id: string }; Body: Record<string, unknown> }>(
    '/events/:id',
    { schema: { body: changedEvent }, preValidation: findOwn },
    async ({ event, body, headers }, reply) => {
      // Of two writers, the second reads the event again and decides again.
      for (let seen = event; ; seen = await findEvent(event.id)) {
        const expected = headers['if-match'];
        if (expected !== undefined && expected !== `"${seen.version}"`)
          throw new Refusal(412, 'STALE_VERSION');
        const changes = changesOf(seen, body);
        assertMayBecome(seen, changes, body.type);
        const updated = Object.keys(changes).length === 0 ? seen : await write(seen, changes);
        if (!updated) continue;
        sendEvent(reply, updated);
        return reply;
      }
    },
  );
}
