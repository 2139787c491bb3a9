import { Module } from '@nestjs/common';
import { TaggingModule } from '../tagging/tagging.module.js';
import { CategoriesController } from './categories.controller.js';
import { CategoriesService } from './categories.service.js';
import { EventAccess } from './event.access.js';
import { EventSearch } from './event.search.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';

@Module({
  imports: [TaggingModule],
  controllers: [EventsController, CategoriesController],
  providers: [EventsService, EventSearch, EventAccess, CategoriesService],
  exports: [EventsService, EventAccess],
})
export class EventsModule {}
