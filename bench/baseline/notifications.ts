import type { FastifyInstance } from 'fastify';
import { type PageQuery, page, pageQuery } from './page.js';

const COLUMNS = `
  id, type, reference_id AS "referenceId", reference_type AS "referenceType", recipient_id AS "recipientId",
  read_at AS "readAt", created_at AS "createdAt", data`;

interface Notification {
  id: string;
  createdAt: Date;
}

export function notifications(server: FastifyInstance): void {
  server.get<{ Querystring: PageQuery }>(
    '/notifications',
    { schema: { querystring: { type: 'object', properties: pageQuery } } },
    async ({ query, user }) =>
      page<Notification>(query, {
        table: 'notifications',
        columns: COLUMNS,
        key: ['recipient_id', 'id'],
        conditions: ['recipient_id = $1'],
        values: [user],
        by: 'created_at',
        descending: true,
        at: ({ createdAt }) => createdAt,
      }),
  );
}
