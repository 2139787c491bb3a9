import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { GigAccess, SerializedGigAccess } from './gig.access.js';
import { GigsController } from './gigs.controller.js';

/**
 * Owns the paths below `/gigs`, and no table: a gig is an event of type GIG. Every operation is that of
 * events; an event of another type is 400. It must not have rules of its own.
 */
@Module({
  imports: [EventsModule],
  controllers: [GigsController],
  providers: [GigAccess, SerializedGigAccess],
  exports: [GigAccess],
})
export class GigsModule {}
