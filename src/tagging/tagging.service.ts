import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../common/access.js';
import type { CallOptions } from '../llm/language-model.js';
import { Creations } from '../users/creations.js';
import { LlmTagger } from './llm.tagger.js';
import type { TaggableEvent, Tagger, TaggingResult } from './tagger.js';
import type { PreviewTaggingDto, TaggingDto } from './tagging.dto.js';

/** The injection token of the tagger selected by `TAGGER`. Null: tagging is off. */
export const TAGGER = Symbol('tagger');

const NONE = { tags: [], category: null, summary: null };

/** Tags events. A failed tagging never blocks an event (rules.md, "Tagging"). */
@Injectable()
export class TaggingService {
  private readonly logger = new Logger(TaggingService.name);

  constructor(
    @Inject(TAGGER) private readonly tagger: Tagger | null,
    private readonly creations: Creations,
  ) {}

  /**
   * Tags a new event of the caller without storing it. It counts as a creation.
   * @throws Problem LIMIT_REACHED
   */
  async preview(caller: Caller, texts: PreviewTaggingDto): Promise<TaggingDto> {
    await this.creations.count(caller.id, 'EVENT');
    const { tags, category, summary } = await this.tag({ ...texts, locationName: '' }, { userId: caller.id });
    return { tags, category, summary };
  }

  get enabled(): boolean {
    return this.tagger !== null;
  }

  /** Whether a tagging may call the language model. */
  get usesModel(): boolean {
    return this.tagger instanceof LlmTagger;
  }

  /**
   * Tags an event. The result is empty if the tagger fails or is off.
   * @throws the abort reason of the signal
   */
  async tag(event: TaggableEvent, options: CallOptions): Promise<TaggingResult> {
    if (!this.tagger) return { hasFailed: false, ...NONE };
    try {
      return { hasFailed: false, ...(await this.tagger.tag(event, options)) };
    } catch (error) {
      options.signal?.throwIfAborted();
      this.logger.warn(`Tagging failed: ${(error as Error).message}`);
      return { hasFailed: true, ...NONE };
    }
  }
}
