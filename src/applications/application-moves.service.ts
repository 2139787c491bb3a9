import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  type EntityManager,
  type FindOptionsWhere,
  In,
  IsNull,
  Not,
  type QueryDeepPartialEntity,
  type Repository,
} from 'typeorm';
import { Problem } from '../common/problem.js';
import { isUuid } from '../common/text.js';
import { Transactions } from '../database/transactions.js';
import type { EventOutline } from '../events/events.service.js';
import { GigTermsService } from '../events/gig-terms.service.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import type { ProfileDto } from '../users/users.dto.js';
import { UsersService } from '../users/users.service.js';
import { ApplicationEntity } from './application.entity.js';
import {
  APPLICATION_MOVES,
  type ApplicationState,
  type Decision,
  type Move,
  stateAfter,
  stateOf,
} from './application-status.js';
import {
  type ApplicationDto,
  type ApplicationRow,
  toApplicationDto,
  toApplicationRow,
} from './applications.dto.js';
import { ApplicationsService, type GigApplication } from './applications.service.js';
import { DECISION_OUTCOMES, type DecisionOutcomeDto, type DecisionOutcomesDto } from './decisions.dto.js';

const DECIDING = { ACCEPTED: 'accept', REJECTED: 'reject' } as const satisfies Record<Decision, Move>;

/** The rows of applications in a state. */
const ROWS_IN: Record<ApplicationState, FindOptionsWhere<ApplicationEntity>> = {
  PENDING: { status: 'PENDING', withdrawnAt: IsNull() },
  WITHDRAWN: { status: 'PENDING', withdrawnAt: Not(IsNull()) },
  ACCEPTED: { status: 'ACCEPTED' },
  REJECTED: { status: 'REJECTED' },
};

/** What changes of a row where it comes into a state. */
const CHANGES_TO: Record<ApplicationState, QueryDeepPartialEntity<ApplicationEntity>> = {
  PENDING: { withdrawnAt: null },
  WITHDRAWN: { withdrawnAt: () => 'now()' },
  ACCEPTED: { status: 'ACCEPTED' },
  REJECTED: { status: 'REJECTED' },
};

/** Decides on applications, and withdraws them, by the table of their moves. */
@Injectable()
export class ApplicationMoves {
  constructor(
    private readonly transactions: Transactions,
    @InjectRepository(ApplicationEntity) private readonly rows: Repository<ApplicationEntity>,
    private readonly applications: ApplicationsService,
    private readonly terms: GigTermsService,
    private readonly notifications: NotificationsService,
    private readonly users: UsersService,
  ) {}

  /**
   * Accepts or rejects an application, and tells the applicant.
   * @throws Problem APPLICATION_DECIDED, APPLICATION_WITHDRAWN, POSITIONS_FILLED
   */
  async decide(found: GigApplication, decision: Decision): Promise<ApplicationDto> {
    return this.decideOne(found, decision, await this.users.find(found.application.applicantId));
  }

  /**
   * Decides on applications of a gig one after the other, each in a transaction of its own. Where the service itself fails,
   * those before stay decided, and the same request can be sent again.
   */
  async decideAll(gig: EventOutline, ids: string[], decision: Decision): Promise<DecisionOutcomesDto> {
    const known = await this.rows.findBy({ gigId: gig.id, id: In(ids.filter((id) => isUuid(id))) });
    const profiles = await this.users.profiles(known.map(({ applicantId }) => applicantId));
    const byId = new Map(known.map((application) => [application.id, toApplicationRow(application)]));
    const data: DecisionOutcomeDto[] = [];
    for (const id of ids) {
      const application = byId.get(id.toLowerCase());
      const profile = application && profiles.get(application.applicantId);
      const outcome = application
        ? await this.outcomeOf({ gig, application }, decision, profile)
        : ({ outcome: 'NOT_FOUND', application: null } as const);
      data.push({ id, ...outcome });
    }
    return { data };
  }

  /** Withdraws an application; once more it stays as it is. @throws Problem APPLICATION_DECIDED */
  withdraw(found: GigApplication): Promise<ApplicationDto> {
    return this.moveAlone(found, 'withdraw');
  }

  /** Takes a withdrawal back; without one the application stays as it is. @throws Problem GIG_CLOSED, APPLICATION_DECIDED */
  takeBack(found: GigApplication): Promise<ApplicationDto> {
    return this.moveAlone(found, 'takeBack');
  }

  private async moveAlone(found: GigApplication, move: Move): Promise<ApplicationDto> {
    const moved = await this.transactions.run((manager) => this.move(found, move, manager));
    return toApplicationDto(moved, await this.users.find(moved.applicantId));
  }

  /** Decides on an application, and answers also why not. @throws Error where the service fails */
  private async outcomeOf(
    found: GigApplication,
    decision: Decision,
    profile: ProfileDto | undefined,
  ): Promise<Omit<DecisionOutcomeDto, 'id'>> {
    try {
      return { outcome: 'DECIDED', application: await this.decideOne(found, decision, profile) };
    } catch (error) {
      const code = error instanceof Problem ? error.code : undefined;
      const outcome = DECISION_OUTCOMES.find((known) => known === code);
      if (!outcome) throw error;
      const { gigId, id } = found.application;
      const now = await this.applications.find(gigId, id);
      return { outcome, application: now ? toApplicationDto(now, profile) : null };
    }
  }

  private async decideOne(
    found: GigApplication,
    decision: Decision,
    profile: ProfileDto | undefined,
  ): Promise<ApplicationDto> {
    const { gig, application } = found;
    stateAfter(DECIDING[decision], stateOf(application)); // what is decided or withdrawn costs no transaction
    const decided = await this.transactions.run(async (manager) => {
      const moved = await this.move(found, DECIDING[decision], manager);
      const data = { gigId: gig.id, gigTitle: gig.title, applicantName: profile?.name ?? null };
      const type = `APPLICATION_${decision}` as const;
      await this.notifications.notify(moved.applicantId, type, moved.id, data, manager);
      return moved;
    });
    return toApplicationDto(decided, profile);
  }

  /**
   * Moves an application by one UPDATE of the row that still stands where it was seen. Of several moves at the same time the first
   * stands, and the others look again.
   * @throws Problem where the table refuses it, and NOT_FOUND where it is gone
   */
  private async move(
    { application }: GigApplication,
    move: Move,
    manager: EntityManager,
  ): Promise<ApplicationRow> {
    const { gigRefusal } = APPLICATION_MOVES[move];
    const { gigId, id } = application;
    if (gigRefusal === 'GIG_CLOSED') await this.terms.holdOpen(gigId, manager);
    const isFilled = gigRefusal === 'POSITIONS_FILLED' && !(await this.terms.takePosition(gigId, manager));
    // Whoever took the last position may have accepted this very application.
    let seen = isFilled ? await this.applications.find(gigId, id, manager) : application;
    while (seen) {
      const state = stateOf(seen);
      const next = stateAfter(move, state);
      if (next === state) return seen;
      if (isFilled) throw new Problem('POSITIONS_FILLED');
      const where = { gigId, id, ...ROWS_IN[state] };
      const { affected } = await manager.update(ApplicationEntity, where, CHANGES_TO[next]);
      seen = await this.applications.find(gigId, id, manager);
      if (affected !== 0 && seen) return seen;
    }
    throw new Problem('NOT_FOUND');
  }
}
