export const APPLICATION_STATUSES = ['PENDING', 'ACCEPTED', 'REJECTED'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** What the gig's owner can make of a PENDING application; a decision stands (decisions.md, "Applications"). */
export const DECISIONS = ['ACCEPTED', 'REJECTED'] as const satisfies ApplicationStatus[];
export type Decision = (typeof DECISIONS)[number];
