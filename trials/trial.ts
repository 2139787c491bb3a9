import type { Testbed } from '../bench/testbed.js';
import type { Found } from './programs.js';

/** What clients saw, and what the database held in the end. */
export interface Outcome {
  /** Writes that were answered 201. */
  acknowledged: number;
  /** Acknowledged writes that nobody finds any more. */
  lost: number;
  /** Writes that are there more than once, though each try carried the same key. */
  repeated: number;
  /** Answers 503, other answers from 500 on, and requests without an answer. */
  unavailable: number;
  errors: number;
  broken: number;
  /** Milliseconds between two acknowledged writes at most. */
  longestPause: number;
  /** What else is to be said, such as how long it took. */
  notes: string[];
  /** What is wrong beside the counts. */
  faults?: string[];
}

/** What a trial may not show: the names of counts that have to be 0. */
export type Count = 'lost' | 'repeated' | 'unavailable' | 'errors' | 'broken';

export interface Trial {
  name: string;
  /** What is done. */
  title: string;
  /** The programs that it needs beside those of npm. */
  needs: (keyof Found)[];
  /** The counts that have to be 0; a control has to lose instead, or the trials prove nothing. */
  holds: Count[] | 'control';
  run(testbed: Testbed, programs: Found, signal: AbortSignal): Promise<Outcome>;
}

/** How a trial went. */
export interface Result {
  name: string;
  title: string;
  /** Why it could not be run, here. */
  missing?: string;
  outcome?: Outcome;
  /** Why it failed; nothing where it holds. */
  faults: string[];
}

/** What an outcome shows that it should not. */
export function faultsOf(holds: Trial['holds'], outcome: Outcome): string[] {
  if (outcome.acknowledged === 0) return ['nothing was acknowledged'];
  const faults = [...(outcome.faults ?? [])];
  if (holds === 'control') return outcome.lost > 0 ? faults : [...faults, 'the control lost nothing'];
  return [
    ...faults,
    ...holds.filter((count) => outcome[count] > 0).map((count) => `${NAMES[count]}: ${outcome[count]}`),
  ];
}

export const NAMES: Record<Count, string> = {
  lost: 'lost',
  repeated: 'repeated',
  unavailable: '503',
  errors: 'other 5xx',
  broken: 'no answer',
};
