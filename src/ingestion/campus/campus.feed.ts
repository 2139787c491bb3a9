import type { Config } from '../../common/config.js';
import type { Receiver } from '../download/body.js';
import { type DownloadLimits, Downloads } from '../download/downloads.js';
import type { Feed } from '../feed.js';

/** The campus events feed: all current events in one document (decisions.md, "Feeds"). */
export class CampusFeed implements Feed {
  readonly source = 'CAMPUS_API';
  readonly job = 'campus-sync';
  readonly variable = 'CAMPUS_FEED_URL';

  static from({ CAMPUS_FEED_URL, FEED_MAX_MB }: Config): CampusFeed {
    return new CampusFeed(CAMPUS_FEED_URL, FEED_MAX_MB * 2 ** 20);
  }

  /** @param maxBytes of the answer, unpacked */
  constructor(
    private readonly baseUrl: string | undefined,
    private readonly maxBytes: number,
    private readonly limits?: Partial<DownloadLimits>,
  ) {}

  get configured(): boolean {
    return this.baseUrl !== undefined;
  }

  async fetch(receiver: Receiver<unknown>, signal: AbortSignal): Promise<void> {
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
