import type pg from 'pg';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import { seededRandom, shuffled } from '../../sandbox/random.js';
import { startOfToday } from './event-rows.js';
import { COMMON_SENTENCES } from './event-texts.js';
import { type Loader, type LoadTime, madeBy, type Part } from './loader.js';

/** Applications of each gig of `loadApplications`, all by different users with profiles. */
export const APPLICATIONS_PER_GIG = 100;
const SEED = 20_261_122;
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** The last days, in which notifications were written. */
const INBOX_DAYS = 90;
/** Notifications that each of the other users has on average. */
const PER_OWNER = 300;

/** Adds users with profiles who have applied to each of the gigs. */
export async function loadApplications(loader: Loader, gigs: string[]): Promise<void> {
  const users = {
    table: 'users',
    columns: { id: 'text', name: 'text', avatar_url: 'text', headline: 'text', bio: 'text', email: 'text' },
    count: APPLICATIONS_PER_GIG,
    row: (index: number) => ({
      id: applicant(index),
      name: `Applicant ${index}`,
      avatar_url: `https://example.edu/people/${index}.jpg`,
      headline: `Student, ${1 + (index % 4)}. year`,
      bio: sentences(index, 3),
      email: `${applicant(index)}@example.edu`,
    }),
  };
  const applications = {
    table: 'applications',
    columns: {
      gig_id: 'uuid',
      id: 'uuid',
      applicant_id: 'text',
      message: 'text',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    count: gigs.length * APPLICATIONS_PER_GIG,
    // The rows are ordered by time, as real ones are: the applications of one gig do not lie together.
    row: (index: number) => {
      const msecs = startOfToday() - DAY + index * 100;
      const applicantId = applicant(Math.floor(index / gigs.length));
      const at = new Date(msecs).toISOString();
      return {
        gig_id: gigs[index % gigs.length],
        id: uuidv7({ msecs }),
        applicant_id: applicantId,
        message: sentences(index, 2),
        created_at: at,
        updated_at: at,
      };
    },
  };
  await loader.load(users);
  await loader.load(applications);
}

/**
 * Adds a notification for each of the recipients, in a random order over the last months; most are read.
 * @param more how many notifications of others come besides
 */
export function loadNotifications(loader: Loader, recipients: string[], more = 0): Promise<LoadTime> {
  const random = seededRandom(SEED);
  const order = shuffled(random, recipients);
  const since = startOfToday() - INBOX_DAYS * DAY;
  const step = (INBOX_DAYS * DAY) / order.length;
  const columns = {
    recipient_id: 'text',
    id: 'uuid',
    type: 'text',
    reference_id: 'text',
    read_at: 'timestamptz',
    created_at: 'timestamptz',
    data: 'jsonb',
  };
  const row = (index: number) => {
    const msecs = Math.floor(since + index * step);
    const gig = Math.floor(random() * 1_000);
    return {
      recipient_id: order[index],
      id: uuidv7({ msecs }),
      type: random() < 0.8 ? 'APPLICATION_RECEIVED' : 'APPLICATION_ACCEPTED',
      reference_id: uuidv7({ msecs }),
      read_at: random() < 0.7 ? new Date(msecs + 30 * MINUTE).toISOString() : null,
      created_at: new Date(msecs).toISOString(),
      data: {
        gigId: uuidv5(`gig ${gig}`, uuidv5.URL),
        gigTitle: `Stage hands for concert number ${gig}`,
        applicantName: `Applicant ${Math.floor(random() * APPLICATIONS_PER_GIG)}`,
      },
    };
  };
  const named = madeBy({ table: 'notifications', columns, count: order.length, row });
  return loader.fill('notifications', named, ofOthers(more));
}

/**
 * Adds applications for gigs of others to a table that holds `held` of them, until there are `total`. PostgreSQL itself makes
 * them: ten for each gig, some hundreds for each owner.
 */
export function loadApplicationsOfOthers(loader: Loader, held: number, total: number): Promise<LoadTime> {
  const text = `
    INSERT INTO applications (gig_id, id, applicant_id, owner_id, message, status, created_at)
    SELECT md5('gig ' || number / 10)::uuid, uuidv7(at - now()), 'applicant-' || number % 10,
           'owner-' || number / 10 % $3::int, 'I have done stage work for two years and live around the corner.',
           (ARRAY['PENDING', 'PENDING', 'PENDING', 'ACCEPTED', 'REJECTED'])[1 + floor(random() * 5)::int], at
    FROM (SELECT number, now() - interval '${INBOX_DAYS} days' * random() AS at
          FROM generate_series($1::int, $2::int) number) numbered`;
  const owners = Math.ceil(total / PER_OWNER);
  const insert = (pool: pg.Pool, from: number, size: number) =>
    pool.query(text, [held + from, held + from + size - 1, owners]);
  return loader.fill('applications', { count: total - held, insert });
}

/** Adds so many applications for the gigs of each of these owners, to one gig after the other. */
export async function loadReceived(database: pg.Client, owners: string[], each: number): Promise<void> {
  await database.query(
    `INSERT INTO applications (gig_id, id, applicant_id, message, created_at)
     SELECT ids[1 + n % cardinality(ids)], gen_random_uuid(), 'applicant-' || n, 'I can start at any time.',
            now() - n * interval '1 hour'
     FROM (SELECT array_agg(id ORDER BY id) AS ids FROM events
           WHERE creator_id = ANY($1) AND status = 'OPEN' GROUP BY creator_id) gigs,
          generate_series(1, $2::int) n`,
    [owners, each],
  );
  await database.query('VACUUM (ANALYZE) applications');
}

/** Notifications that PostgreSQL itself makes, for so many users that each has some hundreds. */
function ofOthers(count: number): Part {
  const text = `
    INSERT INTO notifications (recipient_id, id, type, reference_id, read_at, created_at, data)
    SELECT 'owner-' || floor(random() * $3::float8), uuidv7(at - now()), 'APPLICATION_RECEIVED',
           uuidv7(at - now())::text, CASE WHEN random() < 0.7 THEN at + interval '30 minutes' END, at,
           jsonb_build_object('gigId', gen_random_uuid(),
                              'gigTitle', 'Stage hands for concert number ' || number,
                              'applicantName', 'Applicant ' || number % ${APPLICATIONS_PER_GIG})
    FROM (SELECT number, now() - interval '${INBOX_DAYS} days' * (1 - number / $4::float8) AS at
          FROM generate_series($1::int, $2::int) number) numbered`;
  const owners = Math.ceil(count / PER_OWNER);
  return {
    count,
    insert: (pool, from, size) => pool.query(text, [from, from + size - 1, owners, count]),
  };
}

function applicant(index: number): string {
  return `applicant-${index}`;
}

function sentences(index: number, count: number): string {
  const pool = COMMON_SENTENCES;
  return Array.from({ length: count }, (_, at) => pool[(index + at) % pool.length]).join(' ');
}
