import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module.js';
import { TaggingModule } from '../tagging/tagging.module.js';
import { UsersModule } from '../users/users.module.js';
import { CategoriesService } from './categories.service.js';
import { CompletionService } from './completion.service.js';
import { EventAccess, SerializedEventAccess } from './event.access.js';
import { EventCreation } from './event-creation.js';
import { EventExpansions } from './event-expansions.js';
import { EventTagging } from './event-tagging.service.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';
import { ExternalEventsService } from './external-events.service.js';
import { GigTermsService } from './gig-terms.service.js';
import { CalendarEvents } from './list/calendar-events.js';
import { FilterBuilder } from './list/event-filter.js';
import { EventList } from './list/event-list.js';
import { EventPages } from './list/event-pages.js';
import { EventRelations } from './list/event-relations.js';
import { SerializedEvents } from './list/serialized-events.js';
import { Places } from './map/places.js';
import { FacetsService } from './search/facets.service.js';
import { FindingController } from './search/finding.controller.js';
import { Searches } from './search/searches.js';
import { SimilarEvents } from './search/similar.service.js';
import { SpellingService } from './search/spelling.service.js';
import { SuggestionsService } from './search/suggestions.service.js';

/**
 * Owns the tables `events`, `idempotency_keys`, `takedowns`, `places` and `suggestions`: the rules of events
 * and gigs, and all ways to find them. Each change that a response shows checks the version that was read,
 * and adds one to it. It must not know applications, collections, calendars or feeds: they bring their own
 * expansions.
 */
@Module({
  imports: [JobsModule, TaggingModule, UsersModule],
  controllers: [EventsController, FindingController],
  providers: [
    CalendarEvents,
    CategoriesService,
    CompletionService,
    EventAccess,
    EventCreation,
    EventExpansions,
    EventList,
    EventPages,
    EventRelations,
    EventTagging,
    EventsService,
    ExternalEventsService,
    FacetsService,
    FilterBuilder,
    GigTermsService,
    Places,
    SerializedEvents,
    Searches,
    SerializedEventAccess,
    SimilarEvents,
    SpellingService,
    SuggestionsService,
  ],
  exports: [
    CalendarEvents,
    CompletionService,
    EventCreation,
    EventList,
    EventsService,
    EventTagging,
    ExternalEventsService,
    GigTermsService,
    SerializedEvents,
  ],
})
export class EventsModule {}
