import { ApiProperty } from '@nestjs/swagger';
import { ApiCount } from '../common/api.decorators.js';
import { CATEGORIES, type Category } from '../tagging/tagger.js';

export class CategoryDto {
  @ApiProperty({ enum: CATEGORIES, enumName: 'Category', example: 'MUSIC' })
  category: Category;

  @ApiCount({ description: 'How many events of it are OPEN; at most a minute old.', example: 42 })
  openEvents: number;
}

export class CategoriesDto {
  @ApiProperty({ type: [CategoryDto], maxItems: CATEGORIES.length, description: 'All categories there are.' })
  data: CategoryDto[];
}
