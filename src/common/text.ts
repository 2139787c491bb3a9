/** Control characters: C0 with DEL, and C1; `IN_LINES` except tabs and line breaks. */
const CONTROL = /\p{Cc}/u;
const CONTROLS = /\p{Cc}+/gu;
const CONTROL_IN_LINES = /[^\P{Cc}\t\n\r]/u;
const CONTROLS_IN_LINES = /[^\P{Cc}\t\n\r]+/gu;
/**
 * A character that one can see: no blank, control or format character, none that fonts ignore, and none of those whose glyph is
 * empty though Unicode does not say so (the blank of Braille, the fillers of Khitan and of hieroglyphs, the null notehead).
 */
const VISIBLE =
  /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u;

/** Whether a text of one line, or of several `lines`, has control characters that it may not have (rules.md, "Everywhere"). */
export const hasControls = (text: string, { lines = false } = {}): boolean =>
  (lines ? CONTROL_IN_LINES : CONTROL).test(text);

/** The text without the control characters that it may not have. */
export const withoutControls = (text: string, { lines = false } = {}): string =>
  text.replace(lines ? CONTROLS_IN_LINES : CONTROLS, '');

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether it is written as a UUID, of whatever version and variant: PostgreSQL, too, takes 32 digits for one (RFC 9562, 4). */
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && UUID.test(text);
}

/** Whether there is anything to see in a text. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/** Whether PostgreSQL can store it, and JSON carry it: no NUL, no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Length in code points, like all lengths of the API. */
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
