import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Raw, type Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../common/access.js';
import type { Versioned } from '../common/http/etag.js';
import { requestFingerprint } from '../common/http/idempotency-key.js';
import { EARLIEST, LATEST } from '../common/instant.js';
import { Problem } from '../common/problem.js';
import { Statements } from '../database/statements.js';
import { TaggingService } from '../tagging/tagging.service.js';
import { Creations, countCreation } from '../users/creations.js';
import { OwnTable } from '../users/own-data.js';
import { HOLD_PROFILE, UsersService } from '../users/users.service.js';
import { EventEntity, IdempotencyKeyEntity } from './event.entity.js';
import { toImages } from './event-members.dto.js';
import { assertConsistent } from './event-rules.js';
import type { CopyEventDto, CreateEventDto, EventCopiesDto, EventDto } from './events.dto.js';
import { EventsService } from './events.service.js';
import {
  columnsOf,
  namesOf,
  parametersOf,
  RESPONSE_PROPERTIES,
  RETURNED,
  type StoredEvent,
  toVersioned,
} from './stored-event.js';

type NewEvent = Partial<StoredEvent> & { id: string };

/** Properties that only feeds have, or that begin with the default of their column. */
const OMITTED = [
  ...['status', 'source', 'externalId', 'externalUrl', 'ticketUrl', 'seriesId'],
  ...['createdAt', 'updatedAt'],
];
/** The properties that a creation stores; null for those that it leaves out. */
const INSERTED = RESPONSE_PROPERTIES.filter((property) => !OMITTED.includes(property));
/**
 * Stores an event of the user `$1`, and locks their profile. At the limit `$2`, unless it is null, it stores
 * nothing and returns a row of nulls. TypeORM's `insert` takes a transaction of three statements, and four
 * times the processor time.
 */
const CREATE = {
  name: 'create event',
  text: `
    WITH profile AS (${HOLD_PROFILE}), counted AS (${countCreation('EVENT', { from: 'FROM profile' })}), created AS (
      INSERT INTO events (${namesOf(INSERTED)})
      SELECT ${INSERTED.map((_, index) => `$${index + 3}`)} FROM profile WHERE $2::int IS NULL OR EXISTS (TABLE counted)
      RETURNING ${RETURNED})
    SELECT created.* FROM profile LEFT JOIN created ON true`,
};

/** The properties that differ between an event and its copies. */
const OWN = ['id', 'startAt', 'endAt', 'applyBy', 'seriesId'] as const;
const COPIED = namesOf(INSERTED.filter((property) => !(OWN as readonly string[]).includes(property)));
/**
 * Copies the event `$4`, which is locked, and returns the copies in the order of their ids. The first copies
 * give it the series `$5`. Past the limit `$2` no row is returned, and the transaction must not be committed.
 * TypeORM's `insert` has no SELECT: each copy would carry the whole text of the event.
 */
const COPY = {
  name: 'copy event',
  text: `
    WITH counted AS (${countCreation('EVENT', { count: '$3::int' })}), series AS (
      UPDATE events SET series_id = $5, version = version + 1, updated_at = now()
      WHERE id = $4 AND series_id IS NULL), created AS (
      INSERT INTO events (${namesOf(OWN)}, ${COPIED})
      SELECT copy.id, start, start + (end_at - start_at), start + (apply_by - start_at), coalesce(series_id, $5), ${COPIED}
      FROM events, unnest($6::uuid[], $7::timestamptz[]) AS copy (id, start)
      WHERE events.id = $4 AND ($2::int IS NULL OR EXISTS (TABLE counted))
      RETURNING ${columnsOf(RESPONSE_PROPERTIES, 'events')})
    SELECT * FROM created ORDER BY id`,
};

/** Keys older than this have expired. Only the database's clock decides: two clocks could disagree. */
const A_DAY_AGO = "now() - interval '24 hours'";
/**
 * Claims an idempotency key, and returns a row unless the key is in use. It waits for a concurrent
 * transaction with the same key. An expired key can be claimed again. TypeORM's `orUpdate` takes almost twice
 * the time.
 */
const CLAIM = {
  name: 'claim idempotency key',
  text: `INSERT INTO idempotency_keys AS k (user_id, key, fingerprint, event_id, further_event_ids)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_id, key) DO UPDATE
           SET fingerprint = excluded.fingerprint, event_id = excluded.event_id,
             further_event_ids = excluded.further_event_ids, created_at = now()
           WHERE k.created_at <= ${A_DAY_AGO}
         RETURNING 1`,
};

type KeyedRequest = Record<'key' | 'fingerprint', string>;

/** Creates events and copies of events, at most once per `Idempotency-Key`. */
@Injectable()
export class EventCreation {
  constructor(
    private readonly statements: Statements,
    @InjectRepository(IdempotencyKeyEntity) private readonly keys: Repository<IdempotencyKeyEntity>,
    private readonly events: EventsService,
    private readonly tagging: TaggingService,
    private readonly creations: Creations,
    private readonly users: UsersService,
  ) {}

  @OwnTable({ name: 'idempotencyKeys', order: 9 })
  ownKeys(): OwnTable<IdempotencyKeyEntity> {
    return {
      entity: IdempotencyKeyEntity,
      owner: 'userId',
      orderBy: ['key'],
      toDtos: (keys) => keys.map(({ userId: _, fingerprint: _fingerprint, ...key }) => key),
    };
  }

  /** Creates an event of the caller. @throws Problem VALIDATION_FAILED, LIMIT_REACHED, or as `once` does */
  async create(caller: Caller, request: CreateEventDto, key?: string): Promise<Versioned<EventDto>> {
    assertConsistent(request);
    if (key === undefined) return toVersioned(await this.insert(caller, await this.draft(caller, request)));
    const keyed = { key, fingerprint: requestFingerprint(request) };
    const find = ([id]: string[]) => this.events.find(id!);
    const created = await this.once(caller, keyed, find, async () => {
      const draft = await this.draft(caller, request);
      return { ids: [draft.id], insert: (manager) => this.insert(caller, draft, manager) };
    });
    return toVersioned(created);
  }

  /**
   * Copies an event of its creator to each start, or to none. A known key returns the copies that still
   * exist.
   * @throws Problem VALIDATION_FAILED, LIMIT_REACHED, IDEMPOTENCY_KEY_REUSED, NOT_FOUND
   */
  async copy(
    event: StoredEvent,
    caller: Caller,
    { startAts }: CopyEventDto,
    keyed?: KeyedRequest,
  ): Promise<EventCopiesDto> {
    const find = async (known: string[]) => {
      const existing = await this.events.byId(known);
      return existing.size > 0 ? { data: known.flatMap((id) => existing.get(id) ?? []) } : undefined;
    };
    return this.once(caller, keyed, find, async () => {
      const copies = { ids: startAts.map(() => uuidv7()), startAts }; // the ids ascend
      const insert = (manager: EntityManager) => this.insertCopies(event.id, caller, copies, manager);
      return { ids: copies.ids, insert };
    });
  }

  /** The event is locked: copies at once share a series, and all are of one version. */
  private async insertCopies(
    id: string,
    caller: Caller,
    { ids, startAts }: CopyEventDto & { ids: string[] },
    manager: EntityManager,
  ): Promise<EventCopiesDto> {
    const lock = { mode: 'for_no_key_update' } as const;
    const select = { id: true, startAt: true, endAt: true, applyBy: true };
    const event = await manager.findOne(EventEntity, { where: { id }, select, lock });
    if (!event) throw new Problem('NOT_FOUND');
    assertInRange(event, startAts);
    const values = [caller.id, this.creations.limit, ids.length, id, uuidv7(), ids, startAts];
    const data = await this.statements.query<EventDto>({ ...COPY, values }, { manager });
    if (data.length === 0) throw this.creations.refusal('EVENT');
    return { data };
  }

  /** Builds a new event, outside any transaction. Tagging fills what is absent or null, unless it fails. */
  private async draft(caller: Caller, request: CreateEventDto): Promise<NewEvent> {
    const { images = [], location, tags, category, summary } = request;
    const event = { ...request, images: toImages(images), id: uuidv7(), creatorId: caller.id };
    if (tags && category && summary) return { ...event, tags };
    if (this.tagging.usesModel) await this.creations.assertRoom(caller.id, 'EVENT'); // spares a model call
    const taggable = { ...request, locationName: location.name };
    const tagging = await this.tagging.tag(taggable, { userId: caller.id });
    return {
      ...event,
      ...{ tags: tags ?? tagging.tags, category: category ?? tagging.category },
      summary: summary ?? tagging.summary,
    };
  }

  /**
   * Runs a creation in one transaction, at most once per key.
   * @param find finds what was created under the key; undefined if it is deleted
   * @param prepare prepares the creation outside the transaction, so that no lock is held meanwhile
   * @throws Problem IDEMPOTENCY_KEY_REUSED if the key belongs to another request, NOT_FOUND, LIMIT_REACHED
   */
  private async once<Result>(
    caller: Caller,
    keyed: KeyedRequest | undefined,
    find: (ids: string[]) => Promise<Result | undefined>,
    prepare: () => Promise<{ ids: string[]; insert(manager: EntityManager): Promise<Result> }>,
  ): Promise<Result> {
    const known = keyed && (await this.findByKey(caller, keyed));
    const existing = known && (await find(known));
    if (existing) return existing;
    if (known) throw new Problem('NOT_FOUND', 'The event of this Idempotency-Key has been deleted.');
    const { ids, insert } = await prepare();
    const { result } = await this.users.write(caller, async (manager) => {
      if (!keyed) return insert(manager);
      const values = [caller.id, keyed.key, keyed.fingerprint, ids[0], ids.slice(1)];
      const claimed = await this.statements.query({ ...CLAIM, values }, { manager });
      return claimed.length === 1 ? insert(manager) : undefined;
    });
    return result ?? this.once(caller, keyed, find, prepare);
  }

  private async insert(caller: Caller, event: NewEvent, manager?: EntityManager): Promise<StoredEvent> {
    const values = [caller.id, this.creations.limit, ...parametersOf(event, INSERTED)];
    const check = ({ id }: StoredEvent) => {
      if (!id) throw this.creations.refusal('EVENT');
    };
    return this.users.writeRow(caller, { ...CREATE, values }, manager, check);
  }

  /** The ids of the events that were created under the key. @throws Problem IDEMPOTENCY_KEY_REUSED */
  private async findByKey(caller: Caller, { key, fingerprint }: KeyedRequest): Promise<string[] | undefined> {
    const createdAt = Raw((column) => `${column} > ${A_DAY_AGO}`);
    const known = await this.keys.findOneBy({ userId: caller.id, key, createdAt });
    if (known && known.fingerprint !== fingerprint) throw new Problem('IDEMPOTENCY_KEY_REUSED');
    return known ? [known.eventId, ...known.furtherEventIds] : undefined;
  }
}

/** @throws Problem VALIDATION_FAILED for each start that moves `endAt` or `applyBy` out of range */
function assertInRange({ startAt, endAt, applyBy }: EventEntity, startAts: string[]): void {
  const isOut = (time: number) => time < EARLIEST || time > LATEST;
  const detail = 'moves endAt or applyBy out of the years 1970 to 9999';
  const faults = startAts.flatMap((start, index) => {
    const move = Date.parse(start) - startAt.getTime();
    const isBad = [endAt, applyBy].some((time) => time && isOut(time.getTime() + move));
    return isBad ? [{ pointer: `/startAts/${index}`, detail }] : [];
  });
  if (faults.length > 0) throw Problem.invalid(...faults);
}
