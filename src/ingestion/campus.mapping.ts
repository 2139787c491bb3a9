import { createHash } from 'node:crypto';
import { formatInstant, parseInstant } from '../common/instant.js';
import type { ExternalEvent } from '../events/external-events.service.js';
import { FeedError, type ParsedFeed } from './feed.js';
import { cut, httpUrlOf, isRecord, isStorable, readJson, textOf } from './feed-text.js';
import { Rejections } from './rejections.js';

/** The one campus whose events are taken, by its exact name (spec.md). */
const CAMPUS = 'columbus';
const NO_LOCATION = 'Location to be announced';
/** Code points. */
const MAX_TITLE = 1_000;
const MAX_DESCRIPTION = 100_000;
const MAX_LOCATION = 1_000;
/** Bytes; an index of PostgreSQL takes no longer keys. */
const MAX_ID_BYTES = 2_000;
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
 * Reads the campus feed's answer (contract.md 7). An event that a later entry of the same id replaces counts as
 * ignored; a rejected entry replaces none.
 * @throws FeedError where it is no JSON or its `data.events` is no array
 */
export function parseCampusFeed([answer]: Uint8Array[]): ParsedFeed {
  const entries = entriesOf(readJson(answer ?? new Uint8Array()));
  const rejections = new Rejections();
  const present = new Set<string>();
  const events = new Map<string, ExternalEvent>();
  const labels = new Map<string, number>();

  entries.forEach((entry, index) => {
    const id = isRecord(entry) ? idOf(entry.id) : undefined;
    if (id !== undefined) present.add(id);
    const reason = reasonToReject(entry, id);
    if (reason !== undefined) {
      rejections.add(`/data/events/${index}${id === undefined ? '' : ` (${cut(id, 200)})`}`, reason);
      return;
    }
    const [sound, externalId] = [entry as Entry, id as string];
    note(labels, sound.label);
    events.delete(externalId);
    if (sound.campus === CAMPUS) events.set(externalId, toEvent(externalId, sound));
  });

  return {
    received: entries.length,
    ignored: entries.length - rejections.count - events.size,
    rejected: rejections.count,
    reasons: rejections.reasons,
    present: [...present],
    events: [...events.values()],
    notes: { labels: Object.fromEntries(labels) },
  };
}

function entriesOf(document: unknown): unknown[] {
  const data = isRecord(document) ? document.data : undefined;
  const entries = isRecord(data) ? data.events : undefined;
  if (!Array.isArray(entries)) throw new FeedError('The feed answered JSON whose data.events is no array.');
  return entries;
}

function idOf(value: unknown): string | undefined {
  const id = textOf(value);
  return id !== undefined && Buffer.byteLength(id) <= MAX_ID_BYTES ? id : undefined;
}

/** The checks stand in the order of contract.md 7. */
function reasonToReject(entry: unknown, id: string | undefined): string | undefined {
  if (!isRecord(entry)) return 'is no object';
  if (id === undefined) return 'has no usable id';
  if (textOf(entry.title) === undefined) return 'has no usable title';
  if (instantOf(entry.startDate) === undefined) return 'has no usable startDate';
  const bad = MAPPED.find((field) => typeof entry[field] === 'string' && !isStorable(entry[field]));
  return bad && `has a NUL character or a lone surrogate in ${bad}`;
}

function instantOf(value: unknown): number | undefined {
  return typeof value === 'string' ? parseInstant(value) : undefined;
}

function toEvent(externalId: string, entry: Entry): ExternalEvent {
  const start = instantOf(entry.startDate)!;
  const end = instantOf(entry.endDate);
  const mapped = {
    title: cut(entry.title as string, MAX_TITLE),
    description: typeof entry.content === 'string' ? cut(entry.content, MAX_DESCRIPTION) : '',
    location: { name: cut(textOf(entry.location) ?? textOf(entry.description) ?? NO_LOCATION, MAX_LOCATION) },
    startAt: formatInstant(start),
    endAt: end === undefined || end < start ? null : formatInstant(end),
    externalUrl: httpUrlOf(entry.link),
  };
  const itemHash = textOf(entry.itemHash) ?? standInHash(mapped);
  return { externalId, source: 'CAMPUS_API', itemHash, ...mapped, ticketUrl: null };
}

function standInHash(mapped: object): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(mapped)).digest('hex')}`;
}

function note(labels: Map<string, number>, label: unknown): void {
  if (typeof label !== 'string' || (labels.size >= MAX_LABELS && !labels.has(label))) return;
  const shown = cut(label, 100);
  labels.set(shown, (labels.get(shown) ?? 0) + 1);
}
