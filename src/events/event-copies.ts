import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../common/access.js';
import { EARLIEST, LATEST } from '../common/instant.js';
import { Problem } from '../common/problem.js';
import { Statements } from '../database/statements.js';
import { Creations, countCreation } from '../users/creations.js';
import { UsersService } from '../users/users.service.js';
import { EventEntity } from './event.entity.js';
import { INSERTED } from './event-creation.js';
import type { CopyEventDto, EventCopiesDto, EventDto } from './events.dto.js';
import { EventsService } from './events.service.js';
import { DELETED, IdempotencyKeys, type KeyedRequest } from './idempotency-keys.js';
import { columnsOf, namesOf, RESPONSE_PROPERTIES, type StoredEvent } from './stored-event.js';

/** The properties that differ between an event and its copies. */
const OWN = ['id', 'startAt', 'endAt', 'applyBy', 'seriesId'] as const;
const COPIED = INSERTED.filter((property) => !(OWN as readonly string[]).includes(property));
/**
 * Copies the event `$4`, which is locked, and returns the copies in the order of their ids. The first copies
 * give it the series `$5`. If the user `$1` would exceed the limit `$2` by `$3` creations, no row is returned,
 * and the transaction must not be committed. TypeORM has no INSERT with a SELECT; with `insert`, each copy
 * would carry the whole text of the event.
 */
const COPY = {
  name: 'copy event',
  text: `
    WITH counted AS (${countCreation('EVENT', { count: '$3::int' })}), series AS (
      UPDATE events SET series_id = $5, version = version + 1, updated_at = now()
      WHERE id = $4 AND series_id IS NULL), created AS (
      INSERT INTO events (${namesOf(OWN)}, ${namesOf(COPIED)})
      SELECT copy.*, coalesce(series_id, $5), ${namesOf(COPIED)}
      FROM events, unnest($6::uuid[], $7::timestamptz[], $8::timestamptz[], $9::timestamptz[]) AS copy
      WHERE events.id = $4 AND ($2::int IS NULL OR EXISTS (TABLE counted))
      RETURNING ${columnsOf(RESPONSE_PROPERTIES, 'events')})
    SELECT * FROM created ORDER BY id`,
};

/** Copies events to other starts (rules.md, "Events and gigs"). */
@Injectable()
export class EventCopies {
  constructor(
    private readonly statements: Statements,
    private readonly keys: IdempotencyKeys,
    private readonly events: EventsService,
    private readonly creations: Creations,
    private readonly users: UsersService,
  ) {}

  /**
   * Copies an event of the caller to each start, or to none. With a known key it returns the copies that still
   * exist.
   * @throws Problem VALIDATION_FAILED, LIMIT_REACHED, IDEMPOTENCY_KEY_REUSED, NOT_FOUND
   */
  async create(
    original: StoredEvent,
    caller: Caller,
    request: CopyEventDto,
    keyed?: KeyedRequest,
  ): Promise<EventCopiesDto> {
    const known = keyed && (await this.keys.find(caller, keyed));
    if (known) return this.existing(known);
    const ids = request.startAts.map(() => uuidv7()); // they ascend
    const { result: data } = await this.users.write(caller, async (manager) => {
      const isClaimed = !keyed || (await this.keys.claim(caller, keyed, ids, manager));
      return isClaimed ? this.store(original, ids, request.startAts, manager) : undefined;
    });
    return data ? { data } : this.create(original, caller, request, keyed);
  }

  /** The original is locked, so that copies at once share a series, and none mixes two of its versions. */
  private async store(
    { id, creatorId }: StoredEvent,
    ids: string[],
    startAts: string[],
    manager: EntityManager,
  ): Promise<EventDto[]> {
    const original = await manager.findOne(EventEntity, {
      where: { id },
      select: { id: true, startAt: true, endAt: true, applyBy: true },
      lock: { mode: 'for_no_key_update' },
    });
    if (!original) throw new Problem('NOT_FOUND');
    const { limit } = this.creations;
    const values = [
      creatorId,
      limit,
      ids.length,
      id,
      uuidv7(),
      ids,
      startAts,
      ...timesOf(original, startAts),
    ];
    const copies = await this.statements.query<EventDto>({ ...COPY, values }, { manager });
    if (copies.length === 0) throw this.creations.refusal('EVENT');
    return copies;
  }

  /** @throws Problem NOT_FOUND if all are deleted */
  private async existing(ids: string[]): Promise<EventCopiesDto> {
    const events = await this.events.byId(ids);
    if (events.size === 0) throw new Problem('NOT_FOUND', DELETED);
    return { data: ids.flatMap((id) => events.get(id) ?? []) };
  }
}

/**
 * The ends of copies, and the ends of their applications: as far from the start as those of the original.
 * @throws Problem VALIDATION_FAILED with a fault for each start that moves one of them out of range
 */
function timesOf({ startAt, endAt, applyBy }: EventEntity, startAts: string[]) {
  const shifts = startAts.map((start) => Date.parse(start) - startAt.getTime());
  const times = [endAt, applyBy].map((time) =>
    shifts.map((shift) => time && new Date(time.getTime() + shift)),
  );
  const isOut = (time?: Date | null) => time && (time.getTime() < EARLIEST || time.getTime() > LATEST);
  const detail = 'moves endAt or applyBy out of the years 1970 to 9999';
  const faults = startAts
    .map((_, index) => ({ pointer: `/startAts/${index}`, detail }))
    .filter((_, index) => times.some((each) => isOut(each[index])));
  if (faults.length > 0) throw Problem.invalid(...faults);
  return times.map((each) => each.map((time) => time?.toISOString()));
}
