/** Control characters: C0 with DEL, and C1. */
const CONTROL = /\p{Cc}/u;
const CONTROLS = /\p{Cc}+/gu;
/** The same except tabs and line breaks. */
const CONTROL_IN_LINES = /[^\P{Cc}\t\n\r]/u;
const CONTROLS_IN_LINES = /[^\P{Cc}\t\n\r]+/gu;
/**
 * A character that one can see: no blank, no control or format character, none that fonts ignore (such as variation
 * selectors and fillers of Hangul), and none of those whose glyph is empty though Unicode does not say so (the blank of
 * Braille, the fillers of Khitan and of hieroglyphs, the null notehead).
 */
const VISIBLE =
  /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u;

/** What kind of text it is. */
export interface TextKind {
  /** It may have several lines: tabs and line breaks (LF, CR) are allowed. */
  lines?: boolean;
}

/** Whether a text has control characters that its kind may not have (rules.md, "Everywhere"). */
export function hasControls(text: string, { lines = false }: TextKind = {}): boolean {
  return (lines ? CONTROL_IN_LINES : CONTROL).test(text);
}

/** The text without the control characters that its kind may not have. */
export function withoutControls(text: string, { lines = false }: TextKind = {}): string {
  return text.replace(lines ? CONTROLS_IN_LINES : CONTROLS, '');
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether it is written as a UUID, of whatever version and variant: PostgreSQL, too, takes 32 digits for one (RFC 9562, 4). */
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && UUID.test(text);
}

/** Whether there is anything to see in a text. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** Whether PostgreSQL can store it, and JSON carry it: no NUL, no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

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
