import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/access.js';
import { gathering } from '../database/data-loader.js';
import { Database } from '../database/database.js';
import type { Statement } from '../database/table.js';
import type { PartedEvent } from './parted-event.js';
import { type ApplicationCountsDto, type CountsDto, MAX_COUNTED } from './parts.dto.js';

type Row = { id: string; interested: number } & Partial<ApplicationCountsDto>;

/** What is counted for a page. */
interface Counting {
  ids: string[];
  /** Those that are gigs of the caller. */
  ownGigs: string[];
}

/**
 * Counts the users who saved or bookmarked an event `e`. In `interactions_interested_idx` the rows of a user stand next to each
 * other, so they are told apart without a sort.
 */
const INTEREST = `
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS users FROM (
      SELECT DISTINCT user_id FROM interactions
      WHERE event_id = e.id AND action IN ('SAVE', 'BOOKMARK') LIMIT ${MAX_COUNTED}) counted) interest`;

/** Counts the applications to an event `e`, if it is one of `$2`. */
const APPLICATIONS = `
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE status = 'PENDING' AND withdrawn_at IS NULL)::int AS pending,
           count(*) FILTER (WHERE status = 'ACCEPTED')::int AS accepted,
           count(*) FILTER (WHERE status = 'REJECTED')::int AS rejected,
           count(*) FILTER (WHERE status = 'PENDING' AND withdrawn_at IS NOT NULL)::int AS withdrawn
    FROM (
      SELECT status, withdrawn_at FROM applications
      WHERE gig_id = e.id AND e.id = ANY($2) LIMIT ${MAX_COUNTED}) counted) applied`;

/** How many users events concern. */
@Injectable()
export class Counts {
  private readonly read = gathering(async (pages: readonly Counting[]): Promise<Map<string, Row>> => {
    const rows = await this.database.query<Row>(countingOf(pages));
    return new Map(rows.map((row) => [row.id, row]));
  });

  constructor(private readonly database: Database) {}

  async of(events: PartedEvent[], caller: Caller): Promise<(event: PartedEvent) => CountsDto> {
    const isOwnGig = ({ type, creatorId }: PartedEvent) => type === 'GIG' && creatorId === caller.id;
    const counts = await this.read({ ids: events.map(idOf), ownGigs: events.filter(isOwnGig).map(idOf) });
    return (event) => toCountsDto(counts.get(event.id), isOwnGig(event));
  }
}

const idOf = ({ id }: PartedEvent) => id;

/** The applications to others' gigs are nobody's business, so mostly only the interest is counted. */
function countingOf(pages: readonly Counting[]): Statement {
  const ids = distinct(pages.flatMap(({ ids }) => ids));
  const ownGigs = distinct(pages.flatMap(({ ownGigs }) => ownGigs));
  const ofGigs = ownGigs.length > 0;
  const text = `
    SELECT e.id, interest.users AS interested ${ofGigs ? ', applied.*' : ''}
    FROM events e ${INTEREST} ${ofGigs ? APPLICATIONS : ''} WHERE e.id = ANY($1)`;
  return { text, values: ofGigs ? [ids, ownGigs] : [ids], isPrepared: true };
}

const distinct = (ids: string[]) => [...new Set(ids)];

/** @param row undefined where the event has been deleted since it was read */
function toCountsDto(row: Row | undefined, isOwnGig: boolean): CountsDto {
  const { interested = 0, pending = 0, accepted = 0, rejected = 0, withdrawn = 0 } = row ?? {};
  return { interested, applications: isOwnGig ? { pending, accepted, rejected, withdrawn } : null };
}
