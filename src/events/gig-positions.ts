import { Injectable } from '@nestjs/common';
import { Problem } from '../common/problem.js';
import { Database, type Transaction } from '../database/database.js';
import { Repository } from '../database/repository.js';
import { InjectTable } from '../database/table.provider.js';
import { EventEntity } from './event.entity.js';

/**
 * Never are more accepted for a gig than it has positions. Who accepts, and who changes the positions, holds the row of the gig,
 * and counts only then: a statement sees all that was committed before it began.
 */
@Injectable()
export class GigPositions {
  constructor(
    private readonly database: Database,
    @InjectTable(EventEntity) private readonly events: Repository<EventEntity>,
  ) {}

  /**
   * Holds a gig until the transaction ends: nobody else accepts for it meanwhile, and its positions stay.
   * @returns its positions, null where they are not limited
   * @throws Problem NOT_FOUND
   */
  async hold(gigId: string, transaction: Transaction): Promise<number | null> {
    const gig = await this.events.findOneBy(
      { id: gigId },
      { select: ['positions'], lock: 'for_no_key_update', transaction },
    );
    if (!gig) throw new Problem('NOT_FOUND');
    return gig.positions;
  }

  /** How many are accepted for a gig that the transaction holds. */
  async taken(gigId: string, transaction: Transaction): Promise<number> {
    const text = `SELECT count(*)::int AS taken FROM applications WHERE gig_id = $1 AND status = 'ACCEPTED'`;
    const [row] = await this.database.query<{ taken: number }>({ text, values: [gigId] }, transaction);
    return row!.taken;
  }
}
