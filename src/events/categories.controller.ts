import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../common/access.js';
import { Operation } from '../common/api.js';
import { CategoriesService } from './categories.service.js';
import { CategoriesDto } from './events.dto.js';

@ApiTags('Events')
@Controller('categories')
export class CategoriesController {
  constructor(private readonly categories: CategoriesService) {}

  @Get()
  @SignedIn()
  @Operation('listCategories', 'The categories, and how many open events each has')
  @ApiOkResponse({
    type: CategoriesDto,
    description: 'The closed list; the counts are at most a minute old.',
  })
  list(): Promise<CategoriesDto> {
    return this.categories.list();
  }
}
