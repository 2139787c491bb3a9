import { formatInstant, parseInstant } from '../common/instant.js';
import type { ExternalEvent } from '../events/external-events.service.js';
import type { ParsedFeed } from './feed.js';
import { cut, httpUrlOf, idOf, isRecord, isStorable, MAX_LENGTH, NO_LOCATION, textOf } from './feed-text.js';
import { itemHashOf } from './item-hash.js';
import { elementsAt } from './json-elements.js';
import { Tally } from './tally.js';

/** The one campus whose events are taken, by its exact name (spec.md). */
const CAMPUS = 'columbus';
const EVENTS = ['data', 'events'];
const NO_ARRAY = 'The feed answered JSON whose data.events is no array.';
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

/**
 * Reads the campus feed's answer (contract.md 7).
 * @throws FeedError where it is no JSON or its `data.events` is no array
 */
export function parseCampusFeed([answer]: Uint8Array[]): ParsedFeed {
  const tally = new Tally();
  const labels = new Map<string, number>();
  let index = -1;
  for (const entry of elementsAt(answer ?? new Uint8Array(), EVENTS, NO_ARRAY)) {
    index += 1;
    const id = isRecord(entry) ? idOf(entry.id) : undefined;
    const start = isRecord(entry) ? instantOf(entry.startDate) : undefined;
    const reason = reasonToReject(entry, id, start);
    if (reason !== undefined) {
      tally.reject(`/data/events/${index}`, id, reason);
      continue;
    }
    const [sound, externalId] = [entry as Entry, id as string];
    note(labels, sound.label);
    if (sound.campus === CAMPUS) tally.take(toEvent(externalId, start!, sound));
    else tally.ignore(externalId);
  }
  return tally.result({ labels: Object.fromEntries(labels) });
}

/** The checks stand in the order of contract.md 7. */
function reasonToReject(
  entry: unknown,
  id: string | undefined,
  start: number | undefined,
): string | undefined {
  if (!isRecord(entry)) return 'is no object';
  if (id === undefined) return 'has no usable id';
  if (textOf(entry.title) === undefined) return 'has no usable title';
  if (start === undefined) return 'has no usable startDate';
  const bad = MAPPED.find((field) => typeof entry[field] === 'string' && !isStorable(entry[field]));
  return bad && `has a NUL character or a lone surrogate in ${bad}`;
}

function instantOf(value: unknown): number | undefined {
  return typeof value === 'string' ? parseInstant(value) : undefined;
}

function toEvent(externalId: string, start: number, entry: Entry): ExternalEvent {
  const end = instantOf(entry.endDate);
  const location = textOf(entry.location) ?? textOf(entry.description) ?? NO_LOCATION;
  const mapped = {
    title: cut(entry.title as string, MAX_LENGTH.title),
    description: typeof entry.content === 'string' ? cut(entry.content, MAX_LENGTH.description) : '',
    location: { name: cut(location, MAX_LENGTH.location) },
    startAt: formatInstant(start),
    endAt: end === undefined || end < start ? null : formatInstant(end),
    externalUrl: httpUrlOf(entry.link),
  };
  const itemHash = textOf(entry.itemHash) ?? itemHashOf(mapped);
  return { externalId, source: 'CAMPUS_API', itemHash, ...mapped, ticketUrl: null };
}

function note(labels: Map<string, number>, label: unknown): void {
  if (typeof label !== 'string' || (labels.size >= MAX_LABELS && !labels.has(label))) return;
  const shown = cut(label, 100);
  labels.set(shown, (labels.get(shown) ?? 0) + 1);
}
