import { formatInstant, parseInstant } from '../common/instant.js';
import { cut, isStorable, withoutControls } from '../common/text.js';
import type { ExternalEvent } from '../events/external-events.service.js';
import type { FeedHead, FeedReader } from './feed-reader.js';
import { httpUrlOf, idOf, isRecord, MAX_LENGTH, NO_LOCATION, shownOf, textOf } from './feed-text.js';
import { itemHashOf } from './item-hash.js';
import type { Place } from './json-cursor.js';
import { JsonElements, valueAt } from './json-elements.js';
import { Tally } from './tally.js';

/** The one campus whose events are taken, by its exact name (decisions.md, "Feeds"). */
const CAMPUS = 'columbus';
const EVENTS = ['data', 'events'];
const NO_ARRAY = 'The feed answered JSON whose data.events is not an array.';
/** Labels that one run notes in the log. */
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

/** Reads the campus feed's answer (decisions.md, "Feeds"), in parts of any size. */
export class CampusReader implements FeedReader {
  readonly tally = new Tally((place: Place) => toEvent(valueAt(place) as Entry));
  private readonly elements = new JsonElements(EVENTS, NO_ARRAY);
  private readonly labels = new Map<string, number>();
  private index = 0;

  take(part: Uint8Array): void {
    for (const place of this.elements.take(part)) this.read(place);
  }

  end(): FeedHead {
    for (const place of this.elements.end()) this.read(place);
    return this.tally.head({ labels: Object.fromEntries(this.labels) });
  }

  private read(place: Place): void {
    const entry = valueAt(place);
    const id = isRecord(entry) ? idOf(entry.id) : undefined;
    const reason = reasonToReject(entry, id);
    if (reason !== undefined) this.tally.reject(`/data/events/${this.index}`, id, reason);
    else this.sort(entry as Entry, id as string, place);
    this.index += 1;
  }

  private sort(entry: Entry, id: string, place: Place): void {
    note(this.labels, entry.label);
    if (entry.campus === CAMPUS) {
      const hash = textOf(entry.itemHash) ?? toEvent(entry).itemHash;
      this.tally.take(id, hash, place);
    } else this.tally.ignore(id);
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

function note(labels: Map<string, number>, label: unknown): void {
  if (typeof label !== 'string' || (labels.size >= MAX_LABELS && !labels.has(label))) return;
  const shown = cut(label, 100);
  labels.set(shown, (labels.get(shown) ?? 0) + 1);
}
