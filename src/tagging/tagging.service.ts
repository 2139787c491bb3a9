import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../common/access.js';
import { Config } from '../common/config.js';
import { type CallOptions, LanguageModel } from '../llm/language-model.js';
import { Creations } from '../users/creations.js';
import { tagByKeywords } from './keyword.tagger.js';
import { taggingPrompt } from './llm.tagger.js';
import type { TaggableEvent, TaggingResult } from './tagger.js';
import type { PreviewTaggingDto, TaggingDto } from './tagging.dto.js';

const NONE = { tags: [], category: null, summary: null };

/** Tags events. A failed tagging never blocks an event (rules.md, "Tagging"). */
@Injectable()
export class TaggingService {
  /** False: `TAGGER` is off. */
  readonly enabled: boolean;
  private readonly logger = new Logger(TaggingService.name);

  constructor(
    { TAGGER }: Config,
    @Inject(LanguageModel) private readonly model: LanguageModel | null,
    private readonly creations: Creations,
  ) {
    this.enabled = TAGGER !== 'off';
  }

  /**
   * Tags a new event of the caller without storing it. It counts as a creation.
   * @throws Problem LIMIT_REACHED
   */
  async preview(caller: Caller, texts: PreviewTaggingDto): Promise<TaggingDto> {
    await this.creations.count(caller.id, 'EVENT');
    const { tags, category, summary } = await this.tag({ ...texts, locationName: '' }, { userId: caller.id });
    return { tags, category, summary };
  }

  /** Whether a tagging may call the language model. */
  get usesModel(): boolean {
    return this.model !== null;
  }

  /**
   * Tags an event. The result is empty if the tagger fails or is off.
   * @throws the abort reason of the signal
   */
  async tag(event: TaggableEvent, options: CallOptions): Promise<TaggingResult> {
    if (!this.enabled) return { hasFailed: false, ...NONE };
    try {
      const tagging = this.model
        ? await this.model.complete(taggingPrompt(event), options)
        : tagByKeywords(event);
      return { hasFailed: false, ...tagging };
    } catch (error) {
      options.signal?.throwIfAborted();
      this.logger.warn(`Tagging failed: ${(error as Error).message}`);
      return { hasFailed: true, ...NONE };
    }
  }
}
