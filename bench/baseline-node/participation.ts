import type { FastifyInstance } from 'fastify';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import { type PageQuery, page, pageQuery, pool, Refusal, transaction } from './database.js';

const APPLICATION = `
  id, gig_id AS "gigId", applicant_id AS "applicantId", message, status, withdrawn_at AS "withdrawnAt",
  created_at AS "createdAt", updated_at AS "updatedAt",
  (SELECT jsonb_build_object('id', users.id, 'name', name, 'avatarUrl', avatar_url, 'headline', headline, 'bio', bio)
   FROM users WHERE users.id = applicant_id) AS applicant`;
const NOTIFICATION = `
  id, type, reference_id AS "referenceId", reference_type AS "referenceType", recipient_id AS "recipientId",
  read_at AS "readAt", created_at AS "createdAt", data`;
const newApplication = {
  type: 'object',
  properties: { message: { type: 'string', maxLength: 5_000, nullable: true } },
};

/** The creator of a gig. */
async function ownerOf(id: string): Promise<string | null> {
  const text = 'SELECT type, creator_id AS owner FROM events WHERE id = $1';
  const { rows } = isUuid(id) ? await pool.query(text, [id]) : { rows: [] };
  if (!rows[0]) throw new Refusal(404, 'NOT_FOUND');
  if (rows[0].type !== 'GIG') throw new Refusal(400, 'NOT_A_GIG');
  return rows[0].owner;
}

/** Stores application, interaction and notification in one transaction, which keeps the gig from being closed. */
function apply(gigId: string, user: string, message: string | null): Promise<object> {
  return transaction(async (client) => {
    const locked = await client.query(
      `SELECT status, apply_by AS "applyBy", title, creator_id AS owner, (SELECT name FROM users WHERE id = $2) AS name
       FROM events WHERE id = $1 FOR SHARE`,
      [gigId, user],
    );
    const gig = locked.rows[0];
    if (!gig) throw new Refusal(404, 'NOT_FOUND');
    const isOver = ['CANCELLED', 'COMPLETED'].includes(gig.status);
    if (isOver || (gig.applyBy !== null && gig.applyBy <= new Date())) throw new Refusal(400, 'GIG_CLOSED');
    const { rows } = await client.query(
      `INSERT INTO applications (id, gig_id, applicant_id, message) VALUES ($1, $2, $3, $4)
       ON CONFLICT (gig_id, applicant_id) DO NOTHING RETURNING ${APPLICATION}`,
      [uuidv7(), gigId, user, message],
    );
    if (!rows[0]) throw new Refusal(409, 'ALREADY_APPLIED');
    await client.query(
      `INSERT INTO interactions AS t (event_id, user_id, action, id) VALUES ($1, $2, 'APPLY', $3)
       ON CONFLICT (event_id, user_id, action) DO UPDATE SET count = t.count + 1, last_at = excluded.last_at`,
      [gigId, user, uuidv7()],
    );
    if (gig.owner)
      await client.query(
        `INSERT INTO notifications (id, recipient_id, type, reference_id, data)
         VALUES ($1, $2, 'APPLICATION_RECEIVED', $3, $4)`,
        [uuidv7(), gig.owner, rows[0].id, { gigId, gigTitle: gig.title, applicantName: gig.name }],
      );
    return rows[0];
  });
}

export function participation(server: FastifyInstance): void {
  server.post<{ Params: { gigId: string }; Body: { message?: string | null } }>(
    '/gigs/:gigId/applications',
    { schema: { body: newApplication } },
    async ({ params: { gigId }, body, user }, reply) => {
      if ((await ownerOf(gigId)) === user) throw new Refusal(403, 'OWN_GIG');
      return reply.code(201).send(await apply(gigId, user, body.message ?? null));
    },
  );

  server.get<{ Params: { gigId: string } }>(
    '/gigs/:gigId/applications',
    async ({ params: { gigId }, user }) => {
      const isOwn = (await ownerOf(gigId)) === user;
      const { rows } = await pool.query(
        `SELECT ${APPLICATION} FROM applications WHERE gig_id = $1 ${isOwn ? '' : 'AND applicant_id = $2'}
       ORDER BY created_at, id`,
        isOwn ? [gigId] : [gigId, user],
      );
      if (!isOwn && rows.length === 0) throw new Refusal(403, 'NOT_A_PARTY');
      return { data: rows, total: rows.length, totalIsExact: true };
    },
  );

  server.get<{ Querystring: PageQuery }>(
    '/notifications',
    { schema: { querystring: { type: 'object', properties: pageQuery } } },
    ({ query, user }) => {
      const order = { by: 'created_at', member: 'createdAt', direction: 'DESC' } as const;
      const own = { conditions: ['recipient_id = $1'], values: [user] };
      return page(query, { table: 'notifications', columns: NOTIFICATION, ...order, ...own });
    },
  );
}
