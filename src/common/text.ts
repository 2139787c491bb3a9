/** Control characters: C0 with DEL, and C1; `IN_LINES` except tabs and line breaks. */
const CONTROLS = /\p{Cc}+/gu;
const CONTROLS_IN_LINES = /[^\P{Cc}\t\n\r]+/gu;
/** A visible character: no blank, control, format or ignorable character, no empty glyph (Braille blank). */
const VISIBLE =
  /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u;

/** Whether a text has forbidden control characters. `lines` allows tabs and line breaks. */
export const hasControls = (text: string, { lines = false } = {}): boolean =>
  text.search(lines ? CONTROLS_IN_LINES : CONTROLS) >= 0;

/** Removes forbidden control characters. `lines` keeps tabs and line breaks. */
export const withoutControls = (text: string, { lines = false } = {}): string =>
  text.replace(lines ? CONTROLS_IN_LINES : CONTROLS, '');

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a value is a UUID of any version and variant (RFC 9562, 4), as PostgreSQL accepts it. */
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && UUID.test(text);
}

export const isVisible = (text: string): boolean => VISIBLE.test(text);

/** Whether PostgreSQL can store a text and JSON can carry it: no NUL, no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The length in code points, as for all lengths of the API. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The first `length` code points, of one or two code units each. */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : [...text.slice(0, 2 * length)].slice(0, length).join('');
