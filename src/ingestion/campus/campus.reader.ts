import { formatInstant, parseInstant } from '../../common/instant.js';
import { cut, isStorable, withoutControls } from '../../common/text.js';
import type { ExternalEvent } from '../../events/external-events.service.js';
import { FeedError } from '../feed.js';
import { Entries, entryByEntry } from '../reading/entries.js';
import {
  httpUrlOf,
  idOf,
  isRecord,
  itemHashOf,
  MAX_LENGTH,
  NO_LOCATION,
  recordOf,
  shownOf,
  textOf,
} from '../reading/feed-text.js';

/** The one campus whose events become ours, by its exact name (decisions.md, "Feeds"). */
const CAMPUS = 'columbus';
/** The feed says that it has failed. */
const FAILED = /^(?:error|fail|failed)$/i;
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

/** Reads the campus feed's document (decisions.md, "Feeds"). @throws FeedError where it is none, or says that it failed */
export function* readCampus(document: unknown): Generator<void, Entries> {
  const { status, data } = recordOf(document);
  const { events } = recordOf(data);
  if (typeof status === 'string' && FAILED.test(status))
    throw new FeedError(`The feed answered the status "${status}".`);
  if (!Array.isArray(events))
    throw new FeedError('The feed answered JSON whose data.events is not an array.');
  const entries = new Entries();
  yield* entryByEntry(events, (entry, index) => readEntry(entry, `/data/events/${index}`, entries));
  return entries;
}

function readEntry(entry: unknown, pointer: string, entries: Entries): void {
  const id = isRecord(entry) ? idOf(entry.id) : undefined;
  const reason = reasonToReject(entry, id);
  if (reason !== undefined) {
    entries.reject(pointer, id, reason);
    return;
  }
  const { label, campus } = entry as Entry;
  entries.note(label);
  if (campus === CAMPUS) entries.add(toEvent(id!, entry as Entry));
  else entries.ignore(id!);
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
function toEvent(externalId: string, entry: Entry): ExternalEvent {
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
  return { externalId, source: 'CAMPUS_API', itemHash, ...mapped, ticketUrl: null };
}
