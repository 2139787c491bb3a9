import type pg from 'pg';
import { believableEvent, openGig, seededRandom, startOfToday } from './event-rows.js';
import { load } from './load.js';

const SEED = 20_261_120;
const GIG_SEED = 20_261_121;

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

/** Adds as many events of all kinds. */
export function loadEvents(client: pg.Client, count: number, signal: AbortSignal): Promise<void> {
  const random = seededRandom(SEED);
  const today = startOfToday();
  const row = (index: number) => believableEvent(index, today, random);
  return load(client, { table: 'events', columns: COLUMNS, count, row }, signal);
}

/** Adds one open gig for each of the owners, and answers the gigs' ids in their order. */
export async function loadOpenGigs(
  client: pg.Client,
  owners: string[],
  signal: AbortSignal,
): Promise<string[]> {
  const random = seededRandom(GIG_SEED);
  const today = startOfToday();
  const gigs = owners.map((owner, index) => openGig(index, owner, today, random));
  const row = (index: number) => gigs[index]!;
  await load(client, { table: 'events', columns: COLUMNS, count: gigs.length, row }, signal);
  return gigs.map(({ id }) => id as string);
}
