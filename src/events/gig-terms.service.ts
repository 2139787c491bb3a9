import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Problem } from '../common/problem.js';
import { Statements } from '../database/statements.js';
import { EventEntity } from './event.entity.js';
import { HAS_POSITIONS, IS_OPEN, TAKES_APPLICATIONS } from './event-conditions.js';

/** Each application waits for it. TypeORM's `findOne` with a lock takes three times the processor time. */
const LOCK_OPEN = {
  name: 'hold open gig',
  text: `SELECT ${IS_OPEN} AS "isOpen" FROM events e WHERE e.id = $1 FOR SHARE`,
};
/** TypeORM's `getRawMany` takes twice the processor time. */
const TAKING = {
  name: 'gigs that take applications',
  text: `SELECT e.id FROM events e WHERE e.id = ANY($1) AND ${TAKES_APPLICATIONS}`,
};
/** No response has the number, so the version stays. TypeORM's `update` takes half as much time again. */
const UPDATE_COUNT = 'UPDATE events e SET accepted_count = e.accepted_count';
const TAKE_POSITION = {
  name: 'take position',
  text: `${UPDATE_COUNT} + 1 WHERE e.id = $1 AND ${HAS_POSITIONS} RETURNING e.id`,
};
const FREE_POSITIONS = { name: 'free positions', text: `${UPDATE_COUNT} - 1 WHERE e.id = ANY($1)` };

/** Locks a gig and checks its terms, for transactions that depend on them. */
@Injectable()
export class GigTermsService {
  constructor(private readonly statements: Statements) {}

  /** Locks a gig: it stays open until the transaction ends. @throws Problem NOT_FOUND or GIG_CLOSED */
  async lockOpen(gigId: string, manager: EntityManager): Promise<void> {
    const statement = { ...LOCK_OPEN, values: [gigId] };
    const [gig] = await this.statements.query<{ isOpen: boolean }>(statement, { manager });
    if (!gig) throw new Problem('NOT_FOUND');
    if (!gig.isOpen) throw new Problem('GIG_CLOSED');
  }

  /** Locks gigs in the order of their ids until the transaction ends, before dependent rows are written. */
  async lock(ids: string[], manager: EntityManager): Promise<void> {
    const lock = { mode: 'for_no_key_update' } as const;
    const where = { id: In(ids) };
    await manager.find(EventEntity, { where, select: { id: true }, order: { id: 'ASC' }, lock });
  }

  /** Returns the ids among these that belong to gigs which take applications now. */
  async takingApplications(ids: string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const gigs = await this.statements.query<{ id: string }>({ ...TAKING, values: [ids] });
    return new Set(gigs.map(({ id }) => id));
  }

  /** Counts one more accepted application, and locks the gig. @returns false if all positions are filled */
  async takePosition(gigId: string, manager: EntityManager): Promise<boolean> {
    return (await this.statements.query({ ...TAKE_POSITION, values: [gigId] }, { manager })).length === 1;
  }

  /** Counts one accepted application fewer for each gig: the account of an applicant is deleted. */
  async freePositions(gigIds: string[], manager: EntityManager): Promise<void> {
    await this.statements.query({ ...FREE_POSITIONS, values: [gigIds] }, { manager });
  }
}
