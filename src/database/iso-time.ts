import pg from 'pg';

const TIMESTAMPTZ = 1184;
/** Characters of a time with milliseconds. The tables hold none that is finer. */
const LONGEST = '2031-03-01 18:00:00.123+00'.length;

/** PostgreSQL's text of a timestamptz as ISO 8601 in UTC with milliseconds (rules.md, "Everywhere"), without making a Date. */
export function isoTime(text: string): string {
  if (text.length > LONGEST || text[4] !== '-' || !text.endsWith('+00')) return new Date(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`;
}

/** Type parsers for a query of pg: timestamps come as ISO text, everything else as pg has it. */
export const isoTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ && format !== 'binary' ? isoTime : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;
