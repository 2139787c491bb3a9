import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../common/access.js';
import { Operation } from '../common/api.decorators.js';
import { CategoriesDto } from './categories.dto.js';
import { CategoriesService } from './categories.service.js';

@ApiTags('Events')
@Controller('categories')
export class CategoriesController {
  constructor(private readonly categories: CategoriesService) {}

  @Get()
  @SignedIn()
  @Operation('listCategories', 'List the categories', {
    description: 'Anyone signed in may read them. No event has any other category.',
  })
  @ApiOkResponse({
    type: CategoriesDto,
    description: 'All categories. The counts are at most a minute old.',
  })
  list(): Promise<CategoriesDto> {
    return this.categories.list();
  }
}
