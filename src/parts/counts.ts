import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/access.js';
import { Database } from '../database/database.js';
import type { PartedEvent } from './parted-event.js';
import { type ApplicationCountsDto, type CountsDto, MAX_COUNTED } from './parts.dto.js';

type Row = { id: string; interested: number } & ApplicationCountsDto;

/**
 * `$1`: the ids of events; `$2`: the caller. Users who saved and bookmarked an event stand next to each other in
 * `interactions_interested_idx`, so they are counted once without a sort. Applications are read for the caller's own gigs alone.
 */
const COUNTS = `
  SELECT e.id, interest.users AS interested, applied.pending, applied.accepted, applied.rejected, applied.withdrawn
  FROM events e
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS users FROM (
      SELECT DISTINCT user_id FROM interactions
      WHERE event_id = e.id AND action IN ('SAVE', 'BOOKMARK') LIMIT ${MAX_COUNTED}) counted) interest
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE status = 'PENDING' AND withdrawn_at IS NULL)::int AS pending,
           count(*) FILTER (WHERE status = 'ACCEPTED')::int AS accepted,
           count(*) FILTER (WHERE status = 'REJECTED')::int AS rejected,
           count(*) FILTER (WHERE status = 'PENDING' AND withdrawn_at IS NOT NULL)::int AS withdrawn
    FROM (
      SELECT status, withdrawn_at FROM applications
      WHERE gig_id = e.id AND e.type = 'GIG' AND e.creator_id = $2 LIMIT ${MAX_COUNTED}) counted) applied
  WHERE e.id = ANY($1)`;

/** How many users events concern. */
@Injectable()
export class Counts {
  constructor(private readonly database: Database) {}

  async of(events: PartedEvent[], caller: Caller): Promise<(event: PartedEvent) => CountsDto> {
    const ids = events.map(({ id }) => id);
    const rows = await this.database.query<Row>({ text: COUNTS, values: [ids, caller.id] });
    const byEvent = new Map(rows.map((row) => [row.id, row]));
    return ({ id, type, creatorId }) =>
      toCountsDto(byEvent.get(id), type === 'GIG' && creatorId === caller.id);
  }
}

/** @param row undefined where the event has been deleted since it was read */
function toCountsDto(row: Row | undefined, isOwnGig: boolean): CountsDto {
  const { interested = 0, pending = 0, accepted = 0, rejected = 0, withdrawn = 0 } = row ?? {};
  return { interested, applications: isOwnGig ? { pending, accepted, rejected, withdrawn } : null };
}
