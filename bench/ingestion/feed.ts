import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Cleanup } from '../cleanup.js';
import type { FeedSpec } from './feed-entries.js';
import type { FromFeed, ToFeed } from './feed-server.js';

/** The feed server, in a process of its own. */
export class Feed {
  private constructor(
    private readonly child: ChildProcess,
    /** For `CAMPUS_FEED_URL`. */
    readonly url: string,
    private readonly packed: boolean,
    private readonly signal: AbortSignal,
  ) {}

  /** @param packed whether it answers in gzip */
  static async start(packed: boolean, cleanup: Cleanup, signal: AbortSignal): Promise<Feed> {
    const child = fork(fileURLToPath(new URL('./feed-server.js', import.meta.url)));
    cleanup.add(async () => {
      if (child.connected) child.disconnect(); // which ends it
    });
    const [first] = (await once(child, 'message', { signal })) as [FromFeed];
    const { port } = first as { port: number };
    return new Feed(child, `http://127.0.0.1:${port}`, packed, signal);
  }

  /** Prepares these events. @returns how many bytes they are, unpacked */
  async prepare(spec: FeedSpec): Promise<number> {
    const prepared = this.next();
    this.post({ prepare: spec, packed: this.packed });
    return ((await prepared) as { bytes: number }).bytes;
  }

  /** Resolves when the next request has come. It waits until `answer`. */
  async requested(): Promise<void> {
    await this.next();
  }

  answer(): void {
    this.post('answer');
  }

  private post(message: ToFeed): void {
    this.child.send(message);
  }

  private async next(): Promise<FromFeed> {
    const [message] = (await once(this.child, 'message', { signal: this.signal })) as [FromFeed];
    return message;
  }
}
