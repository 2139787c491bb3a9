import { Injectable, type StreamableFile } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../common/access.js';
import type { Page } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { Database } from '../database/database.js';
import { readPage } from '../database/page-reader.js';
import { type Row, Where } from '../database/table.js';
import { EventsService, type StoredEvent } from '../events/events.service.js';
import { InteractionsService } from '../interactions/interactions.service.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { Creations } from '../users/creations.js';
import { UsersService } from '../users/users.service.js';
import type { GigApplication } from './application.access.js';
import { ApplicationEntity } from './application.entity.js';
import type { Decision } from './application-status.js';
import {
  type ApplicationDto,
  type ApplicationWithGigDto,
  type GigApplicationsDto,
  type ListApplicationsQuery,
  toApplicationDto,
} from './applications.dto.js';
import { streamedList, wholeList } from './whole-list.js';

/** Applications that are read, and held, at the same time where a list comes whole. */
const PIECE = 125;

type Application = Row<ApplicationEntity>;

@Injectable()
export class ApplicationsService {
  constructor(
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly interactions: InteractionsService,
    private readonly notifications: NotificationsService,
    private readonly users: UsersService,
    private readonly creations: Creations,
  ) {}

  /**
   * Applies to a gig: the application, its APPLY interaction and the owner's notification are one transaction. The
   * gig's row is shared-locked in it, so that nobody applies once a cancel was answered.
   * @throws Problem NOT_FOUND, GIG_CLOSED, ALREADY_APPLIED or LIMIT_REACHED
   */
  async apply(gig: StoredEvent, caller: Caller, message: string | null): Promise<ApplicationDto> {
    const profile = await this.users.find(caller.id);
    const application = await this.database.transaction(async (transaction) => {
      const { title, creatorId } = await this.events.lockOpenGig(gig.id, transaction);
      const table = this.database.table(ApplicationEntity);
      const { text, values } = table.insert({ id: uuidv7(), gigId: gig.id, applicantId: caller.id, message });
      const once = text.replace('RETURNING', 'ON CONFLICT (gig_id, applicant_id) DO NOTHING RETURNING');
      const [stored] = await this.database.query<Application>({ text: once, values }, transaction);
      if (!stored) throw new Problem('ALREADY_APPLIED');
      const data = { gigId: gig.id, gigTitle: title, applicantName: profile?.name ?? null };
      await Promise.all([
        this.creations.count(caller.id, 'APPLICATION', transaction),
        this.interactions.record(gig.id, caller.id, 'APPLY', transaction),
        creatorId &&
          this.notifications.notify(creatorId, 'APPLICATION_RECEIVED', stored.id, data, transaction),
      ]);
      return stored;
    });
    return toApplicationDto(application, profile);
  }

  /** Accepts an application, and tells the applicant. @throws Problem APPLICATION_DECIDED */
  accept(found: GigApplication): Promise<ApplicationDto> {
    return this.decide(found, 'ACCEPTED');
  }

  /** Rejects an application, and tells the applicant. @throws Problem APPLICATION_DECIDED */
  reject(found: GigApplication): Promise<ApplicationDto> {
    return this.decide(found, 'REJECTED');
  }

  /** The applications of a gig, oldest first: all of them to its owner, their own to an applicant. */
  async ofGig(
    gig: StoredEvent,
    caller: Caller,
    query: ListApplicationsQuery,
  ): Promise<GigApplicationsDto | StreamableFile> {
    const where = new Where().equals('t.gig_id', gig.id).equals('t.status', query.status);
    if (gig.creatorId !== caller.id) where.equals('t.applicant_id', caller.id);
    const isPaged = [query.limit, query.offset, query.cursor].some((parameter) => parameter !== undefined);
    if (!isPaged) return this.all(where);
    const page = await this.page(where, query, false);
    return { ...page, data: await this.withApplicants(page.data) };
  }

  /** The caller's own applications over all gigs, newest first, each with its gig. */
  async own(caller: Caller, query: ListApplicationsQuery): Promise<Page<ApplicationWithGigDto>> {
    const where = new Where().equals('t.applicant_id', caller.id).equals('t.status', query.status);
    const page = await this.page(where, query, true);
    const [gigs, profile] = await Promise.all([
      this.events.byId(page.data.map(({ gigId }) => gigId)),
      this.users.find(caller.id),
    ]);
    const data = page.data.flatMap((application) => {
      const gig = gigs.get(application.gigId);
      return gig ? [{ ...toApplicationDto(application, profile), gig }] : []; // deleted between the two queries
    });
    return { ...page, data };
  }

  /** Of several decisions at the same time the first stands: the move is one conditional UPDATE. */
  private async decide({ gig, application }: GigApplication, decision: Decision): Promise<ApplicationDto> {
    const profile = await this.users.find(application.applicantId);
    const table = this.database.table(ApplicationEntity);
    const decided = await this.database.transaction(async (transaction) => {
      const [moved] = await this.database.query<Application>(
        {
          text: `UPDATE applications t SET status = $3, updated_at = now()
                 WHERE gig_id = $1 AND id = $2 AND status = 'PENDING' RETURNING ${table.select()}`,
          values: [gig.id, application.id, decision],
        },
        transaction,
      );
      if (!moved) throw new Problem('APPLICATION_DECIDED');
      const data = { gigId: gig.id, gigTitle: gig.title, applicantName: profile?.name ?? null };
      await this.notifications.notify(
        moved.applicantId,
        `APPLICATION_${decision}`,
        moved.id,
        data,
        transaction,
      );
      return moved;
    });
    return toApplicationDto(decided, profile);
  }

  private page(where: Where, query: ListApplicationsQuery, descending: boolean): Promise<Page<Application>> {
    const sort = { by: 'createdAt', descending } as const;
    return readPage(this.database, query, { entity: ApplicationEntity, where, sort });
  }

  /** The one list that is not bounded (decisions.md, "Lists"): what is long is read as it is sent. */
  private async all(where: Where): Promise<GigApplicationsDto | StreamableFile> {
    const first = await this.piece(where);
    if (first.length < PIECE) return wholeList(await this.withApplicants(first));
    return streamedList(this.pieces(where, first));
  }

  private async *pieces(where: Where, first: Application[]): AsyncGenerator<ApplicationDto[]> {
    for (let piece = first; ; piece = await this.piece(where, piece.at(-1))) {
      yield await this.withApplicants(piece);
      if (piece.length < PIECE) return;
    }
  }

  private piece(where: Where, after?: Application): Promise<Application[]> {
    const rest = where.clone();
    if (after) rest.and('(t.created_at, t.id) > (?, ?)', after.createdAt, after.id);
    return this.database.query<Application>({
      text: `SELECT ${this.database.table(ApplicationEntity).select()} FROM applications t ${rest}
             ORDER BY t.created_at, t.id LIMIT ${PIECE}`,
      values: rest.values,
    });
  }

  private async withApplicants(applications: Application[]): Promise<ApplicationDto[]> {
    const profiles = await this.users.profiles(applications.map(({ applicantId }) => applicantId));
    return applications.map((application) =>
      toApplicationDto(application, profiles.get(application.applicantId)),
    );
  }
}
