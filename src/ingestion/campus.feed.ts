import type { Body } from './download.body.js';
import { type DownloadLimits, Downloads } from './download.js';
import type { Feed, FeedContent } from './feed.js';
import { Intake } from './intake.js';

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
      return await downloads.get(url, (body) => takeIn(body, signal));
    } finally {
      downloads.close();
    }
  }
}

/** Has the answer read while it comes. */
async function takeIn({ size, blocks }: Body, signal: AbortSignal): Promise<FeedContent> {
  const intake = new Intake({ feed: 'campus' }, signal);
  try {
    intake.expect(size);
    for await (const block of blocks) intake.take(block);
    return await intake.content();
  } catch (error) {
    intake.close();
    throw error;
  }
}
