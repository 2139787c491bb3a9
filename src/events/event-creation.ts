import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  type EntityManager,
  LessThanOrEqual,
  MoreThan,
  type QueryDeepPartialEntity,
  type Repository,
} from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../common/access.js';
import type { Versioned } from '../common/http/etag.js';
import { requestFingerprint } from '../common/http/idempotency-key.js';
import { DAY_MS } from '../common/instant.js';
import { Problem } from '../common/problem.js';
import { Standbys } from '../database/standbys.js';
import { Transactions } from '../database/transactions.js';
import { TaggingService } from '../tagging/tagging.service.js';
import { Creations } from '../users/creations.js';
import { OwnData } from '../users/own-data.js';
import { UsersService } from '../users/users.service.js';
import { EventEntity, IdempotencyKeyEntity } from './event.entity.js';
import { toImages } from './event-members.dto.js';
import { assertSound } from './event-rules.js';
import type { CreateEventDto, EventDto } from './events.dto.js';
import { EventsService } from './events.service.js';
import { RETURNED, type StoredEvent, toVersioned } from './stored-event.js';

type NewEvent = Partial<StoredEvent> & { id: string };

/** The terms of an event of which a request says nothing. */
const NO_TERMS = { endAt: null, compensation: null, applyBy: null, positions: null };

/** Creates events; under an `Idempotency-Key` only one. */
@Injectable()
export class EventCreation implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    @InjectRepository(EventEntity) private readonly rows: Repository<EventEntity>,
    @InjectRepository(IdempotencyKeyEntity) private readonly keys: Repository<IdempotencyKeyEntity>,
    private readonly events: EventsService,
    private readonly tagging: TaggingService,
    private readonly creations: Creations,
    private readonly users: UsersService,
    private readonly standbys: Standbys,
    private readonly ownData: OwnData,
  ) {}

  onModuleInit(): void {
    this.ownData.add('idempotencyKeys', {
      rows: this.keys,
      owner: 'userId',
      along: ['key'],
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
    try {
      if (key === undefined) return toVersioned(await this.insert(caller, await this.draft(caller, event)));
      return toVersioned(await this.once(caller, event, key, requestFingerprint(request)));
    } finally {
      this.standbys.wrote(caller.id);
    }
  }

  /** The row of a new event. It is tagged outside any transaction, and stored also where that fails. */
  private async draft(caller: Caller, request: CreateEventDto): Promise<NewEvent> {
    const { type, title, description, location, images = [] } = request;
    const texts = { type, title, description, locationName: location.name };
    if (this.tagging.enabled) await this.creations.assertRoom(caller.id, 'EVENT'); // before the cost of tagging
    const { hasFailed: _, ...tagging } = await this.tagging.tag(texts, { userId: caller.id });
    await this.users.remember(caller);
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
    const written = await this.transactions.run(async (manager) => {
      const claim = { userId: caller.id, key, fingerprint, eventId: event.id };
      // A key that is past its time, and not purged yet, may be used again.
      const expired = LessThanOrEqual(new Date(Date.now() - DAY_MS));
      await manager.delete(IdempotencyKeyEntity, { userId: caller.id, key, createdAt: expired });
      // This waits for the transaction of another request that writes under this key.
      const insert = manager.createQueryBuilder().insert().into(IdempotencyKeyEntity).values(claim);
      const { raw } = await insert.orIgnore().returning('key').execute();
      return raw.length === 1 ? this.insertIn(manager, caller, event) : undefined;
    });
    return written ?? this.once(caller, request, key, fingerprint);
  }

  /** Stores an event. @throws Problem LIMIT_REACHED */
  private insert(caller: Caller, event: NewEvent): Promise<StoredEvent> {
    if (!this.creations.areLimited) return this.insertIn(this.rows.manager, caller, event);
    return this.transactions.run((manager) => this.insertIn(manager, caller, event));
  }

  private async insertIn(manager: EntityManager, caller: Caller, event: NewEvent): Promise<StoredEvent> {
    await this.creations.count(caller.id, 'EVENT', manager);
    const values = event as QueryDeepPartialEntity<EventEntity>;
    const insert = manager.createQueryBuilder().insert().into(EventEntity).values(values);
    return (await insert.returning(RETURNED).updateEntity(false).execute()).raw[0];
  }

  private async recall(caller: Caller, key: string, fingerprint: string): Promise<StoredEvent | undefined> {
    const createdAt = MoreThan(new Date(Date.now() - DAY_MS));
    const known = await this.keys.findOneBy({ userId: caller.id, key, createdAt });
    if (!known) return undefined;
    if (known.fingerprint !== fingerprint) throw new Problem('IDEMPOTENCY_KEY_REUSED');
    const event = await this.events.find(known.eventId);
    if (!event)
      throw new Problem('NOT_FOUND', 'What was created under this Idempotency-Key has been deleted.');
    return event;
  }
}
