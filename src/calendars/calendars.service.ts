import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { CollectionEntity } from '../collections/collection.entity.js';
import { CollectionsService } from '../collections/collections.service.js';
import type { AccessPolicy, Caller } from '../common/access.js';
import type { Page, PageQuery } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { isUuid } from '../common/text.js';
import { readPage } from '../database/pages.js';
import { Transactions } from '../database/transactions.js';
import { EventList } from '../events/list/event-list.js';
import { OwnData } from '../users/own-data.js';
import { UsersService } from '../users/users.service.js';
import { CalendarEntity } from './calendar.entity.js';
import { atFilter, readFilter } from './calendar-filter.js';
import { hashOf, isToken, newToken } from './calendar-token.js';
import {
  type CalendarDto,
  type CalendarWithAddressesDto,
  type CreateCalendarDto,
  nameOf,
  toCalendarDto,
} from './calendars.dto.js';

/** Calendars of one user (rules.md, "Calendars"). */
const MAX_CALENDARS = 20;

/** The calendars of users, for themselves. What is in them is read by `CalendarFeeds`. */
@Injectable()
export class CalendarsService implements AccessPolicy<CalendarEntity>, OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    @InjectRepository(CalendarEntity) private readonly calendars: Repository<CalendarEntity>,
    private readonly lists: EventList,
    private readonly collections: CollectionsService,
    private readonly users: UsersService,
    private readonly ownData: OwnData,
  ) {}

  onModuleInit(): void {
    this.ownData.add('calendars', {
      rows: this.calendars,
      owner: 'ownerId',
      toDtos: (calendars) => calendars.map(toCalendarDto),
    });
  }

  /**
   * Creates a calendar of the caller's.
   * @param base the address of the service
   * @throws Problem VALIDATION_FAILED, NOT_FOUND for a collection that the caller may not read, LIMIT_REACHED at 20
   */
  async create(caller: Caller, request: CreateCalendarDto, base: string): Promise<CalendarWithAddressesDto> {
    const { kind, filter = null, collectionId = null, alarmMinutes = null } = request;
    assertFits({ kind, filter, collectionId });
    if (filter !== null) await this.assertFilter(caller, filter);
    const collection = collectionId === null ? undefined : await this.collection(caller, collectionId);
    const token = newToken();
    const name = request.name ?? nameOf(kind, filter, collection);
    const chosen = { kind, name, filter, collectionId: collection?.id ?? null, alarmMinutes };
    const row = { id: uuidv7(), ownerId: caller.id, ...chosen, tokenHash: hashOf(token) };
    const calendar = this.calendars.create(row);
    await this.transactions.run(async (manager) => {
      await this.users.assertRoom(caller, CalendarEntity, MAX_CALENDARS, manager);
      await manager.insert(CalendarEntity, calendar);
    });
    return withAddresses(calendar, token, base);
  }

  /** The caller's own calendars, newest first. */
  async list(caller: Caller, query: PageQuery): Promise<Page<CalendarDto>> {
    const rows = this.calendars.createQueryBuilder('calendar').where({ ownerId: caller.id });
    const page = await readPage(rows, query, { by: 'createdAt', direction: 'DESC' });
    return { ...page, data: page.data.map(toCalendarDto) };
  }

  /** A calendar of the caller's, or null: for everyone else it does not exist. A malformed id is an unknown one. */
  async find(id: string, { id: ownerId }: Caller): Promise<CalendarEntity | null> {
    return isUuid(id) ? this.calendars.findOneBy({ id, ownerId }) : null;
  }

  /** The calendar that this token opens, or null. */
  async ofToken(token: string): Promise<CalendarEntity | null> {
    return isToken(token) ? this.calendars.findOneBy({ tokenHash: hashOf(token) }) : null;
  }

  /** Gives a calendar new addresses. The old ones lead nowhere from then on. @throws Problem NOT_FOUND where it is gone */
  async rotate(calendar: CalendarEntity, base: string): Promise<CalendarWithAddressesDto> {
    const token = newToken();
    const { affected } = await this.calendars.update({ id: calendar.id }, { tokenHash: hashOf(token) });
    if (affected === 0) throw new Problem('NOT_FOUND');
    return withAddresses(calendar, token, base);
  }

  /** Removes a calendar. */
  async remove({ id }: CalendarEntity): Promise<void> {
    await this.calendars.delete({ id });
  }

  /** Asks for the list once, so that it refuses whatever it would refuse. */
  private async assertFilter(caller: Caller, filter: string): Promise<void> {
    try {
      await this.lists.page(caller, await readFilter(filter));
    } catch (error) {
      throw atFilter(error);
    }
  }

  private async collection(caller: Caller, id: string): Promise<CollectionEntity> {
    const collection = await this.collections.readableBy(caller.id, id);
    if (!collection) throw new Problem('NOT_FOUND', 'There is no collection with this collectionId.');
    return collection;
  }
}

/** What belongs to a kind stands with it, and with no other. @throws Problem VALIDATION_FAILED */
function assertFits({
  kind,
  filter,
  collectionId,
}: Pick<CalendarEntity, 'kind' | 'filter' | 'collectionId'>): void {
  const faults: [boolean, string, string][] = [
    [filter !== null && kind !== 'EVENTS', '/filter', 'is for the kind EVENTS'],
    [collectionId !== null && kind !== 'COLLECTION', '/collectionId', 'is for the kind COLLECTION'],
    [collectionId === null && kind === 'COLLECTION', '/collectionId', 'is required for the kind COLLECTION'],
  ];
  const found = faults.filter(([isFault]) => isFault).map(([, pointer, detail]) => ({ pointer, detail }));
  if (found.length > 0) throw Problem.invalid(...found);
}

function withAddresses(calendar: CalendarEntity, token: string, base: string): CalendarWithAddressesDto {
  const { createdAt, ...rest } = toCalendarDto(calendar);
  const address = `${base}/calendars/${token}`;
  return { ...rest, icsUrl: `${address}.ics`, rssUrl: `${address}.rss`, createdAt };
}
