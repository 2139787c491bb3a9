import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { v7 as uuidv7 } from 'uuid';
import { CollectionsService } from '../collections/collections.service.js';
import type { Caller } from '../common/access.js';
import type { Page, PageQuery } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { Database, type Transaction } from '../database/database.js';
import { Repository } from '../database/repository.js';
import type { Row } from '../database/table.js';
import { EventList } from '../events/event-list.service.js';
import { UsersService } from '../users/users.service.js';
import { CalendarEntity } from './calendar.entity.js';
import { atFilter, readFilter } from './calendar-filter.js';
import { hashOf, isToken, newToken } from './calendar-token.js';
import type { CalendarDto, CalendarWithAddressesDto, CreateCalendarDto } from './calendars.dto.js';

/** Calendars of one user (decisions.md, "Calendars"). */
const MAX_CALENDARS = 20;

/** A calendar as stored, without what is stored of its token. */
export type StoredCalendar = Omit<Row<CalendarEntity>, 'tokenHash'>;

/** The calendars of users, for themselves. What is in them is read by `CalendarFeeds`. */
@Injectable()
export class CalendarsService {
  constructor(
    private readonly database: Database,
    @InjectRepository(CalendarEntity) private readonly calendars: Repository<CalendarEntity>,
    private readonly lists: EventList,
    private readonly collections: CollectionsService,
    private readonly users: UsersService,
  ) {}

  /**
   * Creates a calendar of the caller's.
   * @param base the address of the service
   * @throws Problem VALIDATION_FAILED, NOT_FOUND for a collection that the caller may not read, LIMIT_REACHED at 20
   */
  async create(caller: Caller, request: CreateCalendarDto, base: string): Promise<CalendarWithAddressesDto> {
    const { kind, filter = null, collectionId = null, alarmMinutes = null } = request;
    assertFits({ kind, filter, collectionId });
    if (filter !== null) await this.assertFilter(caller, filter);
    const collection = collectionId === null ? null : await this.collection(caller, collectionId);
    const token = newToken();
    const chosen = { kind, filter, collectionId: collection, alarmMinutes };
    const created = await this.database.transaction(async (transaction) => {
      await this.assertRoom(caller, transaction);
      const row = { id: uuidv7(), ownerId: caller.id, ...chosen, tokenHash: hashOf(token) };
      return this.calendars.insert(row, { transaction });
    });
    return withAddresses(created, token, base);
  }

  /** The caller's own calendars, newest first. */
  async list(caller: Caller, query: PageQuery): Promise<Page<CalendarDto>> {
    const own = { where: { ownerId: caller.id }, order: { createdAt: 'DESC' } } as const;
    const page = await this.calendars.page(query, own);
    return { ...page, data: page.data.map(toCalendarDto) };
  }

  /** The calendar of this id, or undefined. */
  find(id: string): Promise<StoredCalendar | undefined> {
    return this.calendars.findOneBy({ id });
  }

  /** The calendar that this token opens, or undefined. */
  async ofToken(token: string): Promise<StoredCalendar | undefined> {
    return isToken(token) ? this.calendars.findOneBy({ tokenHash: hashOf(token) }) : undefined;
  }

  /** Gives a calendar new addresses. The old ones lead nowhere from then on. @throws Problem NOT_FOUND where it is gone */
  async rotate({ id }: StoredCalendar, base: string): Promise<CalendarWithAddressesDto> {
    const token = newToken();
    const [rotated] = await this.calendars.update({ id }, { tokenHash: hashOf(token) });
    if (!rotated) throw new Problem('NOT_FOUND');
    return withAddresses(rotated, token, base);
  }

  /** Removes a calendar. */
  async remove({ id }: StoredCalendar): Promise<void> {
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

  private async collection(caller: Caller, id: string): Promise<string> {
    const collection = await this.collections.readableBy(caller.id, id);
    if (!collection) throw new Problem('NOT_FOUND', 'There is no collection with this collectionId.');
    return collection.id;
  }

  /** Counts under a lock on the owner, so that two requests cannot both make the twentieth. */
  private async assertRoom(caller: Caller, transaction: Transaction): Promise<void> {
    await this.users.lock(caller, transaction);
    if ((await this.calendars.countBy({ ownerId: caller.id }, { transaction })) >= MAX_CALENDARS)
      throw new Problem('LIMIT_REACHED', `You have ${MAX_CALENDARS} calendars, which is the limit.`);
  }
}

/** What belongs to a kind stands with it, and with no other. @throws Problem VALIDATION_FAILED */
function assertFits({
  kind,
  filter,
  collectionId,
}: Pick<StoredCalendar, 'kind' | 'filter' | 'collectionId'>): void {
  const faults: [boolean, string, string][] = [
    [filter !== null && kind !== 'EVENTS', '/filter', 'is for the kind EVENTS'],
    [collectionId !== null && kind !== 'COLLECTION', '/collectionId', 'is for the kind COLLECTION'],
    [collectionId === null && kind === 'COLLECTION', '/collectionId', 'is required for the kind COLLECTION'],
  ];
  const found = faults.filter(([isFault]) => isFault).map(([, pointer, detail]) => ({ pointer, detail }));
  if (found.length > 0) throw Problem.invalid(...found);
}

function toCalendarDto({
  id,
  kind,
  filter,
  collectionId,
  alarmMinutes,
  createdAt,
}: StoredCalendar): CalendarDto {
  return { id, kind, filter, collectionId, alarmMinutes, createdAt };
}

function withAddresses(calendar: StoredCalendar, token: string, base: string): CalendarWithAddressesDto {
  const { createdAt, ...rest } = toCalendarDto(calendar);
  const address = `${base}/calendars/${token}`;
  return { ...rest, icsUrl: `${address}.ics`, rssUrl: `${address}.rss`, createdAt };
}
