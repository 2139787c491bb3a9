import type { ExternalEvent } from '../../src/events/external-events.service.js';
import { type AnswerSummary, FeedAnswer } from '../../src/ingestion/reading/feed-answer.js';
import type { FeedReader } from '../../src/ingestion/reading/feed-reader.js';

/** What an answer says. */
export interface WholeAnswer extends Omit<AnswerSummary, 'events'> {
  events: ExternalEvent[];
  /** Which of the ids are in it. */
  present: string[];
}

/**
 * Reads a whole answer.
 * @param ids to look for
 */
export function readWhole(reader: FeedReader, documents: Uint8Array[], ids: string[]): WholeAnswer {
  const answer = new FeedAnswer(reader);
  for (const document of documents) {
    answer.begin();
    answer.write(document);
    answer.end();
  }
  const { events: count, ...summary } = answer.summary();
  const events = answer.events([...Array(count).keys()]);
  expect(answer.index(0, count)).toEqual({
    externalIds: events.map(({ externalId }) => externalId),
    itemHashes: events.map(({ itemHash }) => itemHash),
  });
  const absent = answer.absent(ids);
  return { ...summary, events, present: ids.filter((id) => !absent.includes(id)) };
}
