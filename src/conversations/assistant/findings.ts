import type { FoundEvent } from './found.js';
import type { Finding, Group, Recall, Search } from './interpreter.js';

/** Whether something was found without giving up anything. */
export function isFitting({ groups }: Finding): boolean {
  return groups[0]?.without.length === 0;
}

/** Whether it was found by its title, or by all but its kind: "Kid" in "Kid Meridian" is a name. */
export function isByTitle({ groups }: Finding): boolean {
  return groups.length === 1 && ['title', 'kind'].includes(groups[0]!.without.join());
}

/** "Is there parking at Lantern Hall?": it asks of what is on there, and no other answer knows of it. */
export function isOfPlace({ search, groups }: Finding): boolean {
  const { thing, otherwise } = search;
  return thing !== null && otherwise?.kind === 'SMALL_TALK' && groups[0]?.without.length === 0;
}

/** Whether a detail is asked for. */
export function isAsked({ about, thing }: Recall): boolean {
  return about.length > 0 || thing !== null;
}

/** Whether what is cancelled answers the question: whether something takes place, or what it asks of it. */
export function isAnsweredBy(cancelled: FoundEvent[], { asksIfOn, about }: Search): boolean {
  return cancelled.length > 0 && (asksIfOn || about.length > 0);
}

export function idsOf(groups: Group[]): string[] {
  return groups.flatMap(({ events }) => events.map(({ id }) => id));
}

/** Whether something is asked of an event that the question names. */
export function isOfOne({ about, thing, filters }: Search): boolean {
  return (about.length > 0 || thing !== null) && filters.topics.length > 0;
}
