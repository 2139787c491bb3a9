import { Injectable } from '@nestjs/common';
import { Problem } from '../common/problem.js';
import { pipelined, Statements } from '../database/statements.js';
import { Transactions } from '../database/transactions.js';
import { GigTermsService } from '../events/gig-terms.service.js';
import type { StoredEvent } from '../events/stored-event.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { UsersService } from '../users/users.service.js';
import { ApplicationEntity } from './application.entity.js';
import { type ApplicationState, REFUSALS, stateOf } from './application-status.js';
import {
  type ApplicationDto,
  type ApplicationRow,
  DECISION_OUTCOMES,
  type DecideAllDto,
  type DecideDto,
  type DecisionOutcomeDto,
  type DecisionOutcomesDto,
  toApplicationDto,
} from './applications.dto.js';
import { ApplicationsService, COLUMNS, type GigApplication } from './applications.service.js';

/** `$4` is true for a withdrawal. TypeORM's `update` takes twice the processor time. */
const MOVE = {
  name: 'move application',
  text: `UPDATE applications SET status = $3, withdrawn_at = CASE WHEN $4 THEN now() END, note = $5, updated_at = now()
         WHERE gig_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
};

/** Decides on applications and withdraws them, by the rules in `REFUSALS`. */
@Injectable()
export class ApplicationMoves {
  constructor(
    private readonly transactions: Transactions,
    private readonly statements: Statements,
    private readonly applications: ApplicationsService,
    private readonly terms: GigTermsService,
    private readonly notifications: NotificationsService,
    private readonly users: UsersService,
  ) {}

  /**
   * Accepts or rejects an application, and notifies the applicant.
   * @throws Problem APPLICATION_DECIDED, APPLICATION_WITHDRAWN, POSITIONS_FILLED
   */
  decide(found: GigApplication, { status, note = null }: DecideDto): Promise<ApplicationDto> {
    return this.move(found, status, found.gig.creatorId!, note);
  }

  /**
   * Decides on applications of a gig one by one, each in its own transaction, queued on its own. If the
   * service fails or the client disconnects, the decisions made so far stay, and the same request can be sent
   * again.
   */
  async decideAll(
    gig: StoredEvent,
    { ids, ...decision }: DecideAllDto,
    isDisconnected: () => boolean,
  ): Promise<DecisionOutcomesDto> {
    const data: DecisionOutcomeDto[] = [];
    for (const id of ids) {
      if (isDisconnected()) break;
      data.push(await this.outcomeOf(gig, id, decision));
    }
    return { data };
  }

  /** Withdraws an application. A second withdrawal changes nothing. @throws Problem APPLICATION_DECIDED */
  withdraw(found: GigApplication): Promise<ApplicationDto> {
    return this.move(found, 'WITHDRAWN', found.application.applicantId);
  }

  /**
   * Takes a withdrawal back. An application that is not withdrawn does not change.
   * @throws Problem GIG_CLOSED, APPLICATION_DECIDED
   */
  takeBack(found: GigApplication): Promise<ApplicationDto> {
    return this.move(found, 'PENDING', found.application.applicantId);
  }

  /**
   * Decides on an application. A refusal is an outcome, not an error.
   * @throws Error where the service fails
   */
  private async outcomeOf(gig: StoredEvent, id: string, decision: DecideDto): Promise<DecisionOutcomeDto> {
    const application = await this.applications.find(gig.id, id);
    if (!application) return { id, outcome: 'NOT_FOUND', application: null };
    try {
      return { id, outcome: 'DECIDED', application: await this.decide({ gig, application }, decision) };
    } catch (error) {
      const code = error instanceof Problem ? error.code : undefined;
      const outcome = DECISION_OUTCOMES.find((known) => known === code);
      if (!outcome) throw error;
      const now = await this.applications.find(gig.id, id);
      return { id, outcome, application: now && (await this.applications.withApplicant(now)) };
    }
  }

  /**
   * Moves an application. Its row is locked until the transaction ends, so of concurrent moves, each sees the
   * ones before it. The notification of a decision is part of the transaction.
   * @param next the state after the move
   * @param mover the caller, in whose queue the transaction waits
   * @param note the words of a decision
   * @throws Problem where the table refuses the move, and NOT_FOUND where the application is deleted
   */
  private async move(
    { gig: { title: gigTitle }, application: { id, gigId, applicantId } }: GigApplication,
    next: ApplicationState,
    mover: string,
    note: string | null = null,
  ): Promise<ApplicationDto> {
    const moving = this.transactions.run(mover, async (manager): Promise<ApplicationRow> => {
      const lock = { mode: 'for_no_key_update' } as const; // reminders skip rows that are being deleted
      const [hasPosition, , application] = await pipelined(
        next === 'ACCEPTED' && this.terms.takePosition(gigId, manager),
        next === 'PENDING' && this.terms.lockOpen(gigId, manager),
        manager.findOne(ApplicationEntity, { where: { gigId, id }, lock }),
      );
      if (!application) throw new Problem('NOT_FOUND');
      const state = stateOf(application);
      const refusal = REFUSALS[next][state];
      if (refusal) throw new Problem(refusal);
      if (next === state) return application;
      if (next === 'ACCEPTED' && !hasPosition) throw new Problem('POSITIONS_FILLED');
      const isDecision = next === 'ACCEPTED' || next === 'REJECTED';
      const values = [gigId, id, isDecision ? next : 'PENDING', next === 'WITHDRAWN', note];
      const data = { gigId, gigTitle, applicantId, note };
      const [[moved]] = await pipelined(
        this.statements.query<ApplicationRow>({ ...MOVE, values }, { manager }),
        isDecision && this.notifications.notify(applicantId, `APPLICATION_${next}`, id, data, manager),
      );
      return moved!;
    });
    const [moved, applicant] = await Promise.all([moving, this.users.find(applicantId)]);
    return toApplicationDto(moved, applicant);
  }
}
