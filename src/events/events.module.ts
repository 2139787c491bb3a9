import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module.js';
import { TaggingModule } from '../tagging/tagging.module.js';
import { UsersModule } from '../users/users.module.js';
import { CalendarEvents } from './calendar-events.js';
import { CategoriesController } from './categories.controller.js';
import { CategoriesService } from './categories.service.js';
import { CompletionService } from './completion.service.js';
import { EventAccess, EventOutlineAccess, ShownEventAccess } from './event.access.js';
import { EventCreation } from './event-creation.js';
import { EventExpansions } from './event-expansions.js';
import { EventList } from './event-list.service.js';
import { EventPages } from './event-pages.js';
import { EventTagging } from './event-tagging.service.js';
import { EventsController } from './events.controller.js';
import { AutoCompletionJob, RetagJob } from './events.jobs.js';
import { EventsService } from './events.service.js';
import { ExternalEventsService } from './external-events.service.js';
import { DidYouMean } from './finding/did-you-mean.js';
import { FacetsService } from './finding/facets.service.js';
import { FindingController } from './finding/finding.controller.js';
import { SimilarEvents } from './finding/similar.service.js';
import { SuggestionsController } from './finding/suggestions.controller.js';
import { SuggestionsService } from './finding/suggestions.service.js';
import { GigTermsService } from './gig-terms.service.js';
import { NearestEvents } from './map/nearest.js';
import { Places } from './map/places.js';
import { RenderedEvents } from './rendered-events.js';
import { EventSearch } from './search/event-search.js';
import { EventVocabulary } from './search/event-vocabulary.js';
import { SearchTurns } from './search/search-turns.js';

@Module({
  imports: [JobsModule, TaggingModule, UsersModule],
  controllers: [EventsController, CategoriesController, FindingController, SuggestionsController],
  providers: [
    AutoCompletionJob,
    CalendarEvents,
    CategoriesService,
    CompletionService,
    DidYouMean,
    EventAccess,
    EventOutlineAccess,
    EventCreation,
    EventExpansions,
    EventList,
    EventPages,
    EventSearch,
    EventTagging,
    EventVocabulary,
    EventsService,
    ExternalEventsService,
    FacetsService,
    GigTermsService,
    NearestEvents,
    Places,
    RenderedEvents,
    RetagJob,
    SearchTurns,
    ShownEventAccess,
    SimilarEvents,
    SuggestionsService,
  ],
  exports: [
    CalendarEvents,
    EventAccess,
    EventOutlineAccess,
    EventCreation,
    EventExpansions,
    EventList,
    EventsService,
    EventTagging,
    ExternalEventsService,
    GigTermsService,
    RenderedEvents,
    ShownEventAccess,
  ],
})
export class EventsModule {}
