import type { ExternalEvent } from '../../src/events/external-events.service.js';
import type { FeedHead, FeedReader } from '../../src/ingestion/feed-reader.js';

/** What a reader has found in an answer. */
export interface WholeAnswer extends Omit<FeedHead, 'superseded'> {
  events: ExternalEvent[];
  /** Which of the ids are in it. */
  present: string[];
}

/**
 * Reads a whole answer.
 * @param ids to look for
 */
export function readWhole(reader: FeedReader, parts: Uint8Array[], ids: string[]): WholeAnswer {
  for (const part of parts) reader.take(part);
  const { superseded, ...head } = reader.end();
  const index = [...reader.tally.pieces(1)].flatMap(({ from, externalIds, itemHashes }) =>
    externalIds.map((externalId, place) => ({
      place: from + place,
      externalId,
      itemHash: itemHashes[place],
    })),
  );
  const live = index.filter(({ place }) => !superseded.includes(place));
  const events = reader.tally.eventsAt(live.map(({ place }) => place));
  const told = events.map(({ externalId, itemHash }) => ({ externalId, itemHash }));
  expect(told).toEqual(live.map(({ place, ...entry }) => entry));
  const absent = reader.tally.absent(ids);
  return { ...head, events, present: ids.filter((id) => !absent.includes(id)) };
}
