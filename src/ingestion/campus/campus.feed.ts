import type { Config } from '../../common/config.js';
import { type DownloadLimits, Downloads } from '../download/downloads.js';
import type { Feed } from '../feed.js';
import { inSteps } from '../reading/entries.js';
import { readCampus } from './campus.reader.js';

/** The campus feed: all current events in one document (rules.md, "Feeds"). */
export const campusFeed = (
  { CAMPUS_FEED_URL, FEED_MAX_MB: maxMb }: Pick<Config, 'CAMPUS_FEED_URL' | 'FEED_MAX_MB'>,
  limits?: Partial<DownloadLimits>,
): Feed => ({
  source: 'CAMPUS_API',
  variable: 'CAMPUS_FEED_URL',
  configured: CAMPUS_FEED_URL !== undefined,
  async fetch(signal) {
    const url = new URL(CAMPUS_FEED_URL!);
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/events`;
    return inSteps(readCampus((await new Downloads({ maxMb, signal, limits }).get(url)).document));
  },
});
