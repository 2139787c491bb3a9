import { FINDING } from './finding.js';
import { LISTS } from './lists.js';
import { APPLICATIONS, APPLY, DESK, INBOXES } from './participation.js';
import type { Scenario } from './scenario.js';
import { CREATE, READS, UPDATE } from './single-events.js';

/** The scenarios in the order of the table. Those that write come last: they change what the others read. */
export const SCENARIOS: Scenario[] = [
  ...LISTS,
  ...FINDING,
  ...READS,
  APPLICATIONS,
  DESK,
  ...INBOXES,
  CREATE,
  UPDATE,
  APPLY,
];

/** The scenarios of these names. */
export function scenariosNamed(...names: string[]): Scenario[] {
  return SCENARIOS.filter(({ name }) => names.includes(name));
}
