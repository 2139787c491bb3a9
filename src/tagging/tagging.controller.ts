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
  @Operation('previewTagging', 'Preview tags, category and summary', {
    description: 'Anyone signed in may preview a tagging. Nothing is stored. It counts as a creation.',
    problems: ['LIMIT_REACHED'],
  })
  @ApiOkResponse({ type: TaggingDto, description: 'The tags, category and summary.' })
  preview(@CurrentCaller() caller: Caller, @Body() request: PreviewTaggingDto) {
    return this.tagging.preview(caller, request);
  }
}
