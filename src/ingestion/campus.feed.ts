import { type DownloadLimits, Downloads } from './download.js';
import type { Feed, FeedReceiver } from './feed.js';

/** The campus events feed: all current events in one answer (decisions.md, "Feeds"). */
export class CampusFeed implements Feed {
  readonly source = 'CAMPUS_API';
  readonly variable = 'CAMPUS_FEED_URL';
  readonly format = { feed: 'campus' } as const;

  /** @param maxBytes of the answer, unpacked */
  constructor(
    private readonly baseUrl: string | undefined,
    private readonly maxBytes: number,
    private readonly limits?: Partial<DownloadLimits>,
  ) {}

  get configured(): boolean {
    return this.baseUrl !== undefined;
  }

  async fetch(receiver: FeedReceiver, signal: AbortSignal): Promise<void> {
    const url = new URL(this.baseUrl!);
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/events`;
    const downloads = new Downloads({ maxBytes: this.maxBytes, signal, limits: this.limits });
    try {
      await downloads.get(url, receiver);
    } finally {
      downloads.close();
    }
  }
}
