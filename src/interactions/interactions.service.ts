import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../common/access.js';
import type { Page } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { given } from '../database/criteria.js';
import { Database, type Transaction } from '../database/database.js';
import type { Conflict } from '../database/insert.js';
import { Repository } from '../database/repository.js';
import type { Row } from '../database/table.js';
import { InjectTable } from '../database/table.provider.js';
import { EventsService } from '../events/events.service.js';
import { UsersService } from '../users/users.service.js';
import { ACTIONS, type Action, InteractionEntity } from './interaction.entity.js';
import {
  type InteractionSummaryDto,
  type InteractionWithEventDto,
  type ListInteractionsQuery,
  MAX_COUNTED,
} from './interactions.dto.js';

const KEY = ['eventId', 'userId', 'action'] satisfies Conflict<InteractionEntity>['on'];
/** What is done again is counted, where it stands in the user's lists or at their top. */
const COUNT = 'count = t.count + 1, last_at = excluded.last_at';
const COUNT_IN_PLACE = { on: KEY, set: COUNT };
const COUNT_AT_TOP = { on: KEY, set: `${COUNT}, listed_at = excluded.listed_at` };
/** Nobody applies to a gig twice, so there is no row of it to find. */
const ONLY_ONCE: Action[] = ['APPLY'];
const UNDOABLE: Action[] = ['SAVE', 'BOOKMARK'];

type Interaction = Omit<Row<InteractionEntity>, 'listedAt'>;

@Injectable()
export class InteractionsService {
  constructor(
    private readonly database: Database,
    @InjectTable(InteractionEntity) private readonly interactions: Repository<InteractionEntity>,
    private readonly events: EventsService,
    private readonly users: UsersService,
  ) {}

  /**
   * Records what the caller did with an event. One row counts how often they did it.
   * @throws an error of the foreign key, which is a 404, where the event has been deleted meanwhile
   */
  async record(
    eventId: string,
    caller: Caller,
    action: Action,
    transaction?: Transaction,
  ): Promise<Interaction> {
    const [isLatest] = await Promise.all([
      ONLY_ONCE.includes(action) ? false : this.isLatest(eventId, caller, action, transaction),
      this.users.remember(caller, transaction),
    ]);
    const row = { eventId, userId: caller.id, action, id: uuidv7() };
    return this.interactions.insert(row, {
      onConflict: isLatest ? COUNT_IN_PLACE : COUNT_AT_TOP,
      omit: ['listedAt'],
      transaction,
    });
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
  async list(caller: Caller, query: ListInteractionsQuery): Promise<Page<InteractionWithEventDto>> {
    const where = { userId: caller.id, ...given({ action: query.action }) };
    const page = await this.interactions.page(query, { where, order: { listedAt: 'DESC' } });
    const ids = page.data.map(({ eventId }) => eventId);
    const events = await this.events.byId(ids, { caller, include: query.include });
    const data = page.data.flatMap(({ listedAt: _, ...interaction }) => {
      const event = events.get(interaction.eventId);
      return event ? [{ ...interaction, event }] : []; // deleted between the two queries
    });
    return { ...page, data };
  }

  /** The events that a user has saved or bookmarked, the latest of each; an event may be there twice. */
  async savedBy(userId: string, mostOfEach: number): Promise<string[]> {
    const latest = { order: { listedAt: 'DESC', id: 'DESC' }, take: mostOfEach } as const;
    const kept = await Promise.all(
      UNDOABLE.map((action) =>
        this.interactions.findBy({ userId, action }, { select: ['eventId'], ...latest }),
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
    const [summary] = await this.database.query<InteractionSummaryDto>({
      text: `SELECT ${counts}`,
      values: [eventId],
    });
    return summary!;
  }

  /** Whether this is what the user did last, as their lists say. */
  private async isLatest(
    eventId: string,
    caller: Caller,
    action: Action,
    transaction?: Transaction,
  ): Promise<boolean> {
    const order = { listedAt: 'DESC', id: 'DESC' } as const;
    const [latest] = await this.interactions.findBy(
      { userId: caller.id },
      { select: ['eventId', 'action'], order, take: 1, transaction },
    );
    return latest?.eventId === eventId && latest.action === action;
  }
}
