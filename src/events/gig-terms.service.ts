import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '../common/problem.js';
import { Statements } from '../database/statements.js';
import { EventEntity } from './event.entity.js';
import { type GigTerms, takesApplications } from './event-rules.js';

/** Each application waits for it. TypeORM's `findOne` with a lock takes four times the processor time. */
const HOLD_OPEN = {
  name: 'hold open gig',
  text: 'SELECT status, apply_by AS "applyBy", end_at AS "endAt" FROM events WHERE id = $1 FOR SHARE',
};

type CountAccepted = (gigId: string, manager: EntityManager) => Promise<number>;

/** Holds gigs to their terms while a transaction writes what depends on them. */
@Injectable()
export class GigTermsService {
  private count: CountAccepted = async () => 0;

  constructor(private readonly statements: Statements) {}

  /** Says how to count who is accepted for a gig; for the module that owns the applications. */
  countAcceptedBy(count: CountAccepted): void {
    this.count = count;
  }

  /**
   * Holds a gig open to applications until the transaction ends: nobody can cancel, complete or remove it meanwhile.
   * @throws Problem NOT_FOUND or GIG_CLOSED
   */
  async holdOpen(gigId: string, manager: EntityManager): Promise<void> {
    const [gig] = await this.statements.query<GigTerms>({ ...HOLD_OPEN, values: [gigId] }, { manager });
    if (!gig) throw new Problem('NOT_FOUND');
    if (!takesApplications(gig)) throw new Problem('GIG_CLOSED');
  }

  /**
   * Holds a gig until the transaction ends: nobody else accepts for it meanwhile, and its positions stay. Only then it is counted
   * who is accepted: a statement sees all that was committed before it began.
   * @returns its positions, null where they are not limited
   * @throws Problem NOT_FOUND
   */
  async holdPositions(gigId: string, manager: EntityManager): Promise<number | null> {
    const gig = await manager.findOne(EventEntity, {
      where: { id: gigId },
      select: { id: true, positions: true },
      lock: { mode: 'for_no_key_update' },
    });
    if (!gig) throw new Problem('NOT_FOUND');
    return gig.positions;
  }

  /** How many are accepted for a gig that the transaction holds. */
  accepted(gigId: string, manager: EntityManager): Promise<number> {
    return this.count(gigId, manager);
  }
}
