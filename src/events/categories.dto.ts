import { ApiProperty } from '@nestjs/swagger';
import { ApiCount } from '../common/api.decorators.js';
import { CATEGORIES, type Category } from '../tagging/tagger.js';

/** Events of a category are counted up to here (rules.md, "Events and gigs"). */
export const MAX_OPEN = 10_000;

export class CategoryDto {
  @ApiProperty({ enum: CATEGORIES, enumName: 'Category', example: 'MUSIC' })
  category: Category;

  @ApiCount({
    description: 'How many events of it are OPEN, counted up to 10000; at most a minute old.',
    maximum: MAX_OPEN,
    example: 42,
  })
  openEvents: number;
}

export class CategoriesDto {
  @ApiProperty({ type: [CategoryDto], maxItems: CATEGORIES.length, description: 'All categories there are.' })
  data: CategoryDto[];
}
