import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Problem } from '../common/problem.js';
import { Statements } from '../database/statements.js';
import { EventEntity, IS_UNENDED } from './event.entity.js';

/** SQL of whether people can apply to the gig `e`: it is neither over nor cancelled, and not past its `applyBy`. */
const IS_OPEN = `
  e.${IS_UNENDED} AND (e.end_at IS NULL OR e.end_at > now()) AND (e.apply_by IS NULL OR e.apply_by > now())`;
const HAS_POSITIONS = '(positions IS NULL OR accepted_count < positions)';
/**
 * SQL of whether the event `e` is a gig that takes applications: it is open, and has positions left (contract 14). An index has
 * the gigs that do, but for their times.
 */
export const TAKES_APPLICATIONS = `e.type = 'GIG' AND ${IS_OPEN} AND ${HAS_POSITIONS}`;

/** Each application waits for it. TypeORM's `findOne` with a lock takes four times the processor time. */
const HOLD_OPEN = {
  name: 'hold open gig',
  text: `SELECT ${IS_OPEN} AS "isOpen" FROM events e WHERE e.id = $1 FOR SHARE`,
};
const TAKING = {
  name: 'gigs that take applications',
  text: `SELECT e.id FROM events e WHERE e.id = ANY($1) AND ${TAKES_APPLICATIONS}`,
};
/**
 * SQL that counts who is accepted. No answer shows it, so neither the `ETag` nor `updatedAt` changes. TypeORM's `update` takes
 * twice the processor time.
 */
const COUNT = 'UPDATE events SET accepted_count = accepted_count';
const TAKE_POSITION = {
  name: 'take position',
  text: `${COUNT} + 1 WHERE id = $1 AND ${HAS_POSITIONS} RETURNING id`,
};
const FREE_POSITIONS = { name: 'free positions', text: `${COUNT} - 1 WHERE id = ANY($1)` };

/** Holds gigs to their terms while a transaction writes what depends on them. */
@Injectable()
export class GigTermsService {
  constructor(private readonly statements: Statements) {}

  /**
   * Holds a gig open to applications until the transaction ends: nobody can cancel, complete or remove it meanwhile.
   * @throws Problem NOT_FOUND or GIG_CLOSED
   */
  async holdOpen(gigId: string, manager: EntityManager): Promise<void> {
    const [gig] = await this.statements.query<{ isOpen: boolean }>(
      { ...HOLD_OPEN, values: [gigId] },
      { manager },
    );
    if (!gig) throw new Problem('NOT_FOUND');
    if (!gig.isOpen) throw new Problem('GIG_CLOSED');
  }

  /** Holds gigs until the transaction ends, in the order of their ids, before what hangs on them is written. */
  async hold(ids: string[], manager: EntityManager): Promise<void> {
    const lock = { mode: 'for_no_key_update' } as const;
    await manager.find(EventEntity, {
      where: { id: In(ids) },
      select: { id: true },
      order: { id: 'ASC' },
      lock,
    });
  }

  /** Those of some events that are gigs and take applications now. */
  async takingApplications(ids: string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const gigs = await this.statements.query<{ id: string }>({ ...TAKING, values: [ids] });
    return new Set(gigs.map(({ id }) => id));
  }

  /**
   * Counts one more who is accepted for a gig, which is held until the transaction ends.
   * @returns false where all positions are filled, or the gig is gone
   */
  async takePosition(gigId: string, manager: EntityManager): Promise<boolean> {
    return (await this.statements.query({ ...TAKE_POSITION, values: [gigId] }, { manager })).length === 1;
  }

  /** Counts one fewer for each of some gigs: somebody whom they had accepted is deleted. */
  async freePositions(gigIds: string[], manager: EntityManager): Promise<void> {
    await this.statements.query({ ...FREE_POSITIONS, values: [gigIds] }, { manager });
  }
}
