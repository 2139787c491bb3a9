import { Problem, type ProblemCode } from '../common/problem.js';

export const APPLICATION_STATUSES = ['PENDING', 'ACCEPTED', 'REJECTED'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** What a gig's owner can decide of a PENDING application, once (rules.md, "Applications"). */
export const DECISIONS = ['ACCEPTED', 'REJECTED'] as const satisfies ApplicationStatus[];
export type Decision = (typeof DECISIONS)[number];

/** Where an application stands. What is withdrawn has the status PENDING, and the time of its withdrawal. */
export type ApplicationState = ApplicationStatus | 'WITHDRAWN';

/** What can be done with an application. */
export type Move = 'accept' | 'reject' | 'withdraw' | 'takeBack';

interface Rules {
  /** The state after the move, or the problem that refuses it, for each state before. */
  outcomes: Record<ApplicationState, ApplicationState | ProblemCode>;
  /** The problem that may refuse it because of the gig. */
  gigRefusal?: 'POSITIONS_FILLED' | 'GIG_CLOSED';
}

const DECIDED = { ACCEPTED: 'APPLICATION_DECIDED', REJECTED: 'APPLICATION_DECIDED' } as const;

/** Every move of an application (rules.md, "Applications"): the gig's owner decides, the applicant withdraws. */
export const APPLICATION_MOVES: Readonly<Record<Move, Rules>> = {
  accept: {
    outcomes: { PENDING: 'ACCEPTED', WITHDRAWN: 'APPLICATION_WITHDRAWN', ...DECIDED },
    gigRefusal: 'POSITIONS_FILLED',
  },
  reject: { outcomes: { PENDING: 'REJECTED', WITHDRAWN: 'APPLICATION_WITHDRAWN', ...DECIDED } },
  withdraw: { outcomes: { PENDING: 'WITHDRAWN', WITHDRAWN: 'WITHDRAWN', ...DECIDED } },
  takeBack: { outcomes: { PENDING: 'PENDING', WITHDRAWN: 'PENDING', ...DECIDED }, gigRefusal: 'GIG_CLOSED' },
};

/** Where an application stands after a move. @throws Problem where the table refuses it */
export function stateAfter(move: Move, state: ApplicationState): ApplicationState {
  const outcome = APPLICATION_MOVES[move].outcomes[state];
  if (isState(outcome)) return outcome;
  throw new Problem(outcome);
}

function isState(outcome: ApplicationState | ProblemCode): outcome is ApplicationState {
  return Object.hasOwn(APPLICATION_MOVES.accept.outcomes, outcome);
}

/** Where an application stands. */
export function stateOf(application: {
  status: ApplicationStatus;
  withdrawnAt: Date | string | null;
}): ApplicationState {
  return application.withdrawnAt === null ? application.status : 'WITHDRAWN';
}
