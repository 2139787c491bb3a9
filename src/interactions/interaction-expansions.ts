import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../common/access.js';
import { Statements } from '../database/statements.js';
import { type EventExpansion, EventExpansions } from '../events/event-expansions.js';
import { type CountsDto, MAX_COUNTED, type ViewerDto } from '../events/expansions.dto.js';
import type { Action } from './interaction.entity.js';

/** What a user has saved or bookmarked of a page of events. */
const KEPT = {
  name: 'kept of a page',
  text: `SELECT event_id AS "eventId", action FROM interactions
         WHERE event_id = ANY($1) AND user_id = $2 AND action IN ('SAVE', 'BOOKMARK')`,
};
/**
 * How many users saved or bookmarked each event of a page. In `interactions_interested_idx` the rows of a user stand next to each
 * other, so they are told apart without a sort. TypeORM has no lateral joins.
 */
const INTERESTED = {
  name: 'interested in a page',
  text: `SELECT e.id, interest.users FROM unnest($1::uuid[]) AS e (id) CROSS JOIN LATERAL (
           SELECT count(*)::int AS users FROM (
             SELECT DISTINCT user_id FROM interactions
             WHERE event_id = e.id AND action IN ('SAVE', 'BOOKMARK') LIMIT ${MAX_COUNTED}) counted) interest`,
};

/** What interactions add to events. */
@Injectable()
export class InteractionExpansions implements OnModuleInit {
  constructor(
    private readonly expansions: EventExpansions,
    private readonly statements: Statements,
  ) {}

  onModuleInit(): void {
    this.expansions.addViewer(this.kept);
    this.expansions.addCounts(this.interested);
  }

  private readonly kept: EventExpansion<ViewerDto> = async (events, caller: Caller) => {
    const values = [events.map(({ id }) => id), caller.id];
    const rows = await this.statements.query<{ eventId: string; action: Action }>({ ...KEPT, values });
    const of = (kept: Action) =>
      new Set(rows.filter(({ action }) => action === kept).map(({ eventId }) => eventId));
    const [saved, bookmarked] = [of('SAVE'), of('BOOKMARK')];
    return ({ id }) => ({ saved: saved.has(id), bookmarked: bookmarked.has(id) });
  };

  private readonly interested: EventExpansion<CountsDto> = async (events) => {
    const values = [events.map(({ id }) => id)];
    const rows = await this.statements.query<{ id: string; users: number }>({ ...INTERESTED, values });
    const counts = new Map(rows.map(({ id, users }) => [id, users]));
    return ({ id }) => ({ interested: counts.get(id) ?? 0 });
  };
}
