export const APPLICATION_STATUSES = ['PENDING', 'ACCEPTED', 'REJECTED'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** What a gig's owner can decide of a PENDING application, once (decisions.md, "Applications"). */
export const DECISIONS = ['ACCEPTED', 'REJECTED'] as const satisfies ApplicationStatus[];
export type Decision = (typeof DECISIONS)[number];
