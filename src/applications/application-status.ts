import { Problem, type ProblemCode } from '../common/problem.js';

export const APPLICATION_STATUSES = ['PENDING', 'ACCEPTED', 'REJECTED'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** The decisions on a PENDING application. The owner of the gig decides once (rules.md, "Applications"). */
export const DECISIONS = ['ACCEPTED', 'REJECTED'] as const satisfies ApplicationStatus[];
export type Decision = (typeof DECISIONS)[number];

/** The state of an application. A withdrawn one has the status PENDING and a withdrawal time. */
export type ApplicationState = ApplicationStatus | 'WITHDRAWN';

/** The moves that change the state of an application. */
export type Move = 'accept' | 'reject' | 'withdraw' | 'takeBack';

interface Rules {
  /** For each state before the move: the state after it, or the problem that refuses it. */
  outcomes: Record<ApplicationState, ApplicationState | ProblemCode>;
  /** The problem if the gig refuses the move. */
  gigRefusal?: 'POSITIONS_FILLED' | 'GIG_CLOSED';
}

const DECIDED = { ACCEPTED: 'APPLICATION_DECIDED', REJECTED: 'APPLICATION_DECIDED' } as const;

/**
 * The moves of an application (rules.md, "Applications"): the owner of the gig decides, the applicant
 * withdraws.
 */
export const APPLICATION_MOVES: Readonly<Record<Move, Rules>> = {
  accept: {
    outcomes: { PENDING: 'ACCEPTED', WITHDRAWN: 'APPLICATION_WITHDRAWN', ...DECIDED },
    gigRefusal: 'POSITIONS_FILLED',
  },
  reject: { outcomes: { PENDING: 'REJECTED', WITHDRAWN: 'APPLICATION_WITHDRAWN', ...DECIDED } },
  withdraw: { outcomes: { PENDING: 'WITHDRAWN', WITHDRAWN: 'WITHDRAWN', ...DECIDED } },
  takeBack: { outcomes: { PENDING: 'PENDING', WITHDRAWN: 'PENDING', ...DECIDED }, gigRefusal: 'GIG_CLOSED' },
};

/** The state of an application after a move. @throws Problem where the table refuses the move */
export function stateAfter(move: Move, state: ApplicationState): ApplicationState {
  const outcome = APPLICATION_MOVES[move].outcomes[state];
  if (isState(outcome)) return outcome;
  throw new Problem(outcome);
}

function isState(outcome: ApplicationState | ProblemCode): outcome is ApplicationState {
  return Object.hasOwn(APPLICATION_MOVES.accept.outcomes, outcome);
}

export function stateOf(application: {
  status: ApplicationStatus;
  withdrawnAt: Date | string | null;
}): ApplicationState {
  return application.withdrawnAt === null ? application.status : 'WITHDRAWN';
}
