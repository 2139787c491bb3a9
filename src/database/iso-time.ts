import pg from 'pg';

const TIMESTAMPTZ = 1184;
const PLAIN_UTC = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,3}))?\+00$/;

/** PostgreSQL's text of a timestamptz as ISO 8601 in UTC with milliseconds (contract.md 1), without a Date on the way. */
export function isoTime(text: string): string {
  const match = PLAIN_UTC.exec(text);
  return match ? `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0')}Z` : new Date(text).toISOString();
}

type Parser = (text: string) => unknown;

/** By the OID of their type; pg asks for one for every column of every answer. */
const parsers = new Map<number, Parser>([[TIMESTAMPTZ, isoTime]]);

function parserOf(oid: number): Parser {
  let parser = parsers.get(oid);
  if (!parser) {
    parser = pg.types.getTypeParser(oid, 'text') as Parser;
    parsers.set(oid, parser);
  }
  return parser;
}

/** Type parsers for a pg pool: timestamps come as ISO text, everything else as pg has it. */
export const isoTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    format === 'binary'
      ? pg.types.getTypeParser(oid, format)
      : parserOf(oid)) as typeof pg.types.getTypeParser,
};
