import { LISTS } from './lists.js';
import { APPLICATIONS, APPLY, INBOXES } from './participation.js';
import type { Work } from './scenario.js';
import { CREATE, READS, UPDATE } from './single-events.js';

/** The works in the order of the table; those that write come last, since the others read what they leave. */
export const WORKS: Work[] = [...LISTS, ...READS, APPLICATIONS, ...INBOXES, CREATE, UPDATE, APPLY];

/** Works by their names. */
export function worksNamed(...names: string[]): Work[] {
  return WORKS.filter(({ name }) => names.includes(name));
}
