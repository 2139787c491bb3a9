import type { EntityManager, QueryRunner } from 'typeorm';
import { searchFunctions } from '../../migrations/1795850790835-search.js';
import { columnFunctions, REWRITE_EVENTS } from '../../migrations/1796000000400-cheap-writes.js';

const SCHEMA = 'SELECT quote_ident(current_schema()) AS schema';
const SOURCES = `SELECT proname AS name, prosrc AS source FROM pg_proc
                 WHERE pronamespace = current_schema()::regnamespace ORDER BY 1`;
const DEFINITION = /FUNCTION (\w+)\([^$]*\$\$(.*?)\$\$/gs;

/** SQL of the functions that generated columns, indexes and searches call, as the migrations create them. */
const definitions = (schema: string) =>
  (searchFunctions(schema) + columnFunctions(schema)).replaceAll(
    'CREATE FUNCTION',
    'CREATE OR REPLACE FUNCTION',
  );

/** Names of the functions whose source is not that of the migrations. */
export async function changedFunctions(manager: EntityManager): Promise<string[]> {
  const [{ schema }] = await manager.query(SCHEMA);
  const defined = [...definitions(schema).matchAll(DEFINITION)];
  const sources = new Map(defined.map(([, name, source]) => [name, source]));
  const stored: { name: string; source: string }[] = await manager.query(SOURCES);
  const changed = stored.filter(({ name, source }) => sources.has(name) && sources.get(name) !== source);
  return changed.map(({ name }) => name);
}

/** Stores the functions of the migrations, and rewrites what depends on them. */
export async function restoreFunctions({ manager }: QueryRunner): Promise<void> {
  const [{ schema }] = await manager.query(SCHEMA);
  await manager.query(definitions(schema));
  await manager.query(REWRITE_EVENTS);
}
