import type { ProblemCode } from '../common/problem.js';

export const APPLICATION_STATUSES = ['PENDING', 'ACCEPTED', 'REJECTED'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** The decisions on a PENDING application. The owner of the gig decides once (rules.md, "Applications"). */
export const DECISIONS = ['ACCEPTED', 'REJECTED'] as const satisfies ApplicationStatus[];
export type Decision = (typeof DECISIONS)[number];

/** The state of an application. A withdrawn one has the status PENDING and a withdrawal time. */
export type ApplicationState = ApplicationStatus | 'WITHDRAWN';

const DECIDED = { ACCEPTED: 'APPLICATION_DECIDED', REJECTED: 'APPLICATION_DECIDED' } as const;

/**
 * The moves of an application (rules.md, "Applications"): the owner of the gig decides, the applicant
 * withdraws or takes the withdrawal back. For each state after a move, and each before: the problem that
 * refuses the move, if one does.
 */
export const REFUSALS: Record<ApplicationState, Partial<Record<ApplicationState, ProblemCode>>> = {
  ACCEPTED: { WITHDRAWN: 'APPLICATION_WITHDRAWN', ...DECIDED },
  REJECTED: { WITHDRAWN: 'APPLICATION_WITHDRAWN', ...DECIDED },
  WITHDRAWN: DECIDED,
  PENDING: DECIDED,
};

export function stateOf(application: {
  status: ApplicationStatus;
  withdrawnAt: Date | string | null;
}): ApplicationState {
  return application.withdrawnAt === null ? application.status : 'WITHDRAWN';
}
