/** Octets of a line, without its end; those of a continuation count the blank that it begins with (RFC 5545, 3.1). */
const MOST_OCTETS = 75;
/** What no text may hold (RFC 5545, 3.3.11): control characters but the tab. */
const CONTROLS = /[^\P{Cc}\t]/gu;
const LINE_BREAKS = /\r\n|\r|\n/g;

/** The lines of an iCalendar object, folded and ended as RFC 5545, 3.1 says. */
export function contentLines(lines: string[]): string {
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** A value of the type TEXT (RFC 5545, 3.3.11). */
export function text(value: string): string {
  return value
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replace(LINE_BREAKS, '\\n')
    .replace(CONTROLS, '');
}

/** A value of the type URI (RFC 5545, 3.3.13), which has no escapes. Blanks and line breaks, which no link has, would end it. */
export function uri(value: string): string {
  return value.replace(/[\p{Cc}\s]/gu, '');
}

/** A value of the type DATE-TIME in UTC (RFC 5545, 3.3.5); what it cannot say of an instant, the milliseconds, is cut off. */
export function utc(instant: string): string {
  return `${instant.slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** Breaks a line that is too long, never within a character. */
function fold(line: string): string {
  const octets = Buffer.from(line);
  if (octets.length <= MOST_OCTETS) return line;
  const parts: string[] = [];
  for (let start = 0; start < octets.length; ) {
    let end = Math.min(octets.length, start + MOST_OCTETS - (start > 0 ? 1 : 0));
    while (end < octets.length && isWithinCharacter(octets[end]!)) end -= 1;
    parts.push(octets.toString('utf8', start, end));
    start = end;
  }
  return parts.join('\r\n ');
}

/** Whether an octet of UTF-8 goes on with a character that has begun before it. */
function isWithinCharacter(octet: number): boolean {
  return (octet & 0b1100_0000) === 0b1000_0000;
}
