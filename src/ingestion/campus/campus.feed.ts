import type { Config } from '../../common/config.js';
import { type DownloadLimits, Downloads } from '../download/downloads.js';
import type { Feed } from '../feed.js';
import { type Entries, inSteps } from '../reading/entries.js';
import { readCampus } from './campus.reader.js';

/** The campus feed: all current events in one document (rules.md, "Feeds"). */
export class CampusFeed implements Feed {
  readonly source = 'CAMPUS_API';
  readonly variable = 'CAMPUS_FEED_URL';

  constructor(
    private readonly settings: Pick<Config, 'CAMPUS_FEED_URL' | 'FEED_MAX_MB'>,
    private readonly limits?: Partial<DownloadLimits>,
  ) {}

  get configured(): boolean {
    return this.settings.CAMPUS_FEED_URL !== undefined;
  }

  async fetch(signal: AbortSignal): Promise<Entries> {
    const { CAMPUS_FEED_URL, FEED_MAX_MB: maxMb } = this.settings;
    const url = new URL(CAMPUS_FEED_URL!);
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/events`;
    const downloads = new Downloads({ maxMb, signal, limits: this.limits });
    return inSteps(readCampus((await downloads.get(url)).document));
  }
}
