import { Injectable, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { z } from 'zod';
import { ApplyAccess, WithdrawalAccess } from '../applications/application.access.js';
import { ApplicationMoves } from '../applications/application-moves.service.js';
import { ApplyDto, ListOwnApplicationsQuery } from '../applications/applications.dto.js';
import { ApplicationsService, type GigApplication } from '../applications/applications.service.js';
import { AddItemDto, ListCollectionsQuery } from '../collections/collections.dto.js';
import { CollectionsService } from '../collections/collections.service.js';
import { admit, type Caller } from '../common/access.js';
import { shaped } from '../common/validation/faults.js';
import { readRequest } from '../common/validation/strict-input.pipe.js';
import { CategoriesService } from '../events/categories.service.js';
import { EventAccess, SerializedEventAccess } from '../events/event.access.js';
import { EVENT_STATUSES, EVENT_TYPES } from '../events/event.entity.js';
import { COMPENSATION_TYPES } from '../events/event-members.dto.js';
import { EventsService } from '../events/events.service.js';
import { EventList } from '../events/list/event-list.js';
import { ListEventsQuery, RELATIONS } from '../events/list/events-query.dto.js';
import { WHENS } from '../events/list/time-range.js';
import { GigAccess } from '../gigs/gig.access.js';
import { ListInteractionsQuery } from '../interactions/interactions.dto.js';
import { InteractionsService } from '../interactions/interactions.service.js';
import { ListNotificationsQuery } from '../notifications/notifications.dto.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { CATEGORIES } from '../tagging/tagger.js';

/** The tools that only read, and those that write. None deletes. */
export const READING = {
  search_events: 'Search events and gigs; `get_event` has the descriptions.',
  get_event: "Read an event or gig. `viewer` is the user's relation to it.",
  list_categories: 'List the categories, and how many open events each has.',
  list_my_applications: "List the user's applications, newest first, each with its gig.",
  list_saved_events: 'List the events that the user has saved, latest first.',
  list_collections: "List the user's collections of events, newest first.",
  list_notifications: "List the user's notifications, newest first.",
};
export const WRITING = {
  apply_to_gig: 'Apply to a gig, once. Its owner is notified.',
  withdraw_application: 'Withdraw an application, until it is decided.',
  save_event: 'Save an event or gig for the user.',
  add_to_collection: "Add an event or gig to a collection of the user's, once.",
};
export type ToolName = keyof typeof READING | keyof typeof WRITING;

interface Tool {
  inputSchema: { type: 'object'; required?: string[] };
  /** @throws Problem VALIDATION_FAILED, or as the operation does */
  call(args: object | undefined, caller: Caller): Promise<object>;
}

const EVENT = z.string().describe('The `id` of an event or gig.');
/** The bounds only document those of the operations, which check lengths: zod does not count code points. */
const TEXT = z.string().optional();
const text = (maxLength: number) => TEXT.meta({ maxLength });
/** Pages are small: a model reads all of a page, and some clients stop at 25 000 tokens. */
const PAGE = {
  limit: z.int().min(1).max(25).default(10),
  cursor: text(1000).describe('`nextCursor` of the page before, with the same arguments.'),
};
const SEARCH = {
  q: text(500).describe('Words to find, in web-search syntax: words, "phrases", or, -without.'),
  type: z.enum(EVENT_TYPES).optional().describe('GIG: a short job that one can apply to.'),
  category: z.array(z.enum(CATEGORIES)).max(20).optional().describe('Any of these.'),
  status: z.array(z.enum(EVENT_STATUSES)).max(20).optional().describe('Any of these.'),
  when: z.enum(WHENS).optional().describe('Overlaps this time range, from now on. Not with `from` and `to`.'),
  from: TEXT.describe('Ends after this day (YYYY-MM-DD) or ISO 8601 timestamp.'),
  to: TEXT.describe('Starts before this day or timestamp.'),
  tz: text(64).describe('The IANA time zone of the days.'),
  relation: z.array(z.enum(RELATIONS)).optional().describe('Events with any of these relations to the user.'),
  tag: TEXT.describe('Any of these tags, separated by commas.'),
  takesApplications: z.boolean().optional().describe('true: gigs that one can apply to now.'),
  payType: z.array(z.enum(COMPENSATION_TYPES)).max(20).optional().describe('Gigs that pay for any of these.'),
  minPay: z.number().min(0).max(1_000_000).optional().describe('Gigs whose pay is at least this.'),
  seriesId: text(255).describe('Events with this `seriesId`: an event and its copies.'),
  near: TEXT.describe('`latitude,longitude` in degrees.'),
  radius: z.int().min(1).max(50_000).optional().describe('Metres around `near`.'),
};
const UNREAD = { unread: z.boolean().optional() };
const APPLICATION = { gigId: EVENT, message: text(5000) };
const WITHDRAWAL = { gigId: EVENT, applicationId: TEXT.describe("By default, the user's own to this gig.") };
const ITEM = { collectionId: z.string(), eventId: EVENT, note: text(2000) };

/** The tools call the controllers' services, under the same access, limits and rules. */
@Injectable()
export class Tools {
  constructor(private readonly modules: ModuleRef) {}

  readonly all: Record<ToolName, Tool> = {
    search_events: this.list(ListEventsQuery, SEARCH, (caller, query) =>
      this.get(EventList).page(caller, { ...query, view: 'card' }),
    ),
    get_event: tool({ eventId: EVENT }, async ({ eventId: id }, caller) => {
      const event = await admit(this.get(SerializedEventAccess), 'visible', { id, caller });
      return this.get(EventsService).toResponse(event, { caller, include: ['creator', 'viewer'] });
    }),
    list_categories: tool({}, () => this.get(CategoriesService).list()),
    apply_to_gig: tool(APPLICATION, async ({ gigId: id, ...body }, caller) => {
      const gig = await admit(this.get(ApplyAccess), 'allowed', { id, caller });
      const { message = null } = await readRequest(ApplyDto, 'body', body);
      return this.get(ApplicationsService).apply(gig, caller, message);
    }),
    withdraw_application: tool(WITHDRAWAL, async ({ gigId, applicationId }, caller) => {
      const gig = applicationId ? undefined : await this.get(GigAccess).find(gigId);
      const own = gig && (await this.get(ApplicationsService).findOf(gig.id, caller.id));
      const access = { id: applicationId ?? own?.id ?? '', caller, params: { gigId } };
      const found = await admit(this.get(WithdrawalAccess), 'allowed', access);
      return this.get(ApplicationMoves).withdraw(found as GigApplication);
    }),
    list_my_applications: this.list(ListOwnApplicationsQuery, {}, (caller, query) =>
      this.get(ApplicationsService).own(caller, { ...query, view: 'card' }),
    ),
    save_event: tool({ eventId: EVENT }, async ({ eventId: id }, caller) => {
      const event = await admit(this.get(EventAccess), 'visible', { id, caller });
      return this.get(InteractionsService).record(event.id, caller, 'SAVE');
    }),
    list_saved_events: this.list(ListInteractionsQuery, {}, (caller, query) =>
      this.get(InteractionsService).list(caller, { ...query, action: 'SAVE', view: 'card' }),
    ),
    list_collections: this.list(ListCollectionsQuery, {}, (caller, query) =>
      this.get(CollectionsService).list(caller, query),
    ),
    add_to_collection: tool(ITEM, async ({ collectionId: id, ...body }, caller) => {
      const collection = await admit(this.get(CollectionsService), 'allowed', { id, caller });
      return this.get(CollectionsService).addItem(collection, await readRequest(AddItemDto, 'body', body));
    }),
    list_notifications: this.list(ListNotificationsQuery, UNREAD, (caller, query) =>
      this.get(NotificationsService).list(caller, query),
    ),
  };

  /** A tool that returns a page of a list. */
  private list<Query>(
    query: Type<Query>,
    shape: z.ZodRawShape,
    call: (caller: Caller, query: Query) => Promise<object>,
  ): Tool {
    return tool({ ...shape, ...PAGE }, async (args, caller) => {
      const sent = Object.entries(args).map(([name, value]) => [name, String(value)]);
      return call(caller, await readRequest(query, 'query', Object.fromEntries(sent)));
    });
  }

  private get<Service>(service: Type<Service>): Service {
    return this.modules.get(service, { strict: false });
  }
}

type Call<Shape extends z.ZodRawShape> = (
  args: z.output<z.ZodObject<Shape>>,
  caller: Caller,
) => Promise<object>;

const EMPTY = ['null', '""', '[]'];

/** Creates a tool. A null or empty argument counts as absent, unless it is required. */
function tool<Shape extends z.ZodRawShape>(shape: Shape, call: Call<Shape>): Tool {
  const input = z.strictObject(shape);
  const inputSchema = z.toJSONSchema(input, { io: 'input' }) as Tool['inputSchema'];
  const isPresent = ([name, value]: [string, unknown]) =>
    inputSchema.required?.includes(name) || !EMPTY.includes(JSON.stringify(value));
  const withoutEmpty = (args: object) => Object.fromEntries(Object.entries(args).filter(isPresent));
  return { inputSchema, call: async (args = {}, caller) => call(shaped(input, withoutEmpty(args)), caller) };
}
