import type { FastifyInstance, FastifyRequest } from 'fastify';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import { pool, transaction } from './database.js';
import { COLUMNS as EVENT } from './event-row.js';
import { type PageQuery, page, pageQuery } from './page.js';
import { counting } from './quota.js';
import { Refusal } from './refusal.js';

const COLUMNS = `
  id, gig_id AS "gigId", applicant_id AS "applicantId", message, status, withdrawn_at AS "withdrawnAt",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

interface Application {
  id: string;
  gigId: string;
  applicantId: string;
  createdAt: Date;
}

interface Profile {
  id: string;
  name: string | null;
}

interface Gig {
  id: string;
  creatorId: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    gig: Gig;
  }
}

/** Finds the gig before the body is validated: 404 and 403 go before 400. */
async function findGig(request: FastifyRequest): Promise<void> {
  const { gigId } = request.params as { gigId: string };
  if (!isUuid(gigId)) throw new Refusal(404, 'NOT_FOUND');
  const { rows } = await pool.query<Gig & { type: string }>(
    'SELECT id, type, creator_id AS "creatorId" FROM events WHERE id = $1',
    [gigId],
  );
  const gig = rows[0];
  if (!gig) throw new Refusal(404, 'NOT_FOUND');
  if (gig.type !== 'GIG') throw new Refusal(400, 'NOT_A_GIG');
  request.gig = gig;
}

async function refuseOwner({ gig, user }: FastifyRequest): Promise<void> {
  if (gig.creatorId === user) throw new Refusal(403, 'OWN_GIG');
}

async function refuseStrangers({ gig, user }: FastifyRequest): Promise<void> {
  if (gig.creatorId === user) return;
  const text = 'SELECT 1 FROM applications WHERE gig_id = $1 AND applicant_id = $2';
  const { rowCount } = await pool.query(text, [gig.id, user]);
  if (!rowCount) throw new Refusal(403, 'NOT_A_PARTY');
}

async function profilesOf(ids: string[]): Promise<Map<string, Profile>> {
  const { rows } = await pool.query<Profile>(
    'SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE id = ANY($1)',
    [ids],
  );
  return new Map(rows.map((profile) => [profile.id, profile]));
}

async function gigsOf(ids: string[]): Promise<Map<string, object>> {
  const { rows } = await pool.query<{ id: string }>(`SELECT ${EVENT} FROM events WHERE id = ANY($1)`, [ids]);
  return new Map(rows.map((gig) => [gig.id, gig]));
}

function withApplicant(application: Application, profiles: Map<string, Profile>) {
  const { applicantId } = application;
  const unknown = { id: applicantId, name: null, avatarUrl: null, headline: null, bio: null };
  return { ...application, applicant: profiles.get(applicantId) ?? unknown };
}

/** Stores application, interaction and notification in one transaction, which keeps the gig from being closed. */
function apply(
  { gig, user }: FastifyRequest,
  message: string | null,
  name: string | null,
): Promise<Application> {
  return transaction(async (client) => {
    const locked = await client.query(
      'SELECT status, apply_by AS "applyBy", title, creator_id AS "creatorId" FROM events WHERE id = $1 FOR SHARE',
      [gig.id],
    );
    const open = locked.rows[0];
    if (!open) throw new Refusal(404, 'NOT_FOUND');
    const isOver = ['CANCELLED', 'COMPLETED'].includes(open.status);
    if (isOver || (open.applyBy !== null && open.applyBy <= new Date())) throw new Refusal(400, 'GIG_CLOSED');
    const text = `
      INSERT INTO applications (id, gig_id, applicant_id, message, owner_id)
      SELECT $1::uuid, $2::uuid, $3, $4, $5 FROM counted
      ON CONFLICT (gig_id, applicant_id) DO NOTHING RETURNING ${COLUMNS}`;
    const { rows } = await client.query<Application>(
      counting('APPLICATION', user, { text, values: [uuidv7(), gig.id, user, message, open.creatorId] }),
    );
    const application = rows[0];
    if (!application) throw new Refusal(409, 'ALREADY_APPLIED');
    await client.query(
      `INSERT INTO interactions AS t (event_id, user_id, action, id) VALUES ($1, $2, 'APPLY', $3)
       ON CONFLICT (event_id, user_id, action) DO UPDATE SET count = t.count + 1, last_at = excluded.last_at`,
      [gig.id, user, uuidv7()],
    );
    const data = { gigId: gig.id, gigTitle: open.title, applicantName: name };
    if (open.creatorId)
      await client.query(
        `INSERT INTO notifications (id, recipient_id, type, reference_id, data)
         VALUES ($1, $2, 'APPLICATION_RECEIVED', $3, $4)`,
        [uuidv7(), open.creatorId, application.id, data],
      );
    return application;
  });
}

const receivedQuery = { ...pageQuery, status: { enum: ['PENDING', 'ACCEPTED', 'REJECTED'] } };

const application = {
  type: 'object',
  properties: { message: { type: 'string', maxLength: 5_000, nullable: true } },
};

export function applications(server: FastifyInstance): void {
  server.decorateRequest('gig');
  server.post<{ Body: { message?: string | null } }>(
    '/gigs/:gigId/applications',
    { schema: { body: application }, preValidation: [findGig, refuseOwner] },
    async (request, reply) => {
      const profiles = await profilesOf([request.user]);
      const { message = null } = request.body;
      const name = profiles.get(request.user)?.name ?? null;
      const stored = await apply(request, message, name);
      return reply.code(201).send(withApplicant(stored, profiles));
    },
  );

  server.get(
    '/gigs/:gigId/applications',
    { preValidation: [findGig, refuseStrangers] },
    async ({ gig, user }) => {
      const own = gig.creatorId === user ? '' : 'AND applicant_id = $2';
      const { rows } = await pool.query<Application>(
        `SELECT ${COLUMNS} FROM applications WHERE gig_id = $1 ${own} ORDER BY created_at, id`,
        own ? [gig.id, user] : [gig.id],
      );
      const profiles = await profilesOf(rows.map(({ applicantId }) => applicantId));
      return {
        data: rows.map((row) => withApplicant(row, profiles)),
        total: rows.length,
        totalIsExact: true,
        limit: null,
        offset: 0,
        nextCursor: null,
      };
    },
  );

  server.get<{ Querystring: PageQuery & { status: string } }>(
    '/applications/received',
    { schema: { querystring: { type: 'object', required: ['status'], properties: receivedQuery } } },
    async ({ query, user }) => {
      const received = await page<Application>(query, {
        table: 'applications',
        columns: COLUMNS,
        key: ['gig_id', 'id'],
        conditions: ['owner_id = $1', 'status = $2'],
        values: [user, query.status],
        by: 'created_at',
        descending: true,
        at: ({ createdAt }) => createdAt,
      });
      const [profiles, gigs] = await Promise.all([
        profilesOf(received.data.map(({ applicantId }) => applicantId)),
        gigsOf(received.data.map(({ gigId }) => gigId)),
      ]);
      const data = received.data.map((row) => ({
        ...withApplicant(row, profiles),
        gig: gigs.get(row.gigId),
      }));
      return { ...received, data };
    },
  );
}
