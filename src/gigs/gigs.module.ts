import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { GigAccess, SerializedGigAccess } from './gig.access.js';
import { GigsController } from './gigs.controller.js';

@Module({
  imports: [EventsModule],
  controllers: [GigsController],
  providers: [GigAccess, SerializedGigAccess],
  exports: [GigAccess],
})
export class GigsModule {}
