import { hash } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { ApiOkResponse, ApiProperty } from '@nestjs/swagger';
import { validate as isUuid } from 'uuid';
import { CountParam, TextField } from './fields.js';
import { parseInstant } from './instant.js';
import { Problem } from './problem.js';

export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;
export const MAX_OFFSET = 10_000;
/** Totals are counted up to here (decisions.md, "Lists"). */
export const MAX_TOTAL = 1_000;

/** The parameters of every list (decisions.md, "Lists"). */
export class PageQuery {
  @CountParam({
    min: 1,
    most: MAX_LIMIT,
    clamp: true,
    description: `How many to answer, ${DEFAULT_LIMIT} unless told; more than ${MAX_LIMIT} is taken as ${MAX_LIMIT}.`,
    example: DEFAULT_LIMIT,
  })
  limit?: number;

  @CountParam({
    min: 0,
    most: MAX_OFFSET,
    beyond: `must be at most ${MAX_OFFSET}; use cursor to page deeper`,
    description: 'How many to skip. To page deeper than 10000, use `cursor`.',
  })
  offset?: number;

  @TextField({
    optional: true,
    max: 1000,
    description: '`nextCursor` of the page before, under the same filters and sort; it excludes `offset`.',
  })
  cursor?: string;
}

/** One page of a list. */
export class Page<Item> {
  data: Item[];

  @ApiProperty({ type: 'integer', description: `How many match, counted up to ${MAX_TOTAL}.`, example: 137 })
  total: number;

  @ApiProperty({ description: 'False where more match than were counted.', example: true })
  totalIsExact: boolean;

  @ApiProperty({ type: 'integer', example: DEFAULT_LIMIT })
  limit: number;

  @ApiProperty({ type: 'integer', example: 0 })
  offset: number;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Opaque; null on the last page.',
    example: null,
  })
  nextCursor: string | null;
}

/** The page class of each kind of item, such as `EventPage`. */
const pages = new Map<Type, Type>();

function pageOf(item: Type): Type {
  const known = pages.get(item);
  if (known) return known;
  const page = class extends Page<unknown> {};
  Object.defineProperty(page, 'name', { value: item.name.replace(/(Dto)?$/, 'Page') });
  ApiProperty({ type: [item] })(page.prototype, 'data');
  pages.set(item, page);
  return page;
}

/** Documents an answer as a page of the given items. */
export const ApiPage = (item: Type): MethodDecorator =>
  ApiOkResponse({ type: pageOf(item), description: 'A page of the list.' });

/** Where a page starts: after the row with this value of the sort key and this id. */
export interface Position {
  at: string;
  id: string;
}

/** A hash of the list, its filters and its sort: a cursor is good for these alone. */
export function fingerprint(...scope: unknown[]): string {
  return hash('sha1', JSON.stringify(scope), 'base64url').slice(0, 10);
}

export function encodeCursor(scope: string, { at, id }: Position): string {
  return Buffer.from(JSON.stringify([scope, at, id])).toString('base64url');
}

/**
 * Reads a cursor of this scope.
 * @throws Problem VALIDATION_FAILED for one of other filters or another sort, or one that is not ours
 */
export function decodeCursor(scope: string, cursor: string): Position {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    parts = undefined;
  }
  const [madeFor, at, id] = Array.isArray(parts) ? parts : [];
  if (typeof at !== 'string' || parseInstant(at) === undefined || !isUuid(id))
    throw Problem.invalid({ pointer: 'cursor', detail: 'is not a cursor of this service' });
  if (madeFor !== scope)
    throw Problem.invalid({ pointer: 'cursor', detail: 'belongs to other filters or another sort' });
  return { at, id };
}
