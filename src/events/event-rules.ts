import { type Fault, Problem } from '../common/problem.js';
import type { EventStatus } from './event.entity.js';
import type { CreateEventDto } from './events.dto.js';
import type { StoredEvent } from './stored-event.js';

/** The moves of the creator (rules.md, "Events and gigs"). COMPLETED and CANCELLED are final. */
export const EVENT_MOVES: Record<EventStatus, Partial<Record<EventStatus, 'always' | 'before its end'>>> = {
  OPEN: { IN_PROGRESS: 'always', CANCELLED: 'always', COMPLETED: 'before its end' },
  IN_PROGRESS: { COMPLETED: 'always' },
  COMPLETED: {},
  CANCELLED: {},
};

/** Whether the creator may make this move. Keeping the status is always allowed. */
export function mayMove(from: EventStatus, to: EventStatus, hasEnded: boolean): boolean {
  const when = EVENT_MOVES[from][to];
  return from === to || when === 'always' || (when === 'before its end' && !hasEnded);
}

/** Properties that only gigs may have. */
const GIG_TERMS = ['compensation', 'applyBy', 'positions'] as const;
type Terms = Pick<CreateEventDto, 'type' | 'startAt' | 'endAt' | (typeof GIG_TERMS)[number]>;

// The times are ISO 8601 text in UTC with milliseconds. Such text sorts chronologically.
function faultsOf({ type, startAt, endAt, ...terms }: Terms): Fault[] {
  const faults: Fault[] = [];
  if (endAt && endAt < startAt) faults.push({ pointer: '/endAt', detail: 'must not be before startAt' });
  for (const term of GIG_TERMS)
    if (type === 'EVENT' && terms[term]) faults.push({ pointer: `/${term}`, detail: 'is for gigs only' });
  return faults;
}

/** Checks the rules of a new event that span several fields. @throws Problem VALIDATION_FAILED */
export function assertConsistent(event: Terms): void {
  const faults = faultsOf(event);
  if (faults.length > 0) throw Problem.invalid(...faults);
}

/**
 * Checks that an event is consistent after a change, and that the state table allows the move.
 * @throws Problem VALIDATION_FAILED or INVALID_TRANSITION
 */
export function assertMayChange(event: StoredEvent, changes: Partial<StoredEvent>): void {
  const { type, ...next } = { ...event, ...changes };
  const faults = faultsOf({ ...next, type: event.type });
  if (type !== event.type) faults.push({ pointer: '/type', detail: 'cannot be changed' });
  const { acceptedCount } = event;
  if (changes.positions && changes.positions < acceptedCount)
    faults.push({
      pointer: '/positions',
      detail: `must be at least ${acceptedCount}: that many are accepted`,
    });
  if (faults.length > 0) throw Problem.invalid(...faults);
  const hasEnded = next.endAt !== null && Date.parse(next.endAt) <= Date.now();
  if (!mayMove(event.status, next.status, hasEnded))
    throw new Problem(
      'INVALID_TRANSITION',
      `The status cannot change from ${event.status} to ${next.status} now.`,
    );
}
