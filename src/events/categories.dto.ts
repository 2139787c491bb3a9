import { ApiProperty } from '@nestjs/swagger';
import { ApiCount } from '../common/api.decorators.js';
import { CATEGORIES, type Category } from '../tagging/tagger.js';

/** Events of a category are counted up to here (rules.md, "Events and gigs"). */
export const MAX_OPEN = 10_000;

export class CategoryDto {
  @ApiProperty({ enum: CATEGORIES, enumName: 'Category', example: 'MUSIC' })
  category: Category;

  @ApiCount({
    description: 'The number of its OPEN events, counted up to 10000.',
    maximum: MAX_OPEN,
    example: 42,
  })
  openEvents: number;
}

export class CategoriesDto {
  @ApiProperty({ type: [CategoryDto], maxItems: CATEGORIES.length, description: 'All categories.' })
  data: CategoryDto[];
}
