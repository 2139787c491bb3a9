import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module.js';
import { PartsModule } from '../parts/parts.module.js';
import { TaggingModule } from '../tagging/tagging.module.js';
import { UsersModule } from '../users/users.module.js';
import { CalendarEvents } from './calendar-events.js';
import { CategoriesController } from './categories.controller.js';
import { CategoriesService } from './categories.service.js';
import { CompletionService } from './completion.service.js';
import { EventAccess } from './event.access.js';
import { EventCreation } from './event.creation.js';
import { EventSearch } from './event.search.js';
import { EventRemoval } from './event-removal.service.js';
import { EventTagging } from './event-tagging.service.js';
import { EventVocabulary } from './event-vocabulary.js';
import { EventsController } from './events.controller.js';
import { AutoCompletionJob, EventRemovalJob, RetagJob } from './events.jobs.js';
import { EventsService } from './events.service.js';
import { ExternalEventsService } from './external-events.service.js';
import { GigPositions } from './gig-positions.js';

@Module({
  imports: [JobsModule, PartsModule, TaggingModule, UsersModule],
  controllers: [EventsController, CategoriesController],
  providers: [
    AutoCompletionJob,
    CalendarEvents,
    CategoriesService,
    CompletionService,
    EventAccess,
    EventCreation,
    EventRemoval,
    EventRemovalJob,
    EventSearch,
    EventTagging,
    EventVocabulary,
    EventsService,
    ExternalEventsService,
    GigPositions,
    RetagJob,
  ],
  exports: [
    CalendarEvents,
    EventAccess,
    EventsService,
    EventTagging,
    EventVocabulary,
    ExternalEventsService,
    GigPositions,
  ],
})
export class EventsModule {}
