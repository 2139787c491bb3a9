import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../common/access.js';
import type { Page } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { readPage } from '../database/pages.js';
import { Statements, type Stored } from '../database/statements.js';
import { Transactions } from '../database/transactions.js';
import { CountsExpansion, type ExpandableEvent, ViewerExpansion } from '../events/event-expansions.js';
import { EventsService } from '../events/events.service.js';
import { type CountsDto, MAX_COUNTED, type ViewerDto } from '../events/expansions.dto.js';
import { DescribesRelations } from '../events/list/event-relations.js';
import { OwnTable } from '../users/own-data.js';
import { HOLD_PROFILE, UsersService } from '../users/users.service.js';
import { ACTIONS, type Action, InteractionEntity } from './interaction.entity.js';
import type {
  InteractionDto,
  InteractionSummaryDto,
  InteractionWithEventDto,
  ListInteractionsQuery,
} from './interactions.dto.js';

const UNDOABLE: Action[] = ['SAVE', 'BOOKMARK'];
/** `orUpdate` of TypeORM can only copy values of the new row, so it cannot increment `count`. */
const RECORD = {
  name: 'record interaction',
  text: `WITH profile AS (${HOLD_PROFILE})
         INSERT INTO interactions AS i (event_id, user_id, action, id) SELECT $2, id, $3, $4 FROM profile
         ON CONFLICT (event_id, user_id, action) DO UPDATE SET count = i.count + 1, last_at = excluded.last_at
         RETURNING id, event_id AS "eventId", user_id AS "userId", action, count, first_at AS "firstAt", last_at AS "lastAt"`,
};
/**
 * The events of a page that a user has saved or bookmarked. TypeORM's `getRawMany` takes twice the processor
 * time.
 */
const SAVES = {
  name: 'saves of a page',
  text: `SELECT event_id AS id, bool_or(action = 'SAVE') AS saved, bool_or(action = 'BOOKMARK') AS bookmarked
         FROM interactions WHERE event_id = ANY($1) AND user_id = $2 AND action IN ('SAVE', 'BOOKMARK')
         GROUP BY event_id`,
};
/**
 * The number of users who saved or bookmarked each event of a page. In `interactions_interested_idx` the rows
 * of a user are adjacent, so DISTINCT needs no sort. TypeORM does not support lateral joins.
 */
const INTERESTED = {
  name: 'interested in a page',
  text: `SELECT e.id, counts.* FROM unnest($1::uuid[]) AS e (id) CROSS JOIN LATERAL (
           SELECT count(*)::int AS interested FROM (
             SELECT DISTINCT user_id FROM interactions
             WHERE event_id = e.id AND action IN ('SAVE', 'BOOKMARK') LIMIT ${MAX_COUNTED}) counted) counts`,
};

/** SQL of the events that a user has done an action on (`DescribesRelations`). */
const relatedBy = (action: Action) =>
  `SELECT event_id AS id FROM interactions WHERE user_id = :userId::text AND action = '${action}' ORDER BY last_at DESC`;

@Injectable()
export class InteractionsService {
  constructor(
    @InjectRepository(InteractionEntity) private readonly interactions: Repository<InteractionEntity>,
    private readonly statements: Statements,
    private readonly transactions: Transactions,
    private readonly events: EventsService,
    private readonly users: UsersService,
  ) {}

  @OwnTable({ name: 'interactions', order: 3 })
  ownInteractions(): OwnTable<InteractionEntity> {
    return { entity: InteractionEntity, owner: 'userId', orderBy: ['lastAt', 'id'] };
  }

  /**
   * Records an action of the caller on an event. One row counts how often they did it.
   * @param manager of the transaction of the caller that this is part of, if any
   * @throws a foreign key error, which is a 404, where the event has been deleted meanwhile
   */
  record(eventId: string, caller: Caller, action: Action, manager?: EntityManager) {
    const values = [caller.id, eventId, action, uuidv7()];
    return this.users.writeRow<Stored<InteractionDto>>(caller, { ...RECORD, values }, manager);
  }

  /**
   * Undoes a SAVE or BOOKMARK of the caller. It succeeds if there is none.
   * @throws Problem NOT_FOUND for an unknown action, VALIDATION_FAILED for one that cannot be undone
   */
  async undo(eventId: string, caller: Caller, action: string): Promise<void> {
    if (!ACTIONS.includes(action as Action)) throw new Problem('NOT_FOUND');
    if (!UNDOABLE.includes(action as Action))
      throw Problem.invalid({ pointer: 'action', detail: `must be one of ${UNDOABLE.join(', ')}` });
    const own = { eventId, userId: caller.id, action: action as Action };
    await this.transactions.inTurn(caller.id, () => this.interactions.delete(own));
  }

  /** The caller's own interactions, the latest first, each with its event. */
  async list(caller: Caller, query: ListInteractionsQuery): Promise<Page<InteractionWithEventDto>> {
    const { action } = query;
    const rows = this.interactions
      .createQueryBuilder('interaction')
      .where({ userId: caller.id, ...(action && { action }) });
    const page = await readPage(rows, query, { by: 'lastAt', direction: 'DESC' });
    const ids = page.data.map(({ eventId }) => eventId);
    const events = await this.events.byId(ids, { caller, include: query.include }, query.view);
    const data = page.data.flatMap((interaction) => {
      const event = events.get(interaction.eventId);
      return event ? [{ ...interaction, event }] : []; // deleted between the two queries
    });
    return { ...page, data };
  }

  @DescribesRelations()
  relations() {
    return { SAVED: relatedBy('SAVE'), BOOKMARKED: relatedBy('BOOKMARK') };
  }

  /** The number of users per action on an event, in one statement. TypeORM's `count` has no limit. */
  async summary(eventId: string): Promise<InteractionSummaryDto> {
    const counts = ACTIONS.map(
      (action) => `(SELECT count(*)::int FROM (
         SELECT 1 FROM interactions WHERE event_id = $1 AND action = '${action}' LIMIT ${MAX_COUNTED}) users
       ) AS "${action}"`,
    );
    const [summary] = await this.interactions.query(`SELECT ${counts}`, [eventId]);
    return summary;
  }

  @ViewerExpansion()
  saves(events: ExpandableEvent[], caller: Caller) {
    const values = [events.map(({ id }) => id), caller.id];
    return this.statements.query<Partial<ViewerDto> & { id: string }>({ ...SAVES, values });
  }

  @CountsExpansion()
  interested(events: ExpandableEvent[]) {
    const values = [events.map(({ id }) => id)];
    return this.statements.query<Partial<CountsDto> & { id: string }>({ ...INTERESTED, values });
  }
}
