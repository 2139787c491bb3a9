import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { UsersModule } from '../users/users.module.js';
import { CollectionItemsService } from './collection-items.service.js';
import { CollectionsController } from './collections.controller.js';
import { CollectionsService } from './collections.service.js';

@Module({
  imports: [EventsModule, UsersModule],
  controllers: [CollectionsController],
  providers: [CollectionItemsService, CollectionsService],
  exports: [CollectionItemsService, CollectionsService],
})
export class CollectionsModule {}
