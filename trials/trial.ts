import type { Testbed } from '../bench/testbed.js';

/** What clients should not see, and how tables call it. `errors` are other responses from 500 on. */
export const NAMES = {
  lost: 'lost',
  repeated: 'repeated',
  unavailable: '503',
  errors: 'other 5xx',
  broken: 'no answer',
};
export type Count = keyof typeof NAMES;

/** What clients saw, and what the database held in the end. */
export interface Outcome extends Record<Count, number> {
  /** Writes that were answered 201. */
  acknowledged: number;
  /** Milliseconds between two acknowledged writes at most. */
  longestPause: number;
  /** What else is to be said, such as how long it took. */
  notes: string[];
  /** What is wrong beside the counts. */
  faults?: string[];
}

export interface Trial {
  /** What is done. */
  title: string;
  /** The counts that have to be 0; a control has to lose instead, or the trials prove nothing. */
  holds: Count[] | 'control';
  /** @throws MissingProgram where it needs one that is not installed */
  run(testbed: Testbed, signal: AbortSignal): Promise<Outcome>;
}

/** How a trial went. */
export interface Result extends Pick<Trial, 'title'> {
  name: string;
  /** Why it could not be run, here. */
  missing?: string;
  outcome?: Outcome;
  /** Why it failed; nothing where it holds. */
  faults: string[];
}

/** What an outcome shows that it should not. */
export function faultsOf(holds: Trial['holds'], outcome: Outcome): string[] {
  if (outcome.acknowledged === 0) return ['nothing was acknowledged'];
  const faults = outcome.faults ?? [];
  if (holds === 'control') return outcome.lost > 0 ? faults : [...faults, 'the control lost nothing'];
  const wrong = holds.filter((count) => outcome[count] > 0);
  return [...faults, ...wrong.map((count) => `${NAMES[count]}: ${outcome[count]}`)];
}
