import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { CollectionsService } from '../collections/collections.service.js';
import type { AccessPolicy, Caller } from '../common/access.js';
import { parseQuery } from '../common/http/parsers.js';
import type { Page, PageQuery } from '../common/pagination.js';
import { type Fault, Problem } from '../common/problem.js';
import { cut, isUuid } from '../common/text.js';
import { readRequest } from '../common/validation/strict-input.pipe.js';
import { readPage } from '../database/pages.js';
import { Transactions } from '../database/transactions.js';
import { EventList } from '../events/list/event-list.js';
import { ListEventsQuery } from '../events/list/events-query.dto.js';
import { OwnTable } from '../users/own-data.js';
import { UsersService } from '../users/users.service.js';
import { CalendarEntity, MAX_NAME } from './calendar.entity.js';
import {
  type CalendarDto,
  type CalendarWithAddressesDto,
  type CreateCalendarDto,
  toCalendarDto,
} from './calendars.dto.js';

/** Maximum number of calendars per user (rules.md, "Calendars"). */
const MAX_CALENDARS = 20;
/** The parameters of a list that shape its response instead of filtering. A calendar has its own format. */
const RESPONSE_PARAMETERS = ['limit', 'offset', 'cursor', 'ids', 'view', 'include'];

/** A new token: 32 random bytes. Anyone who knows it can read the calendar. */
const newToken = () => randomBytes(32).toString('base64url');
/** The stored hash of a token. It needs no salt, since nobody can guess 256 random bits. */
const hashOf = (token: string) => hash('sha256', token, 'hex');

/** Manages the calendars of users. `CalendarFeeds` reads their contents. */
@Injectable()
export class CalendarsService implements AccessPolicy<CalendarEntity> {
  constructor(
    private readonly transactions: Transactions,
    @InjectRepository(CalendarEntity) private readonly calendars: Repository<CalendarEntity>,
    private readonly lists: EventList,
    private readonly collections: CollectionsService,
    private readonly users: UsersService,
  ) {}

  @OwnTable({ name: 'calendars', order: 7 })
  ownCalendars(): OwnTable<CalendarEntity> {
    return { entity: CalendarEntity, owner: 'ownerId', toDtos: (calendars) => calendars.map(toCalendarDto) };
  }

  /**
   * Creates a calendar of the caller.
   * @param base the URL of the service
   * @throws Problem VALIDATION_FAILED, NOT_FOUND for a collection that the caller may not read, LIMIT_REACHED
   * at 20
   */
  async create(caller: Caller, request: CreateCalendarDto, base: string): Promise<CalendarWithAddressesDto> {
    assertMatchesKind(request);
    const { kind, filter = null, alarmMinutes = null } = request;
    if (filter !== null) await this.assertFilter(caller, filter);
    const collection = await this.collections.readableBy(caller.id, request.collectionId ?? '');
    if (kind === 'COLLECTION' && !collection)
      throw new Problem('NOT_FOUND', 'There is no collection with this collectionId.');
    const name = request.name ?? collection?.name ?? nameOf(kind, filter);
    const token = newToken();
    const calendar = this.calendars.create({
      ...{ id: uuidv7(), ownerId: caller.id, kind, name, filter },
      ...{ collectionId: collection?.id ?? null, alarmMinutes, tokenHash: hashOf(token) },
    });
    await this.users.write(caller, async (manager) => {
      await this.users.assertRoom(caller, CalendarEntity, MAX_CALENDARS, manager);
      await manager.insert(CalendarEntity, calendar);
    });
    return withAddresses(calendar, token, base);
  }

  /** The caller's calendars, newest first. */
  async list(caller: Caller, query: PageQuery): Promise<Page<CalendarDto>> {
    const rows = this.calendars.createQueryBuilder('calendar').where({ ownerId: caller.id });
    const page = await readPage(rows, query, { by: 'createdAt', direction: 'DESC' });
    return { ...page, data: page.data.map(toCalendarDto) };
  }

  /**
   * A calendar of the caller, or null. Other callers cannot see that it exists. A malformed id counts as
   * unknown.
   */
  async find(id: string, { id: ownerId }: Caller): Promise<CalendarEntity | null> {
    return isUuid(id) ? this.calendars.findOneBy({ id, ownerId }) : null;
  }

  /** The calendar with this token, or null. */
  ofToken(token: string): Promise<CalendarEntity | null> {
    return this.calendars.findOneBy({ tokenHash: hashOf(token) });
  }

  /**
   * Gives a calendar new addresses and invalidates the old ones.
   * @throws Problem NOT_FOUND where the calendar is deleted
   */
  async rotate(calendar: CalendarEntity, base: string): Promise<CalendarWithAddressesDto> {
    const { id, ownerId } = calendar;
    const token = newToken();
    const rotate = () => this.calendars.update({ id }, { tokenHash: hashOf(token) });
    const { affected } = await this.transactions.inTurn(ownerId, rotate);
    if (affected === 0) throw new Problem('NOT_FOUND');
    return withAddresses(calendar, token, base);
  }

  async remove({ id, ownerId }: CalendarEntity): Promise<void> {
    await this.transactions.inTurn(ownerId, () => this.calendars.delete({ id }));
  }

  /** Runs the list once, so that its errors are reported here, as faults of the member `filter`. */
  private async assertFilter(caller: Caller, filter: string): Promise<void> {
    try {
      await this.lists.page(caller, await readFilter(filter));
    } catch (error) {
      if (!(error instanceof Problem && error.errors)) throw error;
      const faults = error.errors.map(({ pointer, detail }) => `${pointer} ${detail}`);
      throw Problem.invalid(...faults.map((detail) => ({ pointer: '/filter', detail })));
    }
  }
}

/** Parses the query string of a list of events. @throws Problem VALIDATION_FAILED as the list does */
export async function readFilter(filter: string): Promise<ListEventsQuery> {
  const parameters = parseQuery(filter);
  const unsupported = RESPONSE_PARAMETERS.filter((name) => name in parameters);
  const faults = unsupported.map((pointer) => ({ pointer, detail: 'is not a filter; leave it out' }));
  if (faults.length > 0) throw Problem.invalid(...faults);
  return readRequest(ListEventsQuery, 'query', parameters);
}

/** Checks that the members match the kind. @throws Problem VALIDATION_FAILED */
function assertMatchesKind({ kind, filter = null, collectionId = null }: CreateCalendarDto): void {
  const faults: Fault[] = [];
  if (filter !== null && kind !== 'EVENTS')
    faults.push({ pointer: '/filter', detail: 'is for the kind EVENTS only' });
  const isCollection = kind === 'COLLECTION';
  if (isCollection !== (collectionId !== null)) {
    const detail = isCollection ? 'is required for the kind COLLECTION' : 'is for the kind COLLECTION only';
    faults.push({ pointer: '/collectionId', detail });
  }
  if (faults.length > 0) throw Problem.invalid(...faults);
}

/** The default name of a calendar, which distinguishes it from others. */
function nameOf(kind: CalendarEntity['kind'], filter: string | null): string {
  if (kind === 'SAVED') return 'Saved events';
  if (kind === 'APPLICATIONS') return 'My gigs';
  const parts = Object.entries(parseQuery(filter ?? '')).map(([parameter, value]) => `${parameter} ${value}`);
  return cut(parts.length > 0 ? `Events and gigs: ${parts.join(', ')}` : 'Events and gigs', MAX_NAME);
}

function withAddresses(calendar: CalendarEntity, token: string, base: string): CalendarWithAddressesDto {
  const { createdAt, ...rest } = toCalendarDto(calendar);
  const address = `${base}/calendars/${token}`;
  return { ...rest, icsUrl: `${address}.ics`, rssUrl: `${address}.rss`, createdAt };
}
