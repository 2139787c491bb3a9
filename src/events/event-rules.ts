import { type Fault, Problem } from '../common/problem.js';
import { mayMove } from './event-status.js';
import type { StoredEvent } from './stored-event.js';

/** What only gigs have. */
const GIG_TERMS = ['compensation', 'applyBy', 'positions'] as const;
const TERMS = ['startAt', 'endAt', ...GIG_TERMS] as const;

type Terms = Pick<StoredEvent, 'type' | (typeof TERMS)[number]>;

/** An event's times are ISO 8601 text in UTC with milliseconds, which sorts as the instants do. */
function faultsOf({ type, startAt, endAt, ...terms }: Terms): Fault[] {
  const faults: Fault[] = [];
  if (endAt !== null && endAt < startAt)
    faults.push({ pointer: '/endAt', detail: 'must not be before startAt' });
  for (const term of GIG_TERMS)
    if (type === 'EVENT' && terms[term] !== null)
      faults.push({ pointer: `/${term}`, detail: 'is for gigs only' });
  return faults;
}

/**
 * Holds a new event to the rules that span several fields (rules.md, "Events and gigs").
 * @throws Problem VALIDATION_FAILED
 */
export function assertSound(event: Terms): void {
  const faults = faultsOf(event);
  if (faults.length > 0) throw Problem.invalid(...faults);
}

/**
 * Holds a change of an event to the rules: its type stays, its times and terms are sound after the change, its positions
 * are no fewer than are accepted, and the state table has the move.
 * @throws Problem VALIDATION_FAILED or INVALID_TRANSITION
 */
export function assertMayBecome(event: StoredEvent, changes: Partial<StoredEvent>): void {
  const next = { ...event, ...changes };
  const faults = TERMS.some((term) => term in changes) ? faultsOf(next) : [];
  if (next.type !== event.type) faults.push({ pointer: '/type', detail: 'cannot be changed' });
  if (changes.positions && changes.positions < event.acceptedCount)
    faults.push({
      pointer: '/positions',
      detail: `must be at least ${event.acceptedCount}: so many are accepted`,
    });
  if (faults.length > 0) throw Problem.invalid(...faults);
  const endAt = next.endAt === null ? null : Date.parse(next.endAt);
  if (!mayMove(event.status, next.status, { endAt, now: Date.now() }))
    throw new Problem(
      'INVALID_TRANSITION',
      `The status cannot change from ${event.status} to ${next.status} now.`,
    );
}
