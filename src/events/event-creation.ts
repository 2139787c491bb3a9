import { Injectable, type OnModuleInit } from '@nestjs/common';
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
import { OwnData } from '../users/own-data.js';
import { HOLD_PROFILE, UsersService } from '../users/users.service.js';
import { IdempotencyKeyEntity } from './event.entity.js';
import { toImages } from './event-members.dto.js';
import { assertSound } from './event-rules.js';
import type { CreateEventDto, EventDto } from './events.dto.js';
import { EventsService } from './events.service.js';
import { namesOf, parametersOf, RETURNED, type StoredEvent, toVersioned } from './stored-event.js';

type NewEvent = Partial<StoredEvent> & { id: string };

/** What a creation writes. */
const WRITTEN = [
  ...(['id', 'creatorId', 'type', 'title', 'description', 'location', 'startAt', 'endAt'] as const),
  ...(['compensation', 'applyBy', 'positions', 'images', 'tags', 'category', 'summary'] as const),
];
/**
 * Stores an event of the user `$1`, whose profile it holds (`UsersService.writeRow`). Past the limit `$2`, where that is not null,
 * it stores nothing, and its row has no values. By TypeORM's `insert` it takes seven times the processor time, and four
 * statements.
 */
const CREATE = {
  name: 'create event',
  text: `
    WITH profile AS (${HOLD_PROFILE}), counted AS (${countCreation('EVENT', 'FROM profile')}), created AS (
      INSERT INTO events (${namesOf(WRITTEN)})
      SELECT ${WRITTEN.map((_, index) => `$${index + 3}`)} FROM profile WHERE $2::int IS NULL OR EXISTS (TABLE counted)
      RETURNING ${RETURNED})
    SELECT created.* FROM profile LEFT JOIN created ON true`,
};

/** Since when a key holds. The database's clock alone tells: by two clocks, a key could be neither known nor free. */
const A_DAY_AGO = "now() - interval '24 hours'";
/**
 * Waits for the transaction of another request that writes under this key. A key that is past its time, and not purged yet, may
 * be used again.
 */
const CLAIM = {
  name: 'claim idempotency key',
  text: `INSERT INTO idempotency_keys AS k (user_id, key, fingerprint, event_id) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id, key) DO UPDATE
           SET fingerprint = excluded.fingerprint, event_id = excluded.event_id, created_at = now()
           WHERE k.created_at <= ${A_DAY_AGO}
         RETURNING 1`,
};

/** The terms of an event of which a request says nothing. */
const NO_TERMS = { endAt: null, compensation: null, applyBy: null, positions: null };

/** Creates events; under an `Idempotency-Key` only one. */
@Injectable()
export class EventCreation implements OnModuleInit {
  constructor(
    private readonly statements: Statements,
    @InjectRepository(IdempotencyKeyEntity) private readonly keys: Repository<IdempotencyKeyEntity>,
    private readonly events: EventsService,
    private readonly tagging: TaggingService,
    private readonly creations: Creations,
    private readonly users: UsersService,
    private readonly ownData: OwnData,
  ) {}

  onModuleInit(): void {
    this.ownData.add('idempotencyKeys', {
      rows: this.keys,
      owner: 'userId',
      orderBy: ['key'],
      toDtos: (keys) => keys.map(({ userId: _, fingerprint: _fingerprint, ...key }) => key),
    });
  }

  /**
   * Creates an event of the caller's, under an idempotency key at most once.
   * @throws Problem VALIDATION_FAILED, IDEMPOTENCY_KEY_REUSED, LIMIT_REACHED
   */
  async create(caller: Caller, request: CreateEventDto, key?: string): Promise<Versioned<EventDto>> {
    const event = { ...NO_TERMS, ...request };
    assertSound(event);
    if (key === undefined) return toVersioned(await this.insert(caller, await this.draft(caller, event)));
    return toVersioned(await this.once(caller, event, key, requestFingerprint(request)));
  }

  /** The row of a new event. It is tagged outside any transaction, and stored also where that fails. */
  private async draft(caller: Caller, request: CreateEventDto): Promise<NewEvent> {
    const { type, title, description, location, images = [] } = request;
    const texts = { type, title, description, locationName: location.name };
    if (this.tagging.usesModel) await this.creations.assertRoom(caller.id, 'EVENT'); // a call costs more
    const { hasFailed: _, ...tagging } = await this.tagging.tag(texts, { userId: caller.id });
    return { ...request, images: toImages(images), id: uuidv7(), creatorId: caller.id, ...tagging };
  }

  /**
   * Writes an event, or answers the one that was written under the key before. Key and event are written in one transaction
   * after the event is tagged, so that no lock is held meanwhile.
   * @throws Problem IDEMPOTENCY_KEY_REUSED for another request under the key, NOT_FOUND where its event is gone, LIMIT_REACHED
   */
  private async once(
    caller: Caller,
    request: CreateEventDto,
    key: string,
    fingerprint: string,
  ): Promise<StoredEvent> {
    const before = await this.recall(caller, key, fingerprint);
    if (before) return before;
    const event = await this.draft(caller, request);
    const { result: written } = await this.users.write(caller, async (manager) => {
      const claim = { ...CLAIM, values: [caller.id, key, fingerprint, event.id] };
      const claimed = await this.statements.query(claim, { manager });
      return claimed.length === 1 ? this.insert(caller, event, manager) : undefined;
    });
    return written ?? this.once(caller, request, key, fingerprint);
  }

  /** Stores an event. @throws Problem LIMIT_REACHED */
  private async insert(caller: Caller, event: NewEvent, manager?: EntityManager): Promise<StoredEvent> {
    const values = [caller.id, this.creations.limit, ...parametersOf(event, WRITTEN)];
    const stored = await this.users.writeRow<StoredEvent>(caller, { ...CREATE, values }, manager);
    if (!stored?.id) throw this.creations.refusal('EVENT');
    return stored;
  }

  private async recall(caller: Caller, key: string, fingerprint: string): Promise<StoredEvent | undefined> {
    const createdAt = Raw((column) => `${column} > ${A_DAY_AGO}`);
    const known = await this.keys.findOneBy({ userId: caller.id, key, createdAt });
    if (!known) return undefined;
    if (known.fingerprint !== fingerprint) throw new Problem('IDEMPOTENCY_KEY_REUSED');
    const event = await this.events.find(known.eventId);
    if (!event)
      throw new Problem('NOT_FOUND', 'What was created under this Idempotency-Key has been deleted.');
    return event;
  }
}
