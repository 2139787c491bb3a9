import type { Config } from '../../common/config.js';
import { type DownloadLimits, Downloads } from '../download/downloads.js';
import type { Feed } from '../feed.js';
import { type Entries, inSteps } from '../reading/entries.js';
import { readCampus } from './campus.reader.js';

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

  async fetch(signal: AbortSignal): Promise<Entries> {
    const url = new URL(this.baseUrl!);
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/events`;
    const { maxBytes, limits } = this;
    const downloads = new Downloads({ maxBytes, entries: '$.data.events.*', signal, limits });
    try {
      const { document } = await downloads.get(url);
      return await inSteps(readCampus(document));
    } finally {
      downloads.close();
    }
  }
}
