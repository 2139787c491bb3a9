import { hash } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { ApiOkResponse, ApiProperty } from '@nestjs/swagger';
import { ApiCount } from './api.decorators.js';
import { parseInstant } from './instant.js';
import { Problem } from './problem.js';
import { isUuid } from './text.js';
import { CountParam, TextField } from './validation/fields.js';

export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;
export const MAX_OFFSET = 10_000;
/** Totals are counted up to here (decisions.md, "Lists"). */
export const MAX_TOTAL = 1_000;
/** Characters of a cursor. */
const MAX_CURSOR = 1_000;

/** The parameters of every list (decisions.md, "Lists"). */
export class PageQuery {
  @CountParam({
    min: 1,
    most: MAX_LIMIT,
    clamp: true,
    description: `How many to answer; default ${DEFAULT_LIMIT}. More than ${MAX_LIMIT} counts as ${MAX_LIMIT}.`,
    example: DEFAULT_LIMIT,
  })
  limit?: number;

  @CountParam({
    min: 0,
    most: MAX_OFFSET,
    beyond: `must be at most ${MAX_OFFSET}; use cursor to page deeper`,
    description: `How many to skip; default 0. To page deeper than ${MAX_OFFSET}, use \`cursor\`.`,
  })
  offset?: number;

  @TextField({
    optional: true,
    max: MAX_CURSOR,
    description:
      '`nextCursor` of the page before, with the same filters and sort. Not together with `offset`.',
  })
  cursor?: string;
}

/** One page of a list. */
export class Page<Item> {
  data: Item[];

  @ApiCount({ description: `How many match, counted up to ${MAX_TOTAL}.`, maximum: MAX_TOTAL, example: 137 })
  total: number;

  @ApiProperty({ description: `False where more than ${MAX_TOTAL} match.`, example: true })
  totalIsExact: boolean;

  @ApiCount({ description: 'The most that this page holds.', maximum: MAX_LIMIT, example: DEFAULT_LIMIT })
  limit: number;

  @ApiCount({ description: 'How many were skipped.', maximum: MAX_OFFSET, example: 0 })
  offset: number;

  @ApiProperty({
    type: 'string',
    nullable: true,
    maxLength: MAX_CURSOR,
    description: 'The `cursor` of the next page; null on the last.',
    example: null,
  })
  nextCursor: string | null;
}

/** A page of a list of which so many were counted. */
export function toPage<Item>(
  data: Item[],
  total: number,
  limit: number,
  offset: number,
  nextCursor: string | null,
): Page<Item> {
  return {
    data,
    total: Math.min(total, MAX_TOTAL),
    totalIsExact: total <= MAX_TOTAL,
    limit,
    offset,
    nextCursor,
  };
}

/** The page class of each kind of item, such as `EventPage`. */
const pages = new Map<Type, Type>();

/** The class of a page of the given items, by which it is documented. */
export function pageOf(item: Type, name: string): Type {
  const known = pages.get(item);
  if (known) return known;
  const page = class extends Page<unknown> {};
  Object.defineProperty(page, 'name', { value: name });
  ApiProperty({ type: [item], maxItems: MAX_LIMIT })(page.prototype, 'data');
  pages.set(item, page);
  return page;
}

/** Documents an answer as a page of the given items. @param name of its schema */
export const ApiPage = (item: Type, name = item.name.replace(/(Dto)?$/, 'Page')): MethodDecorator =>
  ApiOkResponse({ type: pageOf(item, name), description: 'A page of the list.' });

/** Where a page starts: after the row with this value of the sort key and this id. */
export interface Position {
  at: string;
  id: string;
  /** What the list is sorted by before the time. */
  distance?: number;
}

/** A hash of the list, its filters and its sort. A cursor is valid for these alone. */
export function fingerprint(...scope: unknown[]): string {
  return hash('sha1', JSON.stringify(scope), 'base64url').slice(0, 10);
}

export function encodeCursor(scope: string, { at, id, distance }: Position): string {
  const parts = distance === undefined ? [scope, at, id] : [scope, at, id, distance];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * Where a page starts by its query: after a cursor of this scope, or at an offset.
 * @throws Problem VALIDATION_FAILED for both of them, and as `decodeCursor` does
 */
export function startOfPage(
  scope: string,
  { cursor, offset }: PageQuery,
): { position?: Position; offset: number } {
  if (cursor === undefined) return { offset: offset ?? 0 };
  if (offset !== undefined)
    throw Problem.invalid({ pointer: 'offset', detail: 'cannot be combined with cursor' });
  return { position: decodeCursor(scope, cursor), offset: 0 };
}

/**
 * Reads a cursor of this scope.
 * @throws Problem VALIDATION_FAILED for a cursor of other filters or another sort, or one that is not ours
 */
export function decodeCursor(scope: string, cursor: string): Position {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    parts = undefined;
  }
  const [madeFor, at, id, distance] = Array.isArray(parts) ? parts : [];
  const isDistance = distance === undefined || typeof distance === 'number';
  if (typeof at !== 'string' || parseInstant(at) === undefined || !isUuid(id) || !isDistance)
    throw Problem.invalid({ pointer: 'cursor', detail: 'is not a cursor of this service' });
  if (madeFor !== scope)
    throw Problem.invalid({ pointer: 'cursor', detail: 'belongs to other filters or another sort' });
  return { at, id, distance };
}
