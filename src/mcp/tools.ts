import { Injectable, type Type } from '@nestjs/common';
import { z } from 'zod';
import { ApplyAccess, WithdrawalAccess } from '../applications/application.access.js';
import { ApplicationMoves } from '../applications/application-moves.service.js';
import { ApplyDto, ListOwnApplicationsQuery } from '../applications/applications.dto.js';
import { ApplicationsService, type GigApplication } from '../applications/applications.service.js';
import { CollectionAccess } from '../collections/collection.access.js';
import { CollectionItemsService } from '../collections/collection-items.service.js';
import { AddItemDto, ListCollectionsQuery } from '../collections/collections.dto.js';
import { CollectionsService } from '../collections/collections.service.js';
import { admit, type Caller } from '../common/access.js';
import { MAX_LIMIT } from '../common/pagination.js';
import { isUuid } from '../common/text.js';
import { StrictInputPipe } from '../common/validation/strict-input.pipe.js';
import { CategoriesService } from '../events/categories.service.js';
import { EventOutlineAccess, ShownEventAccess } from '../events/event.access.js';
import { EVENT_TYPES } from '../events/event.entity.js';
import { EVENT_STATUSES } from '../events/event-status.js';
import { EventsService } from '../events/events.service.js';
import { EventList } from '../events/list/event-list.js';
import { WHENS } from '../events/list/event-window.js';
import { ListEventsQuery } from '../events/list/events-query.dto.js';
import { ListInteractionsQuery } from '../interactions/interactions.dto.js';
import { InteractionsService } from '../interactions/interactions.service.js';
import { ListNotificationsQuery } from '../notifications/notifications.dto.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { CATEGORIES } from '../tagging/tagger.js';

/** What an agent can do. */
export interface Tool {
  name: string;
  description: string;
  isReadOnly: boolean;
  /** The shape of its arguments. What they may hold is what requests may. */
  input: z.ZodObject;
  /** @throws Problem as the operation does */
  call(input: z.output<z.ZodObject>, caller: Caller): Promise<object>;
}

/** Answers of agents' lists are short by default: a model reads all of them. */
const DEFAULT_LIMIT = 10;
const PAGE = {
  limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
  cursor: z.string().optional().describe('`nextCursor` of the page before, with the same arguments.'),
};
const EVENT_ID = z.string().describe('The `id` of an event or gig.');
const GIG_ID = z.string().describe('The `id` of an event of the type GIG.');

const SEARCH = {
  q: z.string().optional().describe('Words to find, in web-search syntax: words, "phrases", or, -without.'),
  type: z.enum(EVENT_TYPES).optional().describe('GIG: a short job that one can apply to.'),
  category: z.array(z.enum(CATEGORIES)).optional().describe('Any of these.'),
  status: z.array(z.enum(EVENT_STATUSES)).optional().describe('Any of these.'),
  when: z.enum(WHENS).optional().describe('What goes on in this time from now on. Not with `from` and `to`.'),
  from: z
    .string()
    .optional()
    .describe('Goes on after this day (YYYY-MM-DD) or ISO 8601 timestamp. Use it to leave out what is past.'),
  to: z.string().optional().describe('Starts before this day or timestamp.'),
  tz: z.string().optional().describe('The IANA time zone of the days.'),
  tag: z.string().optional(),
  near: z.string().optional().describe('`latitude,longitude` in degrees.'),
  radius: z.int().optional().describe('Metres around `near`.'),
  ...PAGE,
};

/** The tools of the Model Context Protocol. They call what the controllers call, under the same access, limits and rules. */
@Injectable()
export class Tools {
  private readonly pipe = new StrictInputPipe();

  constructor(
    private readonly events: EventsService,
    private readonly lists: EventList,
    private readonly categories: CategoriesService,
    private readonly applications: ApplicationsService,
    private readonly moves: ApplicationMoves,
    private readonly interactions: InteractionsService,
    private readonly collections: CollectionsService,
    private readonly items: CollectionItemsService,
    private readonly notifications: NotificationsService,
    private readonly shownEvents: ShownEventAccess,
    private readonly eventOutlines: EventOutlineAccess,
    private readonly applying: ApplyAccess,
    private readonly withdrawing: WithdrawalAccess,
    private readonly ownCollections: CollectionAccess,
  ) {}

  readonly all: Tool[] = [
    reads(
      'search_events',
      'Search events and gigs. Descriptions are left out: `get_event` has them.',
      SEARCH,
      async (args, caller) =>
        this.lists.page(caller, { ...(await this.query(ListEventsQuery, args)), view: 'card' }),
    ),
    reads(
      'get_event',
      'Read an event or gig with its creator, and what you have done with it: `viewer.canApply` says whether you can apply.',
      { eventId: EVENT_ID },
      async ({ eventId }, caller) => {
        const event = await admit(this.shownEvents, 'visible', { id: eventId, caller });
        return this.events.show(event, { caller, include: ['creator', 'viewer'] });
      },
    ),
    reads('list_categories', 'List the categories, and how many open events each has.', {}, () =>
      this.categories.list(),
    ),
    writes(
      'apply_to_gig',
      'Apply to a gig, once. Its owner is notified. Ask the user first.',
      { gigId: GIG_ID, message: z.string().optional().describe('A cover note.') },
      async ({ gigId, ...body }, caller) => {
        const gig = await admit(this.applying, 'allowed', { id: gigId, caller });
        const { message = null } = await this.body(ApplyDto, body);
        return this.applications.apply(gig, caller, message);
      },
    ),
    writes(
      'withdraw_application',
      'Withdraw your application to a gig, until it is decided. Ask the user first.',
      { gigId: GIG_ID, applicationId: z.string().optional().describe('By default, yours to this gig.') },
      async ({ gigId, applicationId }, caller) => {
        const own =
          isUuid(gigId) && !applicationId ? await this.applications.findOf(gigId, caller.id) : undefined;
        const named = { id: applicationId ?? own?.id ?? '', caller, params: { gigId } };
        return this.moves.withdraw((await admit(this.withdrawing, 'allowed', named)) as GigApplication);
      },
    ),
    reads(
      'list_my_applications',
      'List your applications, newest first, each with its gig.',
      PAGE,
      async (args, caller) =>
        this.applications.own(caller, await this.query(ListOwnApplicationsQuery, args), 'card'),
    ),
    writes(
      'save_event',
      'Save an event or gig for the user.',
      { eventId: EVENT_ID },
      async ({ eventId }, caller) => {
        const event = await admit(this.eventOutlines, 'visible', { id: eventId, caller });
        return this.interactions.record(event.id, caller, 'SAVE');
      },
    ),
    reads(
      'list_saved_events',
      'List what the user has saved, the latest first.',
      PAGE,
      async (args, caller) =>
        this.interactions.list(
          caller,
          await this.query(ListInteractionsQuery, { ...args, action: 'SAVE' }),
          'card',
        ),
    ),
    reads(
      'list_collections',
      "List the user's collections of events, newest first.",
      PAGE,
      async (args, caller) => this.collections.list(caller, await this.query(ListCollectionsQuery, args)),
    ),
    writes(
      'add_to_collection',
      "Add an event or gig to a collection of the user's, once.",
      { collectionId: z.string(), eventId: EVENT_ID, note: z.string().optional() },
      async ({ collectionId, ...body }, caller) => {
        const collection = await admit(this.ownCollections, 'allowed', { id: collectionId, caller });
        return this.items.add(collection.id, await this.body(AddItemDto, body));
      },
    ),
    reads(
      'list_notifications',
      "List the user's notifications, newest first.",
      { unread: z.boolean().optional().describe('true: only unread ones; false: only read ones.'), ...PAGE },
      async (args, caller) => this.notifications.list(caller, await this.query(ListNotificationsQuery, args)),
    ),
  ];

  /** Arguments as the query of a list has them. @throws Problem VALIDATION_FAILED */
  private query<Query>(metatype: Type<Query>, args: Record<string, unknown>): Promise<Query> {
    const given = Object.entries(args).filter(([, value]) => value !== undefined && String(value) !== '');
    const query = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
    return this.pipe.transform(query, { type: 'query', metatype }) as Promise<Query>;
  }

  /** Arguments as a body has them. @throws Problem VALIDATION_FAILED */
  private body<Body>(metatype: Type<Body>, args: object): Promise<Body> {
    return this.pipe.transform(args, { type: 'body', metatype }) as Promise<Body>;
  }
}

type Define = <Shape extends z.ZodRawShape>(
  name: string,
  description: string,
  shape: Shape,
  call: (input: z.output<z.ZodObject<Shape>>, caller: Caller) => Promise<object>,
) => Tool;

const define =
  (isReadOnly: boolean): Define =>
  (name, description, shape, call) => ({
    name,
    description,
    isReadOnly,
    input: z.strictObject(shape),
    call: call as Tool['call'],
  });
const reads = define(true);
const writes = define(false);
