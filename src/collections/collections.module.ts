import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { UsersModule } from '../users/users.module.js';
import { CollectionAccess } from './collection.access.js';
import { CollectionItems } from './collection-items.service.js';
import { CollectionsController } from './collections.controller.js';
import { CollectionsService } from './collections.service.js';

@Module({
  imports: [EventsModule, UsersModule],
  controllers: [CollectionsController],
  providers: [CollectionAccess, CollectionItems, CollectionsService],
})
export class CollectionsModule {}
