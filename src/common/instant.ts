const DATE = '(\\d{4})-(\\d{2})-(\\d{2})';
const TIME = '(\\d{2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?';
const ZONE = '(Z|[+-]\\d{2}:?\\d{2})';
const INSTANT = new RegExp(`^${DATE}T${TIME}${ZONE}$`, 'i');
const DAY = new RegExp(`^${DATE}$`);
/** An instant as `toISOString` writes it, on a day that every month has: `Date.parse` reads it right, and fast. */
const PLAIN =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:[01][1-9]|[12]0|2[1-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** Milliseconds of an hour, and of a day. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** The instants that an event may have (rules.md, "Everywhere"), in milliseconds since the epoch. */
export const EARLIEST = Date.UTC(1970, 0, 1);
export const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

function utcDay(year: number, month: number, day: number): number | undefined {
  const time = Date.UTC(year, month - 1, day);
  const date = new Date(time);
  const real =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? time : undefined;
}

function zoneOffset(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

function within(time: number): number | undefined {
  return time >= EARLIEST && time <= LATEST ? time : undefined;
}

/**
 * Reads an ISO 8601 timestamp that carries a zone and names a real instant between the years 1970 and 9999
 * (rules.md, "Everywhere"); digits beyond the millisecond are cut off.
 * @returns milliseconds since the epoch, or undefined
 */
export function parseInstant(text: string): number | undefined {
  if (PLAIN.test(text)) return within(Date.parse(text));
  const match = INSTANT.exec(text);
  if (!match) return undefined;
  const date = utcDay(Number(match[1]), Number(match[2]), Number(match[3]));
  const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6] ?? 0)];
  const offset = zoneOffset(match[8]!);
  if (date === undefined || offset === undefined || hour > 23 || minute > 59 || second > 59) return undefined;
  const milliseconds = match[7] === undefined ? 0 : Number(match[7].slice(0, 3).padEnd(3, '0'));
  return within(date + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds - offset);
}

/**
 * Reads a calendar day, `YYYY-MM-DD`, between the years 1970 and 9999.
 * @returns milliseconds since the epoch of its start in UTC, or undefined
 */
export function parseDay(text: string): number | undefined {
  const match = DAY.exec(text);
  const day = match && utcDay(Number(match[1]), Number(match[2]), Number(match[3]));
  return day === null || day === undefined ? undefined : within(day);
}

/** An instant as every response writes it: UTC with milliseconds. */
export function formatInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
