import { Injectable, type StreamableFile } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { NIL, v7 as uuidv7 } from 'uuid';
import type { Caller } from '../common/access.js';
import type { Page } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { type Criteria, given } from '../database/criteria.js';
import { Database, type Transaction } from '../database/database.js';
import { inBatches } from '../database/in-batches.js';
import { inOrder } from '../database/in-order.js';
import type { Conflict, NewRow } from '../database/insert.js';
import { Repository } from '../database/repository.js';
import type { Row } from '../database/table.js';
import { InjectTable } from '../database/table.provider.js';
import { type EventOutline, EventsService } from '../events/events.service.js';
import { InteractionsService } from '../interactions/interactions.service.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import type { Viewing } from '../parts/event-parts.js';
import { Creations } from '../users/creations.js';
import { UsersService } from '../users/users.service.js';
import type { GigApplication } from './application.access.js';
import { ApplicationEntity } from './application.entity.js';
import { APPLICATION_STATUSES, type ApplicationStatus } from './application-status.js';
import {
  type ApplicationDto,
  type ApplicationWithGigDto,
  type GigApplicationsDto,
  type ListGigApplicationsQuery,
  type ListOwnApplicationsQuery,
  type ListReceivedQuery,
  toApplicationDto,
} from './applications.dto.js';
import { streamedList, wholeList } from './whole-list.js';

/** Applications that are held at the same time where a list comes whole. */
const BATCH = 125;

/** Nobody applies twice: the first application stays as it is. */
const ONCE: Conflict<ApplicationEntity> = { on: ['gigId', 'applicantId'] };

/** What a gig still means to its applicant. */
const NOT_REJECTED: ApplicationStatus[] = ['PENDING', 'ACCEPTED'];

type Application = Row<ApplicationEntity>;

@Injectable()
export class ApplicationsService {
  constructor(
    private readonly database: Database,
    @InjectTable(ApplicationEntity) private readonly applications: Repository<ApplicationEntity>,
    private readonly events: EventsService,
    private readonly interactions: InteractionsService,
    private readonly notifications: NotificationsService,
    private readonly users: UsersService,
    private readonly creations: Creations,
  ) {}

  /**
   * Applies to a gig: the application, its APPLY interaction and the owner's notification are one transaction. It holds
   * a shared lock on the gig's row, so that nobody applies after a cancel was answered.
   * @throws Problem NOT_FOUND, GIG_CLOSED, ALREADY_APPLIED or LIMIT_REACHED
   */
  async apply(gig: EventOutline, caller: Caller, message: string | null): Promise<ApplicationDto> {
    const profile = await this.users.ownPublic(caller);
    const application = await this.database.transaction(async (transaction) => {
      const { id: gigId, title: gigTitle, creatorId: ownerId } = gig;
      const row = { id: uuidv7(), gigId, applicantId: caller.id, message, ownerId };
      const data = { gigId, gigTitle, applicantName: profile.name };
      // They go out together. Where one is refused, nothing stays.
      const [, stored] = await inOrder(
        this.events.lockOpenGig(gigId, transaction),
        this.insertOnce(row, transaction),
        this.creations.count(caller.id, 'APPLICATION', transaction),
        this.interactions.record(gigId, caller, 'APPLY', transaction),
        ownerId && this.notifications.notify(ownerId, 'APPLICATION_RECEIVED', row.id, data, transaction),
      );
      return stored;
    });
    return toApplicationDto(application, profile);
  }

  /** @throws Problem ALREADY_APPLIED */
  private async insertOnce(row: NewRow<ApplicationEntity>, transaction: Transaction): Promise<Application> {
    const stored = await this.applications.insert(row, { onConflict: ONCE, transaction });
    if (!stored) throw new Problem('ALREADY_APPLIED');
    return stored;
  }

  /** One application, with its applicant. */
  async one({ application }: GigApplication): Promise<ApplicationDto> {
    return toApplicationDto(application, await this.users.find(application.applicantId));
  }

  /** The applications of a gig, oldest first: all of them to its owner, their own to an applicant. */
  async ofGig(
    gig: EventOutline,
    caller: Caller,
    query: ListGigApplicationsQuery,
  ): Promise<GigApplicationsDto | StreamableFile> {
    const visible = gig.creatorId === caller.id ? {} : { applicantId: caller.id };
    const withdrawnAt = query.withdrawn && (query.withdrawn === 'true' ? Not(IsNull()) : IsNull());
    const where = { gigId: gig.id, ...visible, ...given({ status: query.status, withdrawnAt }) };
    const isPaged = [query.limit, query.offset, query.cursor].some((parameter) => parameter !== undefined);
    if (!isPaged) return this.all(where);
    const page = await this.applications.page(query, { where, order: { createdAt: 'ASC' } });
    return { ...page, data: await this.withApplicants(page.data) };
  }

  /** The caller's own applications over all gigs, newest first, each with its gig. */
  async own(caller: Caller, query: ListOwnApplicationsQuery): Promise<Page<ApplicationWithGigDto>> {
    const where = { applicantId: caller.id, ...given({ status: query.status }) };
    const page = await this.applications.page(query, { where, order: { createdAt: 'DESC' } });
    return this.withGigs(page, { caller, include: query.include });
  }

  /** The gigs that a user has applied to, has not withdrawn from and is not rejected by, those of the latest applications. */
  async appliedTo(userId: string, most: number): Promise<string[]> {
    const applications = await this.applications.findBy(
      { applicantId: userId, status: In(NOT_REJECTED), withdrawnAt: IsNull() },
      { select: ['gigId'], order: { createdAt: 'DESC', id: 'DESC' }, take: most },
    );
    return applications.map(({ gigId }) => gigId);
  }

  /**
   * The applications for all gigs of the caller, or for one of them, newest first, each with its gig. Those for all are walked along
   * an index that begins with owner and status: each status by itself where none is asked for.
   */
  async received(caller: Caller, query: ListReceivedQuery): Promise<Page<ApplicationWithGigDto>> {
    const { status, gigId } = query;
    const statuses = status ? [status] : APPLICATION_STATUSES;
    const page = await this.applications.page(query, {
      order: { createdAt: 'DESC' },
      ...(gigId === undefined
        ? { where: { ownerId: caller.id }, walks: statuses.map((each) => ({ criteria: { status: each } })) }
        : { where: given({ gigId: await this.ownGig(gigId, caller), status }) }),
    });
    return this.withGigs(page);
  }

  /** The id of a gig of the caller's, or one that no gig has. */
  private async ownGig(gigId: string, caller: Caller): Promise<string> {
    const gig = await this.events.outline(gigId);
    return gig?.creatorId === caller.id ? gig.id : NIL;
  }

  /** The one list without a limit (decisions.md, "Lists"): a long one is read while it is sent. */
  private async all(where: Criteria<ApplicationEntity>): Promise<GigApplicationsDto | StreamableFile> {
    const first = await this.batch(where);
    if (first.length < BATCH) return wholeList(await this.withApplicants(first));
    return streamedList(this.batches(where, first));
  }

  private async *batches(
    where: Criteria<ApplicationEntity>,
    first: Application[],
  ): AsyncGenerator<ApplicationDto[]> {
    const read = async (last?: Application) => (last ? this.batch(where, last) : first);
    for await (const batch of inBatches(BATCH, read)) yield this.withApplicants(batch);
  }

  private batch(where: Criteria<ApplicationEntity>, after?: Application): Promise<Application[]> {
    return this.applications.findBy(where, { order: { createdAt: 'ASC', id: 'ASC' }, take: BATCH, after });
  }

  private async withGigs(page: Page<Application>, viewing?: Viewing): Promise<Page<ApplicationWithGigDto>> {
    const [gigs, profiles] = await Promise.all([
      this.events.byId(
        page.data.map(({ gigId }) => gigId),
        viewing,
      ),
      this.users.profiles(page.data.map(({ applicantId }) => applicantId)),
    ]);
    const data = page.data.flatMap((application) => {
      const gig = gigs.get(application.gigId);
      const profile = profiles.get(application.applicantId);
      return gig ? [Object.assign(toApplicationDto(application, profile), { gig })] : []; // deleted between the two queries
    });
    return { ...page, data };
  }

  private async withApplicants(applications: Application[]): Promise<ApplicationDto[]> {
    const profiles = await this.users.profiles(applications.map(({ applicantId }) => applicantId));
    return applications.map((application) =>
      toApplicationDto(application, profiles.get(application.applicantId)),
    );
  }
}
