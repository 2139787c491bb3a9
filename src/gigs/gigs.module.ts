import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { GigAccess, GigOutlines, ShownGigAccess } from './gig.access.js';
import { GigsController } from './gigs.controller.js';

@Module({
  imports: [EventsModule],
  controllers: [GigsController],
  providers: [GigAccess, GigOutlines, ShownGigAccess],
  exports: [GigOutlines],
})
export class GigsModule {}
