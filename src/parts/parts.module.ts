import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { Counts } from './counts.js';
import { EventParts } from './event-parts.js';
import { Viewer } from './viewer.js';

@Module({
  imports: [UsersModule],
  providers: [Counts, EventParts, Viewer],
  exports: [EventParts],
})
export class PartsModule {}
