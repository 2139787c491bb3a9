import { createHash } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import { pick as pickOne, seededRandom } from '../../sandbox/random.js';
import { startOfToday } from '../data/event-rows.js';
import { ADJECTIVES, COMMON_SENTENCES, PLACES, THEMES } from '../data/event-texts.js';
import { copyLine } from './copy-in.js';

const HOUR = 3_600_000;
/** The days ahead that the feed covers. */
const COMING_DAYS = 180;
/** The least characters of a description: an entry then has some 1.5 kB. */
const CONTENT_LENGTH = 950;
const SEED = 20_261_124;
const SITE = 'https://studentlife.example.edu/Events.aspx';

/** What the feed holds. */
export interface FeedSpec {
  events: number;
  /** One of so many events differs from the feed before; 0 for none. */
  changedEvery: number;
}

/** An entry of the campus feed. */
interface Entry {
  id: string;
  itemHash: string;
  title: string;
  content: string;
  location: string;
  startDate: string;
  endDate: string;
  tags: string[];
  link: string;
  label: string;
  campus: string;
  color: string;
}

/** The columns of `copyLines`, in their order. */
export const COPIED = {
  id: 'uuid',
  title: 'text',
  description: 'text',
  location: 'jsonb',
  start_at: 'timestamptz',
  end_at: 'timestamptz',
  external_id: 'text',
  external_url: 'text',
  item_hash: 'text',
};

/** The feed's answer. */
export function feedBytes(spec: FeedSpec): Buffer {
  const entries = entriesOf(spec).map((entry) => JSON.stringify(entry));
  return Buffer.from(`{"status":"success","data":{"events":[${entries.join(',')}]}}`);
}

/** The rows of the feed's events, in the format of COPY. */
export function copyLines(spec: FeedSpec): Buffer {
  const rows = entriesOf(spec).map((entry) =>
    copyLine([
      uuidv5(entry.id, uuidv5.URL),
      entry.title,
      entry.content,
      JSON.stringify({ name: entry.location }),
      entry.startDate,
      entry.endDate,
      entry.id,
      entry.link,
      entry.itemHash,
    ]),
  );
  return Buffer.from(rows.join(''));
}

function entriesOf({ events, changedEvery }: FeedSpec): Entry[] {
  const today = startOfToday();
  return Array.from({ length: events }, (_, index) =>
    entryOf(index, today, changedEvery > 0 && index % changedEvery === 0),
  );
}

function entryOf(index: number, today: number, isChanged: boolean): Entry {
  const random = seededRandom(SEED + index);
  const pick = <Item>(items: readonly Item[]): Item => pickOne(random, items);
  const theme = pick(THEMES);
  const [place, address] = pick(PLACES);
  const link = `${SITE}?e=${100_000 + index}`;
  const startAt = today + 24 * HOUR + Math.floor(random() * COMING_DAYS * 48) * (HOUR / 2);
  const sentences = [pick(theme.sentences)];
  for (let length = 0; length < CONTENT_LENGTH; length += sentences.at(-1)!.length + 1)
    sentences.push(random() < 0.3 ? pick(theme.sentences) : pick(COMMON_SENTENCES));
  if (isChanged) sentences.push('Please note that the room has changed.');
  const shown = {
    title: `${pick(ADJECTIVES)} ${pick(theme.subjects)} ${1 + (index % 97)}`,
    content: sentences.join(' '),
    location: `${place}, Room ${(isChanged ? 300 : 1) + Math.floor(random() * 300)}, ${address}`,
    startDate: new Date(startAt).toISOString(),
    endDate: new Date(startAt + (1 + Math.floor(random() * 6)) * HOUR).toISOString(),
  };
  return {
    id: `${link}&title=${shown.title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
    itemHash: createHash('sha256').update(JSON.stringify(shown)).digest('hex'),
    ...shown,
    tags: [pick(theme.tags), pick(theme.tags)],
    link,
    label: theme.category.toLowerCase(),
    campus: 'columbus',
    color: '#BA0C2F',
  };
}
