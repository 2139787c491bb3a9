import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { deleteInBatches } from '../database/batched-delete.js';
import type { Criteria } from '../database/criteria.js';
import { Database, type Transaction } from '../database/database.js';
import { Repository } from '../database/repository.js';
import { InjectTable } from '../database/table.provider.js';
import { Table } from '../database/table.js';
import { besideEvent } from './beside-event.js';
import { EventEntity } from './event.entity.js';
import { EventRemovalEntity } from './event-removal.entity.js';

/** Rows of a table that are removed with their event at once; where there are more, all of them are left to the job. */
const AT_ONCE = 5_000;

/** A table whose rows hang on events. */
interface Side {
  table: Table<object>;
  /** The column that names the event. */
  event: string;
  along: string[];
}

/** Deletes events with what hangs on them, in time that does not grow with how much that is. */
@Injectable()
export class EventRemoval {
  constructor(
    private readonly dataSource: DataSource,
    private readonly database: Database,
    @InjectTable(EventEntity) private readonly events: Repository<EventEntity>,
    @InjectTable(EventRemovalEntity) private readonly removals: Repository<EventRemovalEntity>,
  ) {}

  /**
   * Deletes the event that meets the criteria, and in the same transaction what hangs on it. Where that is very much, the
   * rest is left to the job and shows up nowhere meanwhile.
   * @returns whether there was such an event
   */
  remove(criteria: Criteria<EventEntity> & { id: string }): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      // From here on nobody can add a row to it; those who were about to have stored theirs.
      if ((await this.events.delete(criteria, { transaction })) === 0) return false;
      let isLeft = false;
      for (const side of this.sides()) {
        if (await this.isFew(side, criteria.id, transaction))
          await this.removeAll(side, criteria.id, transaction);
        else isLeft = true;
      }
      if (isLeft) await this.removals.insert({ eventId: criteria.id }, { select: [], transaction });
      return true;
    });
  }

  /** Removes what deleted events have left, and answers how many rows that were; `removed` is called after each batch. */
  async finish(signal: AbortSignal, removed?: (count: number) => void): Promise<number> {
    let count = 0;
    for (;;) {
      const [next] = await this.removals.findBy({}, { order: { removedAt: 'ASC' }, take: 1 });
      if (!next) return count;
      for (const { table, event, along } of this.sides()) {
        const within = { text: `${event} = $1`, values: [next.eventId] };
        for await (const batch of deleteInBatches(this.database, table, { along, within }, signal)) {
          count += batch;
          removed?.(count);
        }
      }
      await this.removals.delete({ eventId: next.eventId });
    }
  }

  private async isFew({ table, event }: Side, id: string, transaction: Transaction): Promise<boolean> {
    const text = `SELECT 1 FROM ${table.name} WHERE ${event} = $1 LIMIT ${AT_ONCE + 1}`;
    return (await this.database.execute({ text, values: [id] }, transaction)) <= AT_ONCE;
  }

  private async removeAll({ table, event }: Side, id: string, transaction: Transaction): Promise<void> {
    const text = `DELETE FROM ${table.name} WHERE ${event} = $1`;
    await this.database.execute({ text, values: [id] }, transaction);
  }

  private sides(): Side[] {
    return this.dataSource.entityMetadatas.flatMap((metadata) => {
      const beside = besideEvent(metadata.target as object);
      if (!beside) return [];
      const table = new Table(metadata);
      return [{ table, event: table.column(beside.event), along: beside.along }];
    });
  }
}
