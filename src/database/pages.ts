import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import {
  DEFAULT_LIMIT,
  encodeCursor,
  fingerprint,
  MAX_TOTAL,
  type Page,
  type PageQuery,
  POSITION,
  startOfPage,
  toPage,
} from '../common/pagination.js';

/**
 * Reads one page of a query's rows, sorted by a time and the id. Its cost does not grow with the table.
 * @throws Problem VALIDATION_FAILED for a cursor of another query
 */
export async function readPage<Entity extends ObjectLiteral>(
  rows: SelectQueryBuilder<Entity>,
  { limit = DEFAULT_LIMIT, ...start }: PageQuery,
  { by, direction }: { by: keyof Entity & string; direction: 'ASC' | 'DESC' },
): Promise<Page<Entity>> {
  const [text, values] = rows.getQueryAndParameters();
  const scope = fingerprint(text, values, by, direction);
  const { position, offset } = startOfPage(scope, start, POSITION);
  const [time, id] = [`${rows.alias}.${by}`, `${rows.alias}.id`];
  const page = rows.clone().orderBy(time, direction).addOrderBy(id, direction);
  if (position) page.andWhere(`(${time}, ${id}) ${direction === 'DESC' ? '<' : '>'} (:at, :id)`, position);
  const result = await page
    .limit(limit + 1)
    .offset(offset)
    .getMany();

  const data = result.slice(0, limit);
  const last = data.at(-1);
  const isAll = result.length <= limit && !position && offset === 0;
  const matches = isAll ? result.length : await countUpTo(rows, MAX_TOTAL + 1);
  const nextCursor =
    last && result.length > limit ? encodeCursor(scope, { at: last[by].toISOString(), id: last.id }) : null;
  return toPage(data, matches, limit, offset, nextCursor);
}

/**
 * Reads all rows of a query in batches, at a constant cost each.
 * @param orderBy the sort key: properties that an index has, and that identify the row
 * @param read runs the query of a batch
 */
export async function* readBatches<Entity extends ObjectLiteral>(
  rows: SelectQueryBuilder<Entity>,
  size: number,
  orderBy: (keyof Entity & string)[],
  read = (batch: SelectQueryBuilder<Entity>) => batch.getMany(),
): AsyncGenerator<Entity[]> {
  const columns = orderBy.map((property) => `${rows.alias}.${property}`);
  let last: Entity | undefined;
  do {
    const next = rows.clone().limit(size);
    for (const column of columns) next.addOrderBy(column);
    if (last) next.andWhere(`(${columns}) > (${orderBy.map((property) => `:${property}`)})`, last);
    const batch = await read(next);
    if (batch.length > 0) yield batch;
    last = batch[size - 1]; // undefined after a batch that is not full
  } while (last);
}

/** Counts the rows of a query, up to a limit. TypeORM's `getCount` has none. */
async function countUpTo(rows: SelectQueryBuilder<ObjectLiteral>, most: number): Promise<number> {
  const [text, values] = rows.clone().select('1', 'one').limit(most).getQueryAndParameters();
  const [counted] = await rows.dataSource.query(
    `SELECT count(*)::int AS matches FROM (${text}) rows`,
    values,
  );
  return counted.matches;
}
