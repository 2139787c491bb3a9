import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../common/access.js';
import type { Page } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { readPage } from '../database/pages.js';
import { Statements } from '../database/statements.js';
import { EventsService } from '../events/events.service.js';
import type { EventView } from '../events/list/rendered-events.js';
import { OwnData } from '../users/own-data.js';
import { UsersService } from '../users/users.service.js';
import { ACTIONS, type Action, InteractionEntity } from './interaction.entity.js';
import {
  type InteractionDto,
  type InteractionSummaryDto,
  type InteractionWithEventDto,
  type ListInteractionsQuery,
  MAX_COUNTED,
  toInteractionDto,
} from './interactions.dto.js';

const UNDOABLE: Action[] = ['SAVE', 'BOOKMARK'];
/** TypeORM's `orUpdate` takes what the new row has, and so cannot count. */
const RECORD = {
  name: 'record interaction',
  text: `INSERT INTO interactions AS i (event_id, user_id, action, id) VALUES ($1, $2, $3, $4)
         ON CONFLICT (event_id, user_id, action) DO UPDATE SET count = i.count + 1, last_at = excluded.last_at
         RETURNING id, event_id AS "eventId", user_id AS "userId", action, count, first_at AS "firstAt", last_at AS "lastAt"`,
};

@Injectable()
export class InteractionsService implements OnModuleInit {
  constructor(
    @InjectRepository(InteractionEntity) private readonly interactions: Repository<InteractionEntity>,
    private readonly statements: Statements,
    private readonly events: EventsService,
    private readonly users: UsersService,
    private readonly ownData: OwnData,
  ) {}

  onModuleInit(): void {
    this.ownData.add('interactions', {
      rows: this.interactions,
      owner: 'userId',
      along: ['lastAt', 'id'],
      toDtos: (interactions) => interactions.map(toInteractionDto),
    });
  }

  /**
   * Records what the caller did with an event. One row counts how often they did it.
   * @param manager of the transaction that it belongs to, where there is one
   * @throws an error of the foreign key, which is a 404, where the event has been deleted meanwhile
   */
  async record(
    eventId: string,
    caller: Caller,
    action: Action,
    manager?: EntityManager,
  ): Promise<InteractionDto> {
    const statement = { ...RECORD, values: [eventId, caller.id, action, uuidv7()] };
    const [[interaction]] = await Promise.all([
      this.statements.query<InteractionDto>(statement, { manager }),
      this.users.remember(caller, manager),
    ]);
    return interaction!;
  }

  /**
   * Undoes a SAVE or BOOKMARK of the caller's; to undo what was never done is no fault.
   * @throws Problem NOT_FOUND for an action that there is not, VALIDATION_FAILED for one that cannot be undone
   */
  async undo(eventId: string, caller: Caller, action: string): Promise<void> {
    if (!ACTIONS.includes(action as Action)) throw new Problem('NOT_FOUND');
    if (!UNDOABLE.includes(action as Action))
      throw Problem.invalid({ pointer: 'action', detail: `must be one of ${UNDOABLE.join(', ')}` });
    await this.interactions.delete({ eventId, userId: caller.id, action: action as Action });
  }

  /** The caller's own interactions, the latest first, each with its event. */
  async list(
    caller: Caller,
    query: ListInteractionsQuery,
    view?: EventView,
  ): Promise<Page<InteractionWithEventDto>> {
    const { action } = query;
    const rows = this.interactions
      .createQueryBuilder('interaction')
      .where({ userId: caller.id, ...(action && { action }) });
    const page = await readPage(rows, query, { by: 'lastAt', direction: 'DESC' });
    const ids = page.data.map(({ eventId }) => eventId);
    const events = await this.events.byId(ids, { caller, include: query.include }, view);
    const data = page.data.flatMap((interaction) => {
      const event = events.get(interaction.eventId);
      return event ? [{ ...toInteractionDto(interaction), event }] : []; // deleted between the two queries
    });
    return { ...page, data };
  }

  /** The events that a user has saved or bookmarked, the latest of each; an event may be there twice. */
  async savedBy(userId: string, mostOfEach: number): Promise<string[]> {
    const kept = await Promise.all(
      UNDOABLE.map((action) =>
        this.interactions.find({
          where: { userId, action },
          select: { eventId: true },
          order: { lastAt: 'DESC', id: 'DESC' },
          take: mostOfEach,
        }),
      ),
    );
    return kept.flat().map(({ eventId }) => eventId);
  }

  /** How many users did what with an event. */
  async summary(eventId: string): Promise<InteractionSummaryDto> {
    const counts = ACTIONS.map(
      (action) => `(SELECT count(*)::int FROM (
         SELECT 1 FROM interactions WHERE event_id = $1 AND action = '${action}' LIMIT ${MAX_COUNTED}) users
       ) AS "${action}"`,
    );
    const [summary] = await this.interactions.query(`SELECT ${counts}`, [eventId]);
    return summary;
  }
}
