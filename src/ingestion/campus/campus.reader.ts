import { formatInstant, parseInstant } from '../../common/instant.js';
import { cut, isStorable, withoutControls } from '../../common/text.js';
import type { ExternalEvent } from '../../events/external-events.service.js';
import { FeedError } from '../feed-error.js';
import { Entries } from '../reading/entries.js';
import type { FeedReader } from '../reading/feed-reader.js';
import {
  httpUrlOf,
  idOf,
  isRecord,
  MAX_LENGTH,
  NO_LOCATION,
  recordOf,
  shownOf,
  textOf,
} from '../reading/feed-text.js';
import { itemHashOf } from '../reading/item-hash.js';

/** The one campus whose events become ours, by its exact name (decisions.md, "Feeds"). */
const CAMPUS = 'columbus';
/** Labels that one run counts in the log. */
const MAX_LABELS = 50;
const MAPPED = [
  'id',
  'itemHash',
  'title',
  'content',
  'description',
  'location',
  'startDate',
  'endDate',
  'link',
] as const;

type Entry = Record<string, unknown>;

/** Reads the campus feed's document (decisions.md, "Feeds"). */
export class CampusReader implements FeedReader {
  readonly entries = new Entries();
  private readonly labels = new Map<string, number>();

  get notes(): Record<string, unknown> {
    return { labels: Object.fromEntries(this.labels) };
  }

  read(document: unknown): void {
    const { events } = recordOf(recordOf(document).data);
    if (!Array.isArray(events))
      throw new FeedError('The feed answered JSON whose data.events is not an array.');
    for (const [index, entry] of events.entries()) this.readEntry(entry, `/data/events/${index}`);
  }

  private readEntry(entry: unknown, pointer: string): void {
    const id = isRecord(entry) ? idOf(entry.id) : undefined;
    const reason = reasonToReject(entry, id);
    if (reason !== undefined) this.entries.reject(pointer, id, reason);
    else this.addOrIgnore(entry as Entry, id as string);
  }

  private addOrIgnore(entry: Entry, id: string): void {
    count(this.labels, entry.label);
    if (entry.campus === CAMPUS) {
      const itemHash = textOf(entry.itemHash) ?? toEvent(entry).itemHash;
      this.entries.add(id, itemHash, () => toEvent(entry));
    } else this.entries.ignore(id);
  }
}

/** The order of the checks is fixed (decisions.md, "Feeds"). */
function reasonToReject(entry: unknown, id: string | undefined): string | undefined {
  if (!isRecord(entry)) return 'is not an object';
  if (id === undefined) return 'has no usable id';
  if (shownOf(entry.title, MAX_LENGTH.title) === undefined) return 'has no usable title';
  if (instantOf(entry.startDate) === undefined) return 'has no usable startDate';
  const bad = MAPPED.find((field) => typeof entry[field] === 'string' && !isStorable(entry[field]));
  return bad && `has a NUL character or a lone surrogate in ${bad}`;
}

function instantOf(value: unknown): number | undefined {
  return typeof value === 'string' ? parseInstant(value) : undefined;
}

/** The event of a sound entry. */
function toEvent(entry: Entry): ExternalEvent {
  const start = instantOf(entry.startDate)!;
  const end = instantOf(entry.endDate);
  const content = typeof entry.content === 'string' ? entry.content : '';
  const [location, description] = [entry.location, entry.description].map((text) =>
    shownOf(text, MAX_LENGTH.location),
  );
  const mapped = {
    title: shownOf(entry.title, MAX_LENGTH.title)!,
    description: cut(withoutControls(content, { lines: true }), MAX_LENGTH.description),
    location: { name: location ?? description ?? NO_LOCATION },
    startAt: formatInstant(start),
    endAt: end === undefined || end < start ? null : formatInstant(end),
    externalUrl: httpUrlOf(entry.link),
  };
  const itemHash = textOf(entry.itemHash) ?? itemHashOf(mapped);
  return { externalId: entry.id as string, source: 'CAMPUS_API', itemHash, ...mapped, ticketUrl: null };
}

function count(labels: Map<string, number>, label: unknown): void {
  if (typeof label !== 'string' || (labels.size >= MAX_LABELS && !labels.has(label))) return;
  const name = cut(label, 100);
  labels.set(name, (labels.get(name) ?? 0) + 1);
}
