import { Injectable } from '@nestjs/common';
import { Raw } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../common/access.js';
import type { Versioned } from '../common/http/etag.js';
import { requestFingerprint } from '../common/http/idempotency-key.js';
import { Problem } from '../common/problem.js';
import { Database } from '../database/database.js';
import type { InsertGuard, InsertOptions, NewRow } from '../database/insert.js';
import { Repository } from '../database/repository.js';
import { Standbys } from '../database/standbys.js';
import { InjectTable } from '../database/table.provider.js';
import { TaggingService } from '../tagging/tagging.service.js';
import { Creations } from '../users/creations.js';
import { UsersService } from '../users/users.service.js';
import { EventEntity } from './event.entity.js';
import { assertSound } from './event-rules.js';
import type { CreateEventDto, EventDto } from './events.dto.js';
import { IdempotencyKeyEntity } from './idempotency-key.entity.js';
import { toImages } from './image.dto.js';
import { type StoredEvent, toVersioned } from './stored-event.js';

type NewEvent = NewRow<EventEntity> & { id: string };

/** How long a key is kept (decisions.md, "Events and gigs"). */
const KEPT = `interval '24 hours'`;

const isKept = Raw((column) => `${column} > now() - ${KEPT}`);
const isExpired = Raw((column) => `${column} <= now() - ${KEPT}`);

/** Creates events; under an `Idempotency-Key` only one. */
@Injectable()
export class EventCreation {
  private readonly options: InsertOptions<EventEntity> = {
    addSelect: ['version'],
    guard: this.creations.areLimited ? this.hasRoom() : undefined,
  };
  private readonly insertBatched = this.events.batchedInsert(this.options);

  constructor(
    private readonly database: Database,
    @InjectTable(EventEntity) private readonly events: Repository<EventEntity>,
    @InjectTable(IdempotencyKeyEntity) private readonly keys: Repository<IdempotencyKeyEntity>,
    private readonly tagging: TaggingService,
    private readonly creations: Creations,
    private readonly users: UsersService,
    private readonly standbys: Standbys,
  ) {}

  /**
   * Creates an event of the caller's, under an idempotency key at most once.
   * @throws Problem VALIDATION_FAILED, IDEMPOTENCY_KEY_REUSED, LIMIT_REACHED
   */
  async create(caller: Caller, request: CreateEventDto, key?: string): Promise<Versioned<EventDto>> {
    const { type, startAt, endAt = null, compensation = null, applyBy = null, positions = null } = request;
    const terms = { type, startAt, endAt, compensation, applyBy, positions };
    assertSound(terms);
    const draft = () => this.draft(caller, Object.assign({}, request, terms));
    try {
      return toVersioned(
        key === undefined
          ? this.assertStored(await this.insertBatched(await draft()))
          : await this.once(caller, key, request, draft),
      );
    } finally {
      this.standbys.wrote(caller.id);
    }
  }

  /** The row of a new event. It is tagged outside any transaction, and stored also where that fails. */
  private async draft(caller: Caller, request: CreateEventDto): Promise<NewEvent> {
    const { type, title, description, location, images = [] } = request;
    const texts = { type, title, description, locationName: location.name };
    if (this.tagging.enabled) await this.creations.assertRoom(caller.id, 'EVENT'); // before the cost of tagging
    const { tags, summary, category, status: tagging } = await this.tagging.tag(texts, { userId: caller.id });
    await this.users.remember(caller);
    const assigned = { id: uuidv7(), creatorId: caller.id, tags, summary, category, tagging };
    return { ...request, images: toImages(images), ...assigned };
  }

  /**
   * Writes the event that `draft` makes of the request, or answers the one that was written under the key before. Key
   * and event are written in one transaction after the draft is made, so that no lock is held meanwhile.
   * @throws Problem IDEMPOTENCY_KEY_REUSED for another request under the key, NOT_FOUND where its event is gone, LIMIT_REACHED
   */
  private async once(
    caller: Caller,
    key: string,
    request: object,
    draft: () => Promise<NewEvent>,
  ): Promise<StoredEvent> {
    const fingerprint = requestFingerprint(request);
    const before = await this.recall(caller, key, fingerprint);
    if (before) return before;
    const event = await draft();
    const written = await this.database.transaction(async (transaction) => {
      const claim = { userId: caller.id, key, fingerprint, eventId: event.id };
      const [, claimed] = await Promise.all([
        // A key that is past its time, and not purged yet, may be used again.
        this.keys.delete({ userId: caller.id, key, createdAt: isExpired }, { transaction }),
        // This waits for the transaction of another request that writes under this key.
        this.keys.insert(claim, { onConflict: { on: ['userId', 'key'] }, transaction }),
      ]);
      if (!claimed) return undefined;
      return this.assertStored(await this.events.insert(event, { ...this.options, transaction }));
    });
    return written ?? (await this.recall(caller, key, fingerprint)) ?? this.once(caller, key, request, draft);
  }

  /** Lets in the events whose creators have not reached their limit, and counts them. */
  private hasRoom(): InsertGuard<EventEntity> {
    return {
      condition: 'creator_id IN (SELECT user_id FROM counted)',
      extend: (insert, events) => {
        const creatorIds = events.map(({ creatorId }) => creatorId);
        return this.creations.counting('EVENT', creatorIds, insert);
      },
    };
  }

  private assertStored(event: StoredEvent | undefined): StoredEvent {
    if (!event) throw this.creations.refusal('EVENT');
    return event;
  }

  private async recall(caller: Caller, key: string, fingerprint: string): Promise<StoredEvent | undefined> {
    const known = await this.keys.findOneBy({ userId: caller.id, key, createdAt: isKept });
    if (!known) return undefined;
    if (known.fingerprint !== fingerprint) throw new Problem('IDEMPOTENCY_KEY_REUSED');
    const event = await this.events.findOneBy({ id: known.eventId }, { addSelect: ['version'] });
    if (!event)
      throw new Problem('NOT_FOUND', 'What was created under this Idempotency-Key has been deleted.');
    return event;
  }
}
