import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/access.js';
import { Statements } from '../database/statements.js';
import { CountsExpansion, type ExpandableEvent, ViewerExpansion } from '../events/event-expansions.js';
import {
  type ApplicationCountsDto,
  MAX_COUNTED,
  type ViewerApplicationDto,
} from '../events/expansions.dto.js';
import { GigTermsService } from '../events/gig-terms.service.js';
import { DescribesRelations } from '../events/list/event-relations.js';

/** The applications of a user to the events of a page. TypeORM's `find` takes twice the processor time. */
const OWN = {
  name: 'applied to of a page',
  text: `SELECT gig_id AS "gigId", id, status, withdrawn_at AS "withdrawnAt" FROM applications
         WHERE gig_id = ANY($1) AND applicant_id = $2`,
};
/** The number of applications to each gig of a page by state. TypeORM does not support lateral joins. */
const COUNTS = {
  name: 'applications of a page',
  text: `SELECT g.id, counts.* FROM unnest($1::uuid[]) AS g (id) CROSS JOIN LATERAL (
           SELECT count(*) FILTER (WHERE status = 'PENDING' AND withdrawn_at IS NULL)::int AS pending,
                  count(*) FILTER (WHERE status = 'ACCEPTED')::int AS accepted,
                  count(*) FILTER (WHERE status = 'REJECTED')::int AS rejected,
                  count(*) FILTER (WHERE status = 'PENDING' AND withdrawn_at IS NOT NULL)::int AS withdrawn
           FROM (SELECT status, withdrawn_at FROM applications WHERE gig_id = g.id LIMIT ${MAX_COUNTED}) counted) counts`,
};

/** SQL of the gigs of a user's applications that meet a condition (`DescribesRelations`). */
const relatedBy = (condition: string) =>
  `SELECT gig_id AS id FROM applications WHERE applicant_id = :userId::text AND ${condition} ORDER BY created_at DESC`;

/** Expands events with data about their applications. */
@Injectable()
export class ApplicationExpansions {
  constructor(
    private readonly statements: Statements,
    private readonly terms: GigTermsService,
  ) {}

  @ViewerExpansion()
  async own(events: ExpandableEvent[], caller: Caller) {
    const values = [events.map(({ id }) => id), caller.id];
    const others = events.filter(({ type, creatorId }) => type === 'GIG' && creatorId !== caller.id);
    const [rows, taking] = await Promise.all([
      this.statements.query<ViewerApplicationDto & { gigId: string }>({ ...OWN, values }),
      this.terms.takingApplications(others.map(({ id }) => id)),
    ]);
    const byGig = new Map(rows.map(({ gigId, ...application }) => [gigId, application]));
    return events.map(({ id }) => {
      const application = byGig.get(id) ?? null;
      return { id, application, canApply: taking.has(id) && !application };
    });
  }

  /** Only the owner of a gig sees its counts, so most pages need no query. */
  @CountsExpansion()
  async counts(events: ExpandableEvent[], caller: Caller) {
    const own = events.filter(({ type, creatorId }) => type === 'GIG' && creatorId === caller.id);
    if (own.length === 0) return [];
    const values = [own.map(({ id }) => id)];
    const rows = await this.statements.query<ApplicationCountsDto & { id: string }>({ ...COUNTS, values });
    return rows.map(({ id, ...applications }) => ({ id, applications }));
  }

  @DescribesRelations()
  relations() {
    return {
      APPLIED: relatedBy(`status IN ('PENDING', 'ACCEPTED') AND withdrawn_at IS NULL`),
      ACCEPTED: relatedBy(`status = 'ACCEPTED'`),
    };
  }
}
