import { EVENING, NIGHT_ENDS } from '../../events/event-window.js';

/** Milliseconds that "now" lasts: a language model names its times in minutes. */
export const NOW_LASTS = 60_000;

/** The hours at which a part of a day begins and ends, and how an answer names it. */
export type PartOfDay = readonly [begins: number, ends: number, said: string];

/** Parts of a day, by the hours at which they begin and end. Evenings and nights are those of `when` in a list. */
export const PARTS: [RegExp, ...PartOfDay][] = [
  [/\blate[ -]night\b/, 21, 24 + NIGHT_ENDS, 'late at night'],
  [/\bmorning\b/, 5, 12, 'in the morning'],
  [/\bafternoon\b/, 12, 18, 'in the afternoon'],
  [/\bevening\b/, EVENING, 24, 'in the evening'],
  [/\b(?:to)?night\b/, EVENING, 24 + NIGHT_ENDS, 'at night'],
];

/** The part of a day that a text names; it names one. */
export function partNamed(said: string): PartOfDay {
  const [, ...part] = PARTS.find(([pattern]) => pattern.test(said.toLowerCase()))!;
  return part;
}
