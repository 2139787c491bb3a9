import { MAX_LIMIT, type Page, toPage } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import type { EventType } from './event.entity.js';
import type { ShownEvent } from './rendered-events.js';

/** @param others the other parameters of a query that names ids @throws Problem VALIDATION_FAILED where there are any */
export function assertAlone(others: object): void {
  const names = Object.keys(others);
  if (names.length > 0)
    throw Problem.invalid({ pointer: 'ids', detail: `cannot be combined with ${names.join(', ')}` });
}

/** The events of some ids, in their order, each once; one that is unknown is left out. @param type others are left out */
export function pageOfIds(events: (ShownEvent | undefined)[], type?: EventType): Page<ShownEvent> {
  const found = new Map<string, ShownEvent>();
  for (const event of events) if (event && (type ?? event.type) === event.type) found.set(event.id, event);
  return toPage([...found.values()], found.size, MAX_LIMIT, 0, null);
}
