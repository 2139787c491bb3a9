import { Injectable, type StreamableFile } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  type EntityManager,
  type FindOptionsWhere,
  In,
  IsNull,
  Not,
  type Repository,
  type SelectQueryBuilder,
} from 'typeorm';
import { NIL, v7 as uuidv7 } from 'uuid';
import type { Caller } from '../common/access.js';
import { streamedJson } from '../common/http/streamed-json.js';
import type { Page, PageQuery } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { isUuid } from '../common/text.js';
import { readPage } from '../database/pages.js';
import { pipelined, Statements } from '../database/statements.js';
import type { ExpansionOptions } from '../events/event-expansions.js';
import { ApplicantNotifier, EventsService, type NotifyApplicants } from '../events/events.service.js';
import { GigTermsService } from '../events/gig-terms.service.js';
import type { EventView } from '../events/list/serialized-events.js';
import type { StoredEvent } from '../events/stored-event.js';
import { InteractionsService } from '../interactions/interactions.service.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { Creations } from '../users/creations.js';
import { OwnTable } from '../users/own-data.js';
import type { ProfileDto } from '../users/users.dto.js';
import { nameOf, profileOf, UsersService } from '../users/users.service.js';
import { ApplicationEntity } from './application.entity.js';
import type { ApplicationStatus } from './application-status.js';
import {
  type ApplicationDto,
  type ApplicationRow,
  type ApplicationWithGigDto,
  type GigApplicationsDto,
  type ListGigApplicationsQuery,
  type ListOwnApplicationsQuery,
  type ListReceivedQuery,
  toApplicationDto,
} from './applications.dto.js';

/** Applications in memory at a time when a list has no limit. */
const BATCH = 125;

/** SQL of the columns of an `ApplicationRow`. */
export const COLUMNS = `
  id, gig_id AS "gigId", applicant_id AS "applicantId", message, note, status, withdrawn_at AS "withdrawnAt",
  created_at AS "createdAt", updated_at AS "updatedAt"`;
/**
 * The next applications of a gig that match the filter, with their applicants. With TypeORM, a list of a
 * hundred takes three times the processor time.
 */
const OF_GIG = {
  name: 'applications of a gig',
  text: `SELECT a.*, applicant.name, applicant."avatarUrl", applicant.headline, applicant.bio
         FROM (SELECT ${COLUMNS} FROM applications WHERE gig_id = $1 AND (created_at, id) > ($2, $3)
                 AND ($4::text[] IS NULL OR status = ANY($4)) AND ($5::boolean IS NULL OR (withdrawn_at IS NOT NULL) = $5)
               ORDER BY created_at, id LIMIT ${BATCH}) a
           LEFT JOIN LATERAL (${profileOf('a."applicantId"')}) applicant ON true
         ORDER BY a."createdAt", a.id`,
};
const BEFORE_ALL = { createdAt: '-infinity', id: NIL };
/**
 * A second application of a user to the same gig is not stored. TypeORM's `insert` takes twice the processor
 * time.
 */
const APPLY = {
  name: 'apply',
  text: `INSERT INTO applications (id, gig_id, applicant_id, message, owner_id) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (gig_id, applicant_id) DO NOTHING RETURNING ${COLUMNS}`,
};

/** SQL of the ids and names of the users with an active application to a `gig`. */
const ACTIVE_APPLICANTS = `
  SELECT a.applicant_id AS id, ${nameOf('a.applicant_id')} FROM applications a
  WHERE a.gig_id = gig.id::uuid AND a.status IN ('PENDING', 'ACCEPTED') AND a.withdrawn_at IS NULL`;

/** An application with its gig. */
export interface GigApplication {
  gig: StoredEvent;
  application: ApplicationRow;
}

type GigFilter = Pick<ListGigApplicationsQuery, 'status' | 'withdrawn'>;

@Injectable()
export class ApplicationsService {
  constructor(
    private readonly statements: Statements,
    @InjectRepository(ApplicationEntity) private readonly applications: Repository<ApplicationEntity>,
    private readonly events: EventsService,
    private readonly terms: GigTermsService,
    private readonly interactions: InteractionsService,
    private readonly notifications: NotificationsService,
    private readonly users: UsersService,
    private readonly creations: Creations,
  ) {}

  @ApplicantNotifier()
  notifyApplicants(...change: Parameters<NotifyApplicants>): Promise<void> {
    return this.notifications.notifyAll(ACTIVE_APPLICANTS, ...change);
  }

  @OwnTable({ name: 'applications', order: 2 })
  ownApplications(): OwnTable<ApplicationEntity> {
    return {
      entity: ApplicationEntity,
      owner: 'applicantId',
      toDtos: (applications) => this.withApplicants(applications),
      remove: (applicantId, limit, manager) => this.removeSome(applicantId, limit, manager),
    };
  }

  /** The application with this id to a gig, or null. A malformed id counts as unknown. */
  async find(gigId: string, id: string): Promise<ApplicationEntity | null> {
    return isUuid(gigId) && isUuid(id) ? this.applications.findOneBy({ gigId, id }) : null;
  }

  /** A user's application to a gig, or null. */
  findOf(gigId: string, applicantId: string): Promise<ApplicationEntity | null> {
    return this.applications.findOneBy({ gigId, applicantId });
  }

  /**
   * Applies to a gig. The application, its APPLY interaction and the notification of the owner are one
   * transaction. It holds a shared lock on the row of the gig, so that nobody can apply after a cancellation
   * has been confirmed.
   * @throws Problem NOT_FOUND, GIG_CLOSED, ALREADY_APPLIED or LIMIT_REACHED
   */
  async apply(gig: StoredEvent, caller: Caller, message: string | null): Promise<ApplicationDto> {
    const { id: gigId, title: gigTitle, creatorId: ownerId } = gig;
    const { result: application, profile } = await this.users.write(caller, async (manager) => {
      const id = uuidv7();
      const data = { gigId, gigTitle, applicantId: caller.id };
      // The statements are pipelined. If one is refused, all are rolled back.
      const [, stored] = await pipelined(
        this.terms.lockOpen(gigId, manager),
        this.insert([id, gigId, caller.id, message, ownerId], manager),
        this.creations.count(caller.id, 'APPLICATION', manager),
        this.interactions.record(gigId, caller, 'APPLY', manager),
        ownerId && this.notifications.notify(ownerId, 'APPLICATION_RECEIVED', id, data, manager),
      );
      return stored;
    });
    return toApplicationDto(application, profile);
  }

  /** @throws Problem ALREADY_APPLIED */
  private async insert(values: unknown[], manager: EntityManager): Promise<ApplicationRow> {
    const [stored] = await this.statements.query<ApplicationRow>({ ...APPLY, values }, { manager });
    if (!stored) throw new Problem('ALREADY_APPLIED');
    return stored;
  }

  /** An application with its applicant. */
  async withApplicant(application: ApplicationRow): Promise<ApplicationDto> {
    return toApplicationDto(application, await this.users.find(application.applicantId));
  }

  /** The applications of a gig, oldest first. Its owner gets all of them, an applicant only their own. */
  async ofGig(
    gig: StoredEvent,
    caller: Caller,
    query: ListGigApplicationsQuery,
  ): Promise<GigApplicationsDto | StreamableFile> {
    const isPaged = [query.limit, query.offset, query.cursor].some((parameter) => parameter !== undefined);
    const isOwner = gig.creatorId === caller.id;
    if (isOwner && !isPaged) return this.all(gig.id, query);
    const rows = this.queryOf({ gigId: gig.id, ...(!isOwner && { applicantId: caller.id }) }, query);
    const page = await readPage(rows, query, { by: 'createdAt', direction: 'ASC' });
    const data = await this.withApplicants(page.data);
    return isPaged ? { ...page, data } : wholeList(data);
  }

  /** The caller's own applications over all gigs, newest first, each with its gig. */
  own(caller: Caller, query: ListOwnApplicationsQuery): Promise<Page<ApplicationWithGigDto>> {
    return this.withGigs({ applicantId: caller.id }, query, { caller, include: query.include });
  }

  /** The applications to all gigs of the caller, or to one of them, newest first, each with its gig. */
  received(caller: Caller, query: ListReceivedQuery): Promise<Page<ApplicationWithGigDto>> {
    const { gigId } = query;
    const ofGig = gigId !== undefined && { gigId: isUuid(gigId) ? gigId : NIL };
    return this.withGigs({ ownerId: caller.id, ...ofGig }, query);
  }

  /**
   * Deletes applications of a user, and frees the positions of the accepted ones.
   * @param limit the maximum number to delete
   * @returns the number deleted
   */
  private async removeSome(applicantId: string, limit: number, manager: EntityManager): Promise<number> {
    const options = { where: { applicantId }, select: { gigId: true }, take: limit };
    const gigIds = (await manager.find(ApplicationEntity, options)).map(({ gigId }) => gigId);
    if (gigIds.length === 0) return 0;
    await this.terms.lock(gigIds, manager);
    const removal = manager.createQueryBuilder().delete().from(ApplicationEntity);
    removal.where({ applicantId, gigId: In(gigIds) }).returning(['gigId', 'status']);
    const removed: { gig_id: string; status: ApplicationStatus }[] = (await removal.execute()).raw;
    const freed = removed.filter(({ status }) => status === 'ACCEPTED').map(({ gig_id }) => gig_id);
    if (freed.length > 0) await this.terms.freePositions(freed, manager);
    return removed.length;
  }

  /** A query of applications with the filters of a list. */
  private queryOf(
    where: FindOptionsWhere<ApplicationEntity>,
    { status, withdrawn }: GigFilter,
  ): SelectQueryBuilder<ApplicationEntity> {
    return this.applications.createQueryBuilder('application').where({
      ...where,
      ...(status && { status: In(status) }),
      ...(withdrawn !== undefined && { withdrawnAt: withdrawn ? Not(IsNull()) : IsNull() }),
    });
  }

  /**
   * The only list without a limit (rules.md, "Lists"). A long list is read from the database while it is
   * sent.
   */
  private async all(gigId: string, filter: GigFilter): Promise<GigApplicationsDto | StreamableFile> {
    const first = await this.next(gigId, filter);
    if (first.length < BATCH) return wholeList(first);
    return streamedJson(this.json(gigId, filter, first));
  }

  private async *json(gigId: string, filter: GigFilter, batch: ApplicationDto[]): AsyncGenerator<string> {
    let total = 0;
    for (let opening = '{"data":['; batch.length > 0; opening = ',') {
      yield opening + JSON.stringify(batch).slice(1, -1);
      total += batch.length;
      batch = await this.next(gigId, filter, batch.at(-1));
    }
    yield JSON.stringify(wholeList([], total)).slice('{"data":['.length);
  }

  /** The next batch of applications to a gig, after the given one. */
  private async next(
    gigId: string,
    { status, withdrawn }: GigFilter,
    { createdAt, id }: Pick<ApplicationRow, 'createdAt' | 'id'> = BEFORE_ALL,
  ): Promise<ApplicationDto[]> {
    const values = [gigId, createdAt, id, status, withdrawn];
    const rows = await this.statements.query<ApplicationRow & ProfileDto>({ ...OF_GIG, values });
    return rows.map(({ name, avatarUrl, headline, bio, ...application }) =>
      toApplicationDto(application, { id: application.applicantId, name, avatarUrl, headline, bio }),
    );
  }

  /** A page of applications, newest first, each with its gig. */
  private async withGigs(
    where: FindOptionsWhere<ApplicationEntity>,
    query: PageQuery & GigFilter & { view?: EventView },
    options?: ExpansionOptions,
  ): Promise<Page<ApplicationWithGigDto>> {
    const page = await readPage(this.queryOf(where, query), query, { by: 'createdAt', direction: 'DESC' });
    const gigIds = page.data.map(({ gigId }) => gigId);
    const [gigs, applications] = await Promise.all([
      this.events.byId(gigIds, options, query.view),
      this.withApplicants(page.data),
    ]);
    const data = applications.flatMap((application) => {
      const gig = gigs.get(application.gigId);
      return gig ? [Object.assign(application, { gig })] : []; // deleted between the two queries
    });
    return { ...page, data };
  }

  private async withApplicants(applications: ApplicationRow[]): Promise<ApplicationDto[]> {
    const profiles = await this.users.profiles(applications.map(({ applicantId }) => applicantId));
    return applications.map((application) =>
      toApplicationDto(application, profiles.get(application.applicantId)),
    );
  }
}

/** A list with all of its items. */
function wholeList(data: ApplicationDto[], total = data.length): GigApplicationsDto {
  return { data, total, totalIsExact: true, limit: null, offset: 0, nextCursor: null };
}
