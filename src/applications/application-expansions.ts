import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Statements } from '../database/statements.js';
import { type EventExpansion, EventExpansions } from '../events/event-expansions.js';
import {
  type ApplicationCountsDto,
  type CountsDto,
  MAX_COUNTED,
  type ViewerApplicationDto,
  type ViewerDto,
} from '../events/expansions.dto.js';
import { GigTermsService } from '../events/gig-terms.service.js';

/** The applications of a user to the events of a page. TypeORM's `find` takes twice the processor time. */
const OWN = {
  name: 'applied to of a page',
  text: `SELECT gig_id AS "gigId", id, status, withdrawn_at AS "withdrawnAt" FROM applications
         WHERE gig_id = ANY($1) AND applicant_id = $2`,
};
/** The number of applications to each gig of a page by state. TypeORM does not support lateral joins. */
const COUNTS = {
  name: 'applications of a page',
  text: `SELECT g.id AS "gigId", counts.* FROM unnest($1::uuid[]) AS g (id) CROSS JOIN LATERAL (
           SELECT count(*) FILTER (WHERE status = 'PENDING' AND withdrawn_at IS NULL)::int AS pending,
                  count(*) FILTER (WHERE status = 'ACCEPTED')::int AS accepted,
                  count(*) FILTER (WHERE status = 'REJECTED')::int AS rejected,
                  count(*) FILTER (WHERE status = 'PENDING' AND withdrawn_at IS NOT NULL)::int AS withdrawn
           FROM (SELECT status, withdrawn_at FROM applications WHERE gig_id = g.id LIMIT ${MAX_COUNTED}) counted) counts`,
};

type OfGig<Value> = Value & { gigId: string };

/** Expands events with data about their applications. */
@Injectable()
export class ApplicationExpansions implements OnModuleInit {
  constructor(
    private readonly expansions: EventExpansions,
    private readonly statements: Statements,
    private readonly terms: GigTermsService,
  ) {}

  onModuleInit(): void {
    this.expansions.addViewer(this.own);
    this.expansions.addCounts(this.counts);
  }

  private readonly own: EventExpansion<ViewerDto> = async (events, caller) => {
    const values = [events.map(({ id }) => id), caller.id];
    const others = events.filter(({ type, creatorId }) => type === 'GIG' && creatorId !== caller.id);
    const [rows, taking] = await Promise.all([
      this.statements.query<OfGig<ViewerApplicationDto>>({ ...OWN, values }),
      this.terms.takingApplications(others.map(({ id }) => id)),
    ]);
    const byGig = new Map(rows.map(({ gigId, ...application }) => [gigId, application]));
    return ({ id }) => ({ application: byGig.get(id) ?? null, canApply: taking.has(id) && !byGig.has(id) });
  };

  /** Only the owner of a gig sees its counts, so most pages need no query. */
  private readonly counts: EventExpansion<CountsDto> = async (events, caller) => {
    const own = events.filter(({ type, creatorId }) => type === 'GIG' && creatorId === caller.id);
    if (own.length === 0) return () => ({});
    const values = [own.map(({ id }) => id)];
    const rows = await this.statements.query<OfGig<ApplicationCountsDto>>({ ...COUNTS, values });
    const byGig = new Map(rows.map(({ gigId, ...counts }) => [gigId, counts]));
    return ({ id }) => ({ applications: byGig.get(id) ?? null });
  };
}
