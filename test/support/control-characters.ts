import fc from 'fast-check';

const of = (...codes: [number, number][]) =>
  codes.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, n) => first + n));
/** Characters, each with its replacement in a one-line text of a feed. NUL is not among them. */
const UNITS: [string, string][] = [
  ...['a', ' ', 'é', '字', '😀', '\u2067ש\u2069', '\u00ad', '\u2028'].map((text): [string, string] => [
    text,
    text,
  ]),
  ...['\t', '\n', '\r', '\r\n'].map((text): [string, string] => [text, ' ']),
  ...of([1, 8], [11, 12], [14, 31], [127, 159]).map((code): [string, string] => [
    String.fromCharCode(code),
    '',
  ]),
];

/** A text with control characters, and its one-line form. Its first and last letters are visible. */
export const controlledText = fc
  .array(fc.constantFrom(...UNITS), { maxLength: 30 })
  // A CR before a LF would be one line break with it.
  .filter((units) => !units.some(([unit], index) => unit === '\r' && units[index + 1]?.[0] === '\n'))
  .map((units) => ({
    sent: `A${units.map(([unit]) => unit).join('')}Z`,
    expected: `A${units.map(([, shown]) => shown).join('')}Z`,
  }));
