import { type DownloadLimits, Downloads } from './download.js';
import type { Feed, FeedContent } from './feed.js';
import { ReadingThread } from './reading-thread.js';

/** The campus events feed: all current events in one answer (spec.md, "External feeds"). */
export class CampusFeed implements Feed {
  readonly source = 'CAMPUS_API';
  readonly variable = 'CAMPUS_FEED_URL';

  /** @param maxBytes of the answer, unpacked */
  constructor(
    private readonly baseUrl: string | undefined,
    private readonly maxBytes: number,
    private readonly limits?: Partial<DownloadLimits>,
  ) {}

  get configured(): boolean {
    return this.baseUrl !== undefined;
  }

  async fetch(signal: AbortSignal): Promise<FeedContent> {
    const url = new URL(this.baseUrl!);
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/events`;
    const downloads = new Downloads({ maxBytes: this.maxBytes, signal, limits: this.limits });
    try {
      return await downloads.get(url, () => new ReadingThread({ feed: 'campus' }, signal));
    } finally {
      downloads.close();
    }
  }
}
