import type { FastifyReply } from 'fastify';
import { validate as isUuid } from 'uuid';
import { pool } from './database.js';
import { Refusal } from './refusal.js';

/** The columns of an event's answer, by its members. */
export const COLUMNS = `
  id, title, description, type, location, start_at AS "startAt", end_at AS "endAt", status, source,
  creator_id AS "creatorId", external_id AS "externalId", external_url AS "externalUrl",
  ticket_url AS "ticketUrl", tags, summary, category, compensation, apply_by AS "applyBy", positions, images,
  created_at AS "createdAt", updated_at AS "updatedAt"`;

export interface EventRow {
  id: string;
  type: 'EVENT' | 'GIG';
  startAt: Date;
  endAt: Date | null;
  status: 'OPEN' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED';
  source: string;
  creatorId: string | null;
  compensation: object | null;
  applyBy: Date | null;
  positions: number | null;
  version: number;
}

/** The event of this id; a malformed id is an unknown one. */
export async function findEvent(id: string): Promise<EventRow> {
  const { rows } = isUuid(id)
    ? await pool.query<EventRow>(`SELECT ${COLUMNS}, version FROM events WHERE id = $1`, [id])
    : { rows: [] };
  if (!rows[0]) throw new Refusal(404, 'NOT_FOUND');
  return rows[0];
}

/** Sends an event, with its version as the ETag. */
export function sendEvent(reply: FastifyReply, { version, ...event }: EventRow): void {
  reply.header('etag', `"${version}"`).send(event);
}
