import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, SignedIn } from '../common/access.js';
import { Operation } from '../common/api.decorators.js';
import { PreviewTaggingDto, TaggingDto } from './tagging.dto.js';
import { TaggingService } from './tagging.service.js';

@ApiTags('Events')
@Controller('tagging')
export class TaggingController {
  constructor(private readonly tagging: TaggingService) {}

  @Post('preview')
  @HttpCode(200)
  @SignedIn()
  @Operation('previewTagging', 'See tags, category and summary before saving', {
    description:
      'Anyone signed in may ask what a new event or gig would get. Nothing is stored, but it counts as a creation: ' +
      'there are up to 500 of events and gigs in 24 hours (`DAILY_CREATIONS`).',
    answers: ['LIMIT_REACHED'],
  })
  @ApiOkResponse({ type: TaggingDto, description: 'What the event would be tagged with.' })
  preview(@CurrentCaller() caller: Caller, @Body() request: PreviewTaggingDto): Promise<TaggingDto> {
    return this.tagging.preview(caller, request);
  }
}
