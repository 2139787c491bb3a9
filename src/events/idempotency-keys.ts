import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Raw, type Repository } from 'typeorm';
import type { Caller } from '../common/access.js';
import { Problem } from '../common/problem.js';
import { Statements } from '../database/statements.js';
import { OwnTable } from '../users/own-data.js';
import { IdempotencyKeyEntity } from './event.entity.js';

/** Keys older than this have expired. Only the database's clock decides: two clocks could disagree. */
const A_DAY_AGO = "now() - interval '24 hours'";
/**
 * Claims an idempotency key, and returns a row unless the key is in use. It waits for a concurrent
 * transaction that claims the same key. An expired key can be claimed again before it is purged. TypeORM's
 * `orUpdate` takes almost twice the processor time.
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

/** The detail of a problem: nothing is left of what was created under a key. */
export const DELETED = 'The event of this Idempotency-Key has been deleted.';

/** A key, and the fingerprint of the request that has it. */
export interface KeyedRequest {
  key: string;
  fingerprint: string;
}

/** Remembers for 24 hours which events a request with an `Idempotency-Key` has created. */
@Injectable()
export class IdempotencyKeys {
  constructor(
    private readonly statements: Statements,
    @InjectRepository(IdempotencyKeyEntity) private readonly keys: Repository<IdempotencyKeyEntity>,
  ) {}

  @OwnTable({ name: 'idempotencyKeys', order: 8 })
  ownKeys(): OwnTable<IdempotencyKeyEntity> {
    return {
      entity: IdempotencyKeyEntity,
      owner: 'userId',
      orderBy: ['key'],
      toDtos: (keys) => keys.map(({ userId: _, fingerprint: _fingerprint, ...key }) => key),
    };
  }

  /**
   * The ids of the events that were created under the key, in order; undefined if the key is free.
   * @throws Problem IDEMPOTENCY_KEY_REUSED if it belongs to another request
   */
  async find(caller: Caller, { key, fingerprint }: KeyedRequest): Promise<string[] | undefined> {
    const createdAt = Raw((column) => `${column} > ${A_DAY_AGO}`);
    const known = await this.keys.findOneBy({ userId: caller.id, key, createdAt });
    if (known && known.fingerprint !== fingerprint) throw new Problem('IDEMPOTENCY_KEY_REUSED');
    return known ? [known.eventId, ...known.furtherEventIds] : undefined;
  }

  /** Claims the key for events that the same transaction stores. @returns false if the key is in use */
  async claim(
    caller: Caller,
    { key, fingerprint }: KeyedRequest,
    [first, ...further]: string[],
    manager: EntityManager,
  ): Promise<boolean> {
    const values = [caller.id, key, fingerprint, first, further];
    return (await this.statements.query({ ...CLAIM, values }, { manager })).length === 1;
  }
}
