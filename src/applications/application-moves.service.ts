import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { Problem } from '../common/problem.js';
import { isUuid } from '../common/text.js';
import type { Criteria } from '../database/criteria.js';
import { Database, type Transaction } from '../database/database.js';
import { type Changes, Repository } from '../database/repository.js';
import type { Row } from '../database/table.js';
import { InjectTable } from '../database/table.provider.js';
import { type EventOutline, EventsService } from '../events/events.service.js';
import { GigPositions } from '../events/gig-positions.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import type { ProfileDto } from '../users/users.dto.js';
import { UsersService } from '../users/users.service.js';
import type { GigApplication } from './application.access.js';
import { ApplicationEntity } from './application.entity.js';
import {
  APPLICATION_MOVES,
  type ApplicationState,
  type Decision,
  type Move,
  stateAfter,
  stateOf,
} from './application-status.js';
import { type ApplicationDto, toApplicationDto } from './applications.dto.js';
import { DECISION_OUTCOMES, type DecisionOutcomeDto, type DecisionOutcomesDto } from './decisions.dto.js';

type Application = Row<ApplicationEntity>;

const DECIDING = { ACCEPTED: 'accept', REJECTED: 'reject' } as const satisfies Record<Decision, Move>;

/** The rows of applications in a state. */
const ROWS_IN: Record<ApplicationState, Criteria<ApplicationEntity>> = {
  PENDING: { status: 'PENDING', withdrawnAt: IsNull() },
  WITHDRAWN: { status: 'PENDING', withdrawnAt: Not(IsNull()) },
  ACCEPTED: { status: 'ACCEPTED' },
  REJECTED: { status: 'REJECTED' },
};

/** What changes of a row where it comes into a state. */
const CHANGES_TO: Record<ApplicationState, Changes<ApplicationEntity>> = {
  PENDING: { withdrawnAt: null },
  WITHDRAWN: { withdrawnAt: () => 'now()' },
  ACCEPTED: { status: 'ACCEPTED' },
  REJECTED: { status: 'REJECTED' },
};

/** Decides on applications, and withdraws them, by the table of their moves. */
@Injectable()
export class ApplicationMoves {
  constructor(
    private readonly database: Database,
    @InjectTable(ApplicationEntity) private readonly applications: Repository<ApplicationEntity>,
    private readonly events: EventsService,
    private readonly positions: GigPositions,
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
    const known = await this.applications.findBy({ gigId: gig.id, id: In(ids.filter((id) => isUuid(id))) });
    const profiles = await this.users.profiles(known.map(({ applicantId }) => applicantId));
    const byId = new Map(known.map((application) => [application.id, application]));
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
    const moved = await this.database.transaction((transaction) => this.move(found, move, transaction));
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
      const now = await this.applications.findOneBy({ gigId, id });
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
    const decided = await this.database.transaction(async (transaction) => {
      const moved = await this.move(found, DECIDING[decision], transaction);
      const data = { gigId: gig.id, gigTitle: gig.title, applicantName: profile?.name ?? null };
      const type = `APPLICATION_${decision}` as const;
      await this.notifications.notify(moved.applicantId, type, moved.id, data, transaction);
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
    transaction: Transaction,
  ): Promise<Application> {
    const { gigRefusal } = APPLICATION_MOVES[move];
    const { gigId, id } = application;
    if (gigRefusal === 'GIG_CLOSED') await this.events.lockOpenGig(gigId, transaction);
    const most = gigRefusal === 'POSITIONS_FILLED' ? await this.positions.hold(gigId, transaction) : null;
    let seen: Application | undefined = application;
    while (seen) {
      const state = stateOf(seen);
      const next = stateAfter(move, state);
      if (next === state) return seen;
      const where = { gigId, id, ...ROWS_IN[state] };
      const [moved] = await this.applications.update(where, CHANGES_TO[next], { transaction });
      if (moved) {
        if (most !== null && (await this.positions.taken(gigId, transaction)) > most)
          throw new Problem('POSITIONS_FILLED');
        return moved;
      }
      seen = await this.applications.findOneBy({ gigId, id }, { transaction });
    }
    throw new Problem('NOT_FOUND');
  }
}
