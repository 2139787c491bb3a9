import type { FeedReader } from './feed-reader.js';
import type { TicketingOptions } from './ticketing.mapping.js';

/** What an answer is to be read as. */
export type Format = { feed: 'campus' } | { feed: 'ticketing'; options: TicketingOptions };

/** What makes readers of this format. Only their own code is loaded: a thread starts in half the time. */
export async function readersOf(format: Format): Promise<() => FeedReader> {
  if (format.feed === 'campus') {
    const { CampusReader } = await import('./campus.mapping.js');
    return () => new CampusReader();
  }
  const { TicketingReader } = await import('./ticketing.mapping.js');
  return () => new TicketingReader(format.options);
}
