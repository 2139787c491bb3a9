import { formatInstant, parseInstant } from '../../common/instant.js';
import { cut, isStorable, withoutControls } from '../../common/text.js';
import { isObject } from '../../common/validation/fields.js';
import type { ExternalEvent } from '../../events/external-events.service.js';
import { Entries, entryByEntry, FeedError } from '../reading/entries.js';
import * as feed from '../reading/feed-text.js';

/** The campus whose events are imported, by its exact name (rules.md, "Feeds"). */
const CAMPUS = 'columbus';
/** The statuses with which the feed reports a failure. */
const FAILED = /^(?:error|fail|failed)$/i;
const TEXTS = ['id', 'itemHash', 'title', 'content', 'description', 'location', 'endDate', 'link'];

type Entry = Record<string, unknown>;

/**
 * Reads the document of the campus feed (rules.md, "Feeds").
 * @throws FeedError where it is not one, or reports a failure
 */
export function* readCampus(document: unknown): Generator<void, Entries> {
  const { status, data } = feed.recordOf(document);
  const { events } = feed.recordOf(data);
  if (typeof status === 'string' && FAILED.test(status))
    throw new FeedError(`The feed returned the status "${status}".`);
  if (!Array.isArray(events))
    throw new FeedError('The feed returned JSON whose data.events is not an array.');
  const entries = new Entries();
  yield* entryByEntry(events, (entry, index) => readEntry(entry, `/data/events/${index}`, entries));
  return entries;
}

function readEntry(entry: unknown, pointer: string, entries: Entries): void {
  const id = isObject(entry) ? feed.idOf(entry.id) : undefined;
  const reason = reasonToReject(entry, id);
  const { label, campus } = feed.recordOf(entry);
  entries.label(label);
  if (reason !== undefined) entries.reject(pointer, id, reason);
  else entries.add(id!, campus === CAMPUS ? toEvent(id!, entry as Entry) : undefined);
}

/** The order of the checks is fixed (rules.md, "Feeds"). */
function reasonToReject(entry: unknown, id: string | undefined): string | undefined {
  if (!isObject(entry)) return 'is not an object';
  if (id === undefined) return 'has no usable id';
  if (feed.visibleTextOf(entry.title, feed.MAX_LENGTH.title) === undefined) return 'has no usable title';
  if (instantOf(entry.startDate) === undefined) return 'has no usable startDate';
  const bad = TEXTS.find((field) => typeof entry[field] === 'string' && !isStorable(entry[field]));
  return bad && `has a NUL character or a lone surrogate in ${bad}`;
}

function instantOf(value: unknown): number | undefined {
  return typeof value === 'string' ? parseInstant(value) : undefined;
}

/** The event of a valid entry. */
function toEvent(externalId: string, entry: Entry): ExternalEvent {
  const start = instantOf(entry.startDate)!;
  const end = instantOf(entry.endDate);
  const content = typeof entry.content === 'string' ? entry.content : '';
  const [location, description] = [entry.location, entry.description].map((text) =>
    feed.visibleTextOf(text, feed.MAX_LENGTH.location),
  );
  const mapped = {
    title: feed.visibleTextOf(entry.title, feed.MAX_LENGTH.title)!,
    description: cut(withoutControls(content, { lines: true }), feed.MAX_LENGTH.description),
    location: { name: location ?? description ?? feed.NO_LOCATION },
    startAt: formatInstant(start),
    endAt: end === undefined || end < start ? null : formatInstant(end),
    externalUrl: feed.httpUrlOf(entry.link),
  };
  const itemHash = feed.textOf(entry.itemHash) ?? feed.itemHashOf(mapped);
  return { externalId, source: 'CAMPUS_API', itemHash, ...mapped, ticketUrl: null };
}
