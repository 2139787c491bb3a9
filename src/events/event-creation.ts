import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Raw, type Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../common/access.js';
import type { Versioned } from '../common/http/etag.js';
import { requestFingerprint } from '../common/http/idempotency-key.js';
import { Problem } from '../common/problem.js';
import { Statements } from '../database/statements.js';
import { TaggingService } from '../tagging/tagging.service.js';
import { Creations, countCreation } from '../users/creations.js';
import { OwnTable } from '../users/own-data.js';
import { HOLD_PROFILE, UsersService } from '../users/users.service.js';
import { IdempotencyKeyEntity } from './event.entity.js';
import { toImages } from './event-members.dto.js';
import { assertConsistent } from './event-rules.js';
import type { CreateEventDto, EventDto } from './events.dto.js';
import { EventsService } from './events.service.js';
import {
  namesOf,
  parametersOf,
  RESPONSE_PROPERTIES,
  RETURNED,
  type StoredEvent,
  toVersioned,
} from './stored-event.js';

type NewEvent = Partial<StoredEvent> & { id: string };

/** Properties that only feeds have, or that begin with the default of their column. */
const OMITTED = ['status', 'source', 'externalId', 'externalUrl', 'ticketUrl', 'createdAt', 'updatedAt'];
/** The properties that a creation stores; null for those that it leaves out. */
const INSERTED = RESPONSE_PROPERTIES.filter((property) => !OMITTED.includes(property));
/**
 * Stores an event of the user `$1`, and locks their profile (`UsersService.writeRow`). If the user has
 * reached the limit `$2`, it stores nothing and returns a row of nulls. A null limit is no limit. TypeORM's
 * `insert` takes a transaction of three statements, and four times the processor time.
 */
const CREATE = {
  name: 'create event',
  text: `
    WITH profile AS (${HOLD_PROFILE}), counted AS (${countCreation('EVENT', 'FROM profile')}), created AS (
      INSERT INTO events (${namesOf(INSERTED)})
      SELECT ${INSERTED.map((_, index) => `$${index + 3}`)} FROM profile WHERE $2::int IS NULL OR EXISTS (TABLE counted)
      RETURNING ${RETURNED})
    SELECT created.* FROM profile LEFT JOIN created ON true`,
};

/** Keys older than this have expired. Only the database's clock decides: two clocks could disagree. */
const A_DAY_AGO = "now() - interval '24 hours'";
/**
 * Claims an idempotency key, and returns a row unless the key is in use. It waits for a concurrent
 * transaction that claims the same key. An expired key can be claimed again before it is purged. TypeORM's
 * `orUpdate` takes almost twice the processor time.
 */
const CLAIM = {
  name: 'claim idempotency key',
  text: `INSERT INTO idempotency_keys AS k (user_id, key, fingerprint, event_id) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id, key) DO UPDATE
           SET fingerprint = excluded.fingerprint, event_id = excluded.event_id, created_at = now()
           WHERE k.created_at <= ${A_DAY_AGO}
         RETURNING 1`,
};

/** Defaults of the terms that a request leaves out. */
const NO_TERMS = { endAt: null, compensation: null, applyBy: null, positions: null };

/** Creates events, at most one per `Idempotency-Key`. */
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

  /**
   * Creates an event of the caller, at most once per idempotency key.
   * @throws Problem VALIDATION_FAILED, LIMIT_REACHED, or as `createWithKey` does
   */
  async create(caller: Caller, request: CreateEventDto, key?: string): Promise<Versioned<EventDto>> {
    const event = { ...NO_TERMS, ...request };
    assertConsistent(event);
    if (key === undefined) return toVersioned(await this.insert(caller, await this.draft(caller, event)));
    return toVersioned(await this.createWithKey(caller, event, key, requestFingerprint(request)));
  }

  /**
   * Builds a new event, outside any transaction. Tagging fills what the request leaves out or sends as null.
   * The event is stored even if tagging fails.
   */
  private async draft(caller: Caller, request: CreateEventDto): Promise<NewEvent> {
    const { images = [], tags, category, summary } = request;
    const event = { ...request, images: toImages(images), id: uuidv7(), creatorId: caller.id };
    if (tags && category && summary) return event;
    const tagging = await this.tag(caller, request);
    return {
      ...event,
      ...{ tags: tags ?? tagging.tags, category: category ?? tagging.category },
      summary: summary ?? tagging.summary,
    };
  }

  private async tag(caller: Caller, { type, title, description, location }: CreateEventDto) {
    if (this.tagging.usesModel) await this.creations.assertRoom(caller.id, 'EVENT'); // spares a model call
    return this.tagging.tag({ type, title, description, locationName: location.name }, { userId: caller.id });
  }

  /**
   * Stores an event and its key in one transaction, or returns the event that is already stored under the
   * key. Tagging comes before the transaction, so no lock is held meanwhile.
   * @throws Problem IDEMPOTENCY_KEY_REUSED if the key belongs to another request, NOT_FOUND if its event is
   * deleted, LIMIT_REACHED
   */
  private async createWithKey(
    caller: Caller,
    request: CreateEventDto,
    key: string,
    fingerprint: string,
  ): Promise<StoredEvent> {
    const existing = await this.findByKey(caller, key, fingerprint);
    if (existing) return existing;
    const event = await this.draft(caller, request);
    const { result: stored } = await this.users.write(caller, async (manager) => {
      const claim = { ...CLAIM, values: [caller.id, key, fingerprint, event.id] };
      const claimed = await this.statements.query(claim, { manager });
      return claimed.length === 1 ? this.insert(caller, event, manager) : undefined;
    });
    return stored ?? this.createWithKey(caller, request, key, fingerprint);
  }

  /** @throws Problem LIMIT_REACHED */
  private async insert(caller: Caller, event: NewEvent, manager?: EntityManager): Promise<StoredEvent> {
    const values = [caller.id, this.creations.limit, ...parametersOf(event, INSERTED)];
    const stored = await this.users.writeRow<StoredEvent>(caller, { ...CREATE, values }, manager);
    if (!stored?.id) throw this.creations.refusal('EVENT');
    return stored;
  }

  /** @throws Problem IDEMPOTENCY_KEY_REUSED, NOT_FOUND */
  private async findByKey(
    caller: Caller,
    key: string,
    fingerprint: string,
  ): Promise<StoredEvent | undefined> {
    const createdAt = Raw((column) => `${column} > ${A_DAY_AGO}`);
    const known = await this.keys.findOneBy({ userId: caller.id, key, createdAt });
    if (!known) return undefined;
    if (known.fingerprint !== fingerprint) throw new Problem('IDEMPOTENCY_KEY_REUSED');
    const event = await this.events.find(known.eventId);
    if (!event) throw new Problem('NOT_FOUND', 'The event of this Idempotency-Key has been deleted.');
    return event;
  }
}
