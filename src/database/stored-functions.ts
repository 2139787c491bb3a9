import type { QueryRunner } from 'typeorm';
import { searchFunctions } from '../../migrations/1795850790835-search.js';
import { columnFunctions, REWRITE_EVENTS } from '../../migrations/1796000000400-cheap-writes.js';
import type { Statement } from './statements.js';

/** A function of the database, with its source and its quoted schema. */
export interface StoredFunction {
  name: string;
  source: string;
  schema: string;
}

export const READ_FUNCTIONS: Statement = {
  text: `SELECT proname AS name, prosrc AS source, quote_ident(current_schema()) AS schema FROM pg_proc
         WHERE pronamespace = current_schema()::regnamespace ORDER BY 1`,
  values: [],
};
const DEFINITION = /FUNCTION (\w+)\([^$]*\$\$(.*?)\$\$/gs;

/** SQL of the functions that generated columns, indexes and searches call, as the migrations create them. */
const definitions = (schema: string) =>
  (searchFunctions(schema) + columnFunctions(schema)).replaceAll(
    'CREATE FUNCTION',
    'CREATE OR REPLACE FUNCTION',
  );

/** Names of the functions whose source is not that of the migrations. */
export function changedFunctions(stored: StoredFunction[]): string[] {
  const defined = [...definitions(stored[0]?.schema ?? '').matchAll(DEFINITION)];
  const sources = new Map(defined.map(([, name, source]) => [name, source]));
  return stored
    .filter(({ name, source }) => sources.has(name) && sources.get(name) !== source)
    .map(({ name }) => name);
}

/** Stores the functions of the migrations, and rewrites what depends on them. */
export async function restoreFunctions(runner: QueryRunner): Promise<void> {
  const [{ schema }] = await runner.query('SELECT quote_ident(current_schema()) AS schema');
  await runner.query(definitions(schema));
  await runner.query(REWRITE_EVENTS);
}
