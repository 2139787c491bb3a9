import { pool } from './database.js';
import type { EventRow } from './event-row.js';

const MAX_COUNTED = 10_000;
/** The applications to events that are the caller's own gigs (`$2`). */
const APPLIED = `
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE status = 'PENDING')::int AS pending,
           count(*) FILTER (WHERE status = 'ACCEPTED')::int AS accepted,
           count(*) FILTER (WHERE status = 'REJECTED')::int AS rejected
    FROM (SELECT status FROM applications WHERE gig_id = e.id AND e.id = ANY($2) LIMIT ${MAX_COUNTED}) counted) applied`;

type Reader = (events: EventRow[], ids: string[], user: string) => Promise<(event: EventRow) => unknown>;

/** The parts of events, each by one statement. */
const READERS: Record<string, Reader> = {
  creator: async (events) => {
    const { rows } = await pool.query(
      'SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE id = ANY($1)',
      [events.map(({ creatorId }) => creatorId)],
    );
    const profiles = new Map(rows.map((profile) => [profile.id, profile]));
    return ({ creatorId }) => profiles.get(creatorId) ?? null;
  },
  viewer: async (_, ids, user) => {
    const { rows } = await pool.query(
      `SELECT event_id, action AS kind, NULL::uuid AS id, NULL AS status FROM interactions
       WHERE event_id = ANY($1) AND user_id = $2 AND action IN ('SAVE', 'BOOKMARK')
       UNION ALL
       SELECT gig_id, 'APPLICATION', id, status FROM applications WHERE gig_id = ANY($1) AND applicant_id = $2
       UNION ALL
       SELECT i.event_id, 'COLLECTION', c.id, NULL FROM collections c
       JOIN collection_items i ON i.collection_id = c.id AND i.event_id = ANY($1) WHERE c.owner_id = $2 ORDER BY id`,
      [ids, user],
    );
    return ({ id, creatorId }) => {
      const own = rows.filter((row) => row.event_id === id);
      const application = own.find(({ kind }) => kind === 'APPLICATION');
      return {
        isOwner: creatorId === user,
        saved: own.some(({ kind }) => kind === 'SAVE'),
        bookmarked: own.some(({ kind }) => kind === 'BOOKMARK'),
        application: application
          ? { id: application.id, status: application.status, withdrawnAt: null }
          : null,
        collectionIds: own.filter(({ kind }) => kind === 'COLLECTION').map((row) => row.id),
      };
    };
  },
  counts: async (events, ids, user) => {
    const isOwnGig = ({ type, creatorId }: EventRow) => type === 'GIG' && creatorId === user;
    const ownGigs = events.filter(isOwnGig).map(({ id }) => id);
    const isOwner = ownGigs.length > 0;
    const { rows } = await pool.query(
      `SELECT e.id, interest.users AS interested ${isOwner ? ', applied.*' : ''} FROM events e
       CROSS JOIN LATERAL (
         SELECT count(*)::int AS users FROM (
           SELECT DISTINCT user_id FROM interactions
           WHERE event_id = e.id AND action IN ('SAVE', 'BOOKMARK') LIMIT ${MAX_COUNTED}) counted) interest
       ${isOwner ? APPLIED : ''}
       WHERE e.id = ANY($1)`,
      isOwner ? [ids, ownGigs] : [ids],
    );
    const counts = new Map(rows.map(({ id, ...row }) => [id, row]));
    return (event) => {
      const { interested, ...applications } = counts.get(event.id);
      return { interested, applications: isOwnGig(event) ? { ...applications, withdrawn: 0 } : null };
    };
  },
};

/** The events with these parts. */
export async function withParts(events: EventRow[], names: string[], user: string): Promise<EventRow[]> {
  const ids = events.map(({ id }) => id);
  const parts = await Promise.all(
    names.map(async (name) => ({ name, of: await READERS[name]!(events, ids, user) })),
  );
  return events.map((event) => ({
    ...event,
    ...Object.fromEntries(parts.map(({ name, of }) => [name, of(event)])),
  }));
}
