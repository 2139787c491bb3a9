import type { FastifyInstance } from 'fastify';
import {
  type PageQuery,
  page,
  pageOf,
  pool,
  Refusal,
  SCHEMAS,
  Selection,
  statement,
  transaction,
} from './database.js';

type Params = { gigId: string };

/** The creator of a gig. */
function ownerOf(gig?: { type: string; owner: string | null }): string | null {
  if (!gig) throw new Refusal(404, 'NOT_FOUND');
  if (gig.type !== 'GIG') throw new Refusal(400, 'NOT_A_GIG');
  return gig.owner;
}

/** Stores application, interaction and notification in one transaction; the gig cannot close meanwhile. */
function apply(gigId: string, user: string, message?: string | null): Promise<object> {
  return transaction(async (client) => {
    const gig = (await client.query(statement('lockGig'), [gigId, user])).rows[0];
    if (ownerOf(gig) === user) throw new Refusal(403, 'OWN_GIG');
    if (gig.isClosed) throw new Refusal(400, 'GIG_CLOSED');
    const application = (await client.query(statement('apply'), [gigId, user, message])).rows[0];
    if (!application) throw new Refusal(409, 'ALREADY_APPLIED');
    const interact = statement('interact', { kind: 'APPLICATION' });
    const { rowCount } = await client.query(interact, [user, gigId]);
    if (!rowCount) throw new Refusal(409, 'LIMIT_REACHED');
    const data = { gigId, gigTitle: gig.title, applicantName: gig.name };
    if (gig.owner) await client.query(statement('notify'), [gig.owner, application.id, data]);
    return pageOf([application]).data[0]!;
  });
}

export function participation(server: FastifyInstance): void {
  const path = '/gigs/:gigId/applications';
  const schema = { body: SCHEMAS.newApplication };
  server.post<{ Params: Params; Body: { message?: string } }>(path, { schema }, async (request, reply) => {
    const { params, user, body } = request;
    return reply.code(201).send(await apply(params.gigId, user, body.message));
  });

  server.get<{ Params: Params }>(path, async ({ params: { gigId }, user }) => {
    const isOwn = ownerOf((await pool.query(statement('gig'), [gigId])).rows[0]) === user;
    const { rows } = await pool.query(statement('applications'), [gigId, isOwn ? null : user]);
    if (!isOwn && rows.length === 0) throw new Refusal(403, 'NOT_A_PARTY');
    return pageOf(rows);
  });

  const listed = { schema: { querystring: SCHEMAS.list } };
  server.get<{ Querystring: PageQuery }>('/notifications', listed, ({ query, user }) =>
    page('inbox', 'createdAt', new Selection().add('recipient_id = ?', user), query),
  );
}
