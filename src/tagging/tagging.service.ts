import { Inject, Injectable, Logger } from '@nestjs/common';
import { Config } from '../common/config.js';
import type { Lane } from '../llm/language-model.js';
import { NO_TAGGING, type TaggableEvent, type Tagger, type Tagging } from './tagger.js';

/** Injection token of the tagger that `TAGGER` names; null where it is off. */
export const TAGGER = Symbol('tagger');

/** Tags events within a time limit. A failure never blocks what the tags are for (spec.md). */
@Injectable()
export class TaggingService {
  private readonly logger = new Logger(TaggingService.name);

  constructor(
    @Inject(TAGGER) private readonly tagger: Tagger | null,
    private readonly config: Config,
  ) {}

  get enabled(): boolean {
    return this.tagger !== null;
  }

  /**
   * The tags, category and summary of an event; undefined where tagging failed or took over `TAGGER_TIMEOUT_MS`.
   * @param cancel breaks the tagging off
   * @throws the reason of `cancel`
   */
  async tag(event: TaggableEvent, lane: Lane, cancel?: AbortSignal): Promise<Tagging | undefined> {
    if (!this.tagger) return NO_TAGGING;
    const time = AbortSignal.timeout(this.config.TAGGER_TIMEOUT_MS);
    const signal = cancel ? AbortSignal.any([time, cancel]) : time;
    const timeUp = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
    try {
      return await Promise.race([this.tagger.tag(event, signal, lane), timeUp]);
    } catch (error) {
      cancel?.throwIfAborted();
      this.logger.warn(`Tagging failed: ${(error as Error).message}`);
      return undefined;
    }
  }
}
