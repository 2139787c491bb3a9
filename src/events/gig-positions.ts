import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '../common/problem.js';
import { EventEntity } from './event.entity.js';

/**
 * Never are more accepted for a gig than it has positions. Who accepts, and who changes the positions, holds the row of the gig,
 * and counts only then: a statement sees all that was committed before it began.
 */
@Injectable()
export class GigPositions {
  /**
   * Holds a gig until the transaction ends: nobody else accepts for it meanwhile, and its positions stay.
   * @returns its positions, null where they are not limited
   * @throws Problem NOT_FOUND
   */
  async hold(gigId: string, manager: EntityManager): Promise<number | null> {
    const gig = await manager.findOne(EventEntity, {
      where: { id: gigId },
      select: { id: true, positions: true },
      lock: { mode: 'for_no_key_update' },
    });
    if (!gig) throw new Problem('NOT_FOUND');
    return gig.positions;
  }

  /** How many are accepted for a gig that the transaction holds. */
  async taken(gigId: string, manager: EntityManager): Promise<number> {
    const text = `SELECT count(*)::int AS taken FROM applications WHERE gig_id = $1 AND status = 'ACCEPTED'`;
    const [{ taken }] = await manager.query(text, [gigId]);
    return taken;
  }
}
