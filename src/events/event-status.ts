export const EVENT_STATUSES = ['OPEN', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** What a move is judged by; times are milliseconds since the epoch. */
export interface MoveContext {
  /** The end that the same PATCH leaves behind. */
  endAt: number | null;
  now: number;
}

const always = () => true;
const beforeEnd = ({ endAt, now }: MoveContext) => endAt === null || now < endAt;

/** The creator's moves (rules.md, "Events and gigs"). No move leads out of COMPLETED or CANCELLED. */
export const EVENT_MOVES: Record<
  EventStatus,
  Partial<Record<EventStatus, (context: MoveContext) => boolean>>
> = {
  OPEN: { IN_PROGRESS: always, CANCELLED: always, COMPLETED: beforeEnd },
  IN_PROGRESS: { COMPLETED: always },
  COMPLETED: {},
  CANCELLED: {},
};

/** Whether the creator may make this move. Keeping the status is always allowed. */
export function mayMove(from: EventStatus, to: EventStatus, context: MoveContext): boolean {
  return from === to || (EVENT_MOVES[from][to]?.(context) ?? false);
}

/** The statuses that time or a feed may still end. */
export const UNENDED: readonly EventStatus[] = ['OPEN', 'IN_PROGRESS'];
/** The same in SQL. It is text, since with parameters no partial index fits. */
export const IS_UNENDED = `status IN ('${UNENDED.join("', '")}')`;
