import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { UsersModule } from '../users/users.module.js';
import { CollectionsController } from './collections.controller.js';
import { CollectionsService } from './collections.service.js';

/**
 * Owns the tables `collections` and `collection_items`. For everyone but its owner, a private collection does
 * not exist. It must not know how events are stored: it stores their ids, and `EventsService` returns the
 * events.
 */
@Module({
  imports: [EventsModule, UsersModule],
  controllers: [CollectionsController],
  providers: [CollectionsService],
  exports: [CollectionsService],
})
export class CollectionsModule {}
