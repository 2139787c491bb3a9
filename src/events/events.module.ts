import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module.js';
import { PartsModule } from '../parts/parts.module.js';
import { TaggingModule } from '../tagging/tagging.module.js';
import { UsersModule } from '../users/users.module.js';
import { CalendarEvents } from './calendar-events.js';
import { CategoriesController } from './categories.controller.js';
import { CategoriesService } from './categories.service.js';
import { CompletionService } from './completion.service.js';
import { EventAccess, EventOutlineAccess, ShownEventAccess } from './event.access.js';
import { EventCreation } from './event-creation.js';
import { EventList } from './event-list.service.js';
import { EventPages } from './event-pages.js';
import { EventTagging } from './event-tagging.service.js';
import { EventsController } from './events.controller.js';
import { EventJobs } from './events.jobs.js';
import { EventsService } from './events.service.js';
import { ExternalEventsService } from './external-events.service.js';
import { DidYouMean } from './finding/did-you-mean.js';
import { FacetsService } from './finding/facets.service.js';
import { FindingController } from './finding/finding.controller.js';
import { SimilarEvents } from './finding/similar.service.js';
import { SuggestionsController } from './finding/suggestions.controller.js';
import { SuggestionsService } from './finding/suggestions.service.js';
import { GigPositions } from './gig-positions.js';
import { NearestEvents } from './map/nearest.js';
import { Places } from './map/places.js';
import { RenderedEvents } from './rendered-events.js';
import { EventSearch } from './search/event-search.js';
import { EventVocabulary } from './search/event-vocabulary.js';
import { SearchTurns } from './search/search-turns.js';

@Module({
  imports: [JobsModule, PartsModule, TaggingModule, UsersModule],
  controllers: [EventsController, CategoriesController, FindingController, SuggestionsController],
  providers: [
    CalendarEvents,
    CategoriesService,
    CompletionService,
    DidYouMean,
    EventAccess,
    EventOutlineAccess,
    EventCreation,
    EventJobs,
    EventList,
    EventPages,
    EventSearch,
    EventTagging,
    EventVocabulary,
    EventsService,
    ExternalEventsService,
    FacetsService,
    GigPositions,
    NearestEvents,
    Places,
    RenderedEvents,
    SearchTurns,
    ShownEventAccess,
    SimilarEvents,
    SuggestionsService,
  ],
  exports: [
    CalendarEvents,
    CompletionService,
    EventAccess,
    EventOutlineAccess,
    EventCreation,
    EventList,
    EventsService,
    EventTagging,
    ExternalEventsService,
    GigPositions,
    RenderedEvents,
    ShownEventAccess,
  ],
})
export class EventsModule {}
