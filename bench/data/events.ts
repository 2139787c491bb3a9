import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { seededRandom } from '../../sandbox/random.js';
import { believableEvent, openGig, startOfToday } from './event-rows.js';
import { type Loader, type LoadTime, madeBy, type Part, type Row } from './loader.js';

const SEED = 20_261_120;
const GIG_SEED = 20_261_121;
/** Events with texts of their own. Further events have other creators and feeds, and the texts of one of these. */
const ORIGINALS = 100_000;

const COLUMNS = {
  id: 'uuid',
  title: 'text',
  description: 'text',
  type: 'text',
  location: 'jsonb',
  start_at: 'timestamptz',
  end_at: 'timestamptz',
  status: 'text',
  source: 'text',
  creator_id: 'text',
  external_id: 'text',
  external_url: 'text',
  ticket_url: 'text',
  tags: 'text[]',
  summary: 'text',
  category: 'text',
  compensation: 'jsonb',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  item_hash: 'text',
};

/** The columns in which a copy differs from its original. `$3` is the number of the copy's generation. */
const OWN = {
  id: 'uuidv7(created_at - now())',
  creator_id: `creator_id || '-' || $3::int`,
  external_id: `external_id || '-' || $3::int`,
  external_url: `external_url || '-' || $3::int`,
  ticket_url: `ticket_url || '-' || $3::int`,
  item_hash: 'md5(item_hash || $3::int)',
};

/** Adds events of all kinds to a table that holds `held` of them, until there are `total`. */
export function loadEvents(loader: Loader, held: number, total: number): Promise<LoadTime> {
  const random = seededRandom(SEED + held);
  const today = startOfToday();
  const made = Math.max(0, Math.min(total, ORIGINALS) - held);
  const row = (index: number) => believableEvent(held + index, today, random);
  const originals = madeBy({ table: 'events', columns: COLUMNS, count: made, row });
  return loader.fill('events', originals, copies(held + made, total - held - made));
}

/** Copies that PostgreSQL itself makes: that is faster than to send them. */
function copies(held: number, count: number): Part {
  const names = Object.keys(COLUMNS);
  const values = names.map((name) => OWN[name as keyof typeof OWN] ?? name);
  const text = `
    INSERT INTO events (${names}) SELECT ${values} FROM originals WHERE position >= $1 AND position < $2`;
  let prepared: Promise<unknown> | undefined;
  return {
    count,
    async insert(pool, from, size) {
      prepared ??= prepareOriginals(pool, names);
      await prepared;
      for (let index = held + from; index < held + from + size; ) {
        const [generation, position] = [Math.floor(index / ORIGINALS), index % ORIGINALS];
        const length = Math.min(held + from + size - index, ORIGINALS - position);
        await pool.query(text, [position, position + length, generation]);
        index += length;
      }
    },
  };
}

/** A numbered table of the originals. */
async function prepareOriginals(pool: pg.Pool, names: string[]): Promise<void> {
  await pool.query(`
    CREATE UNLOGGED TABLE IF NOT EXISTS originals AS
    SELECT row_number() OVER (ORDER BY id) - 1 AS position, ${names}
    FROM (SELECT * FROM events LIMIT ${ORIGINALS}) held`);
  await pool.query('CREATE UNIQUE INDEX IF NOT EXISTS originals_position ON originals (position)');
  await pool.query('ANALYZE originals');
}

/** Ids of events, picked at random. */
export async function randomEvents(database: pg.Client, count: number): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>('SELECT id FROM events ORDER BY random() LIMIT $1', [
    count,
  ]);
  return rows.map(({ id }) => id);
}

/** Adds one open gig for each of the owners. @returns the gigs' ids, in the order of the owners */
export async function loadOpenGigs(loader: Loader, owners: string[]): Promise<string[]> {
  const random = seededRandom(GIG_SEED);
  const today = startOfToday();
  return loadGigs(
    loader,
    owners.map((owner, index) => openGig(index, owner, today, random)),
  );
}

/** Adds the same gigs three times, with other ids. @param each how many for each of the owners */
export async function loadTriplets(
  loader: Loader,
  owners: string[],
  each: number,
): Promise<[string[][], string[][], string[][]]> {
  const random = seededRandom(GIG_SEED);
  const today = startOfToday();
  const gigs = owners.flatMap((owner) =>
    Array.from({ length: each }, (_, index) => openGig(index, owner, today, random)),
  );
  const ofOwners = (ids: string[]) => owners.map((_, at) => ids.slice(at * each, (at + 1) * each));
  const anew = () => gigs.map((gig) => ({ ...gig, id: uuidv7() }));
  const load = async () => ofOwners(await loadGigs(loader, anew()));
  return [await load(), await load(), await load()];
}

/** Adds a cancelled gig of this owner. @returns its id */
export async function loadClosedGig(loader: Loader, owner: string): Promise<string> {
  const gig = openGig(0, owner, startOfToday(), seededRandom(GIG_SEED));
  const [id] = await loadGigs(loader, [{ ...gig, id: uuidv7(), status: 'CANCELLED' }]);
  return id!;
}

async function loadGigs(loader: Loader, gigs: Row[]): Promise<string[]> {
  await loader.load({ table: 'events', columns: COLUMNS, count: gigs.length, row: (index) => gigs[index]! });
  return gigs.map(({ id }) => id as string);
}
