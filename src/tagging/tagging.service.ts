import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../common/access.js';
import { Config } from '../common/config.js';
import { type Lane, ModelError, OUTCOMES } from '../llm/language-model.js';
import { Creations } from '../users/creations.js';
import { NO_TAGGING, type TaggableEvent, type Tagger, type TaggingResult } from './tagger.js';
import type { PreviewTaggingDto, TaggingDto } from './tagging.dto.js';

/** Injection token of the tagger that `TAGGER` names; null where it is off. */
export const TAGGER = Symbol('tagger');

/** Tags events within a time limit. A failure never blocks the event (decisions.md, "Tagging"). */
@Injectable()
export class TaggingService {
  private readonly logger = new Logger(TaggingService.name);

  constructor(
    @Inject(TAGGER) private readonly tagger: Tagger | null,
    private readonly config: Config,
    private readonly creations: Creations,
  ) {}

  /**
   * What a new event of the caller's would be tagged with. It counts as a creation, before the cost of tagging.
   * @throws Problem LIMIT_REACHED
   */
  async preview(caller: Caller, texts: PreviewTaggingDto): Promise<TaggingDto> {
    await this.creations.count(caller.id, 'EVENT');
    const { tags, category, summary } = await this.tag({ ...texts, locationName: '' }, 'request');
    return { tags, category, summary };
  }

  get enabled(): boolean {
    return this.tagger !== null;
  }

  /**
   * The tags, category and summary of an event. The tagging is PENDING where the tagger could not be asked or did not answer
   * within `TAGGER_TIMEOUT_MS`, and FAILED where it answered badly.
   * @param cancel stops the tagging
   * @throws the reason of `cancel`
   */
  async tag(event: TaggableEvent, lane: Lane, cancel?: AbortSignal): Promise<TaggingResult> {
    if (!this.tagger) return { status: 'DONE', ...NO_TAGGING };
    const time = AbortSignal.timeout(this.config.TAGGER_TIMEOUT_MS);
    const signal = cancel ? AbortSignal.any([time, cancel]) : time;
    const timeUp = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
    try {
      const tagging = await Promise.race([this.tagger.tag(event, signal, lane), timeUp]);
      return { status: 'DONE', ...tagging };
    } catch (error) {
      cancel?.throwIfAborted();
      this.logger.warn(`Tagging failed: ${(error as Error).message}`);
      return { status: isAnswer(error, signal) ? 'FAILED' : 'PENDING', ...NO_TAGGING };
    }
  }
}

/** Whether asking again would end the same way. */
function isAnswer(error: unknown, signal: AbortSignal): boolean {
  return error instanceof ModelError ? OUTCOMES[error.outcome].isAnswer : !signal.aborted;
}
