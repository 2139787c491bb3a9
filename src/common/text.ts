/** Control characters: C0 with DEL, and C1; `IN_LINES` except tabs and line breaks. */
const CONTROLS = /\p{Cc}+/gu;
const CONTROLS_IN_LINES = /[^\P{Cc}\t\n\r]+/gu;
/**
 * A visible character: no white space, no control, format or default-ignorable character, and no glyph that
 * is empty though Unicode does not say so (Braille blank, Khitan and hieroglyph fillers, null notehead).
 */
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

/** The first `length` code points. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = 0;
  for (let count = 0; count < length && end < text.length; count += 1)
    end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  return text.slice(0, end);
}
